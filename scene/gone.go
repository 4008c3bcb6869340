package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// gone explains the absence of some threads at the moment; it is empty if any
// of them is alive. A bar has no front then.
func (st *stage) gone(threads []tracefeed.ThreadID) string {
	grid := st.look.grid()
	latest := grid.start(grid.cut())
	word := "not started"
	for _, t := range threads {
		switch born, died := st.tl.Lane(t).Life(); {
		case born >= max(st.look.Moment, 1):
		case died > latest || died == born:
			return ""
		default:
			word = "ended"
		}
	}
	return word
}

// hasEnded reports whether a thread has ended before the moment and the end of the
// trace.
func (st *stage) hasEnded(t tracefeed.ThreadID) bool {
	born, died := st.tl.Lane(t).Life()
	return born < died && died <= st.look.Moment && died < st.tl.End
}

// outlineGone draws an empty outline for each name without a bar.
func (fv *frontView) outlineGone(d pen) {
	for i := range fv.layout.slots {
		if s := &fv.layout.slots[i]; s.gone != "" {
			inside := fv.layout.halfOf(s).Sub(mgl32.Vec2{d.pixel, d.pixel})
			d.frame(s.at, inside, fv.sheet.canvas.Scale, fv.sheet.colors.Faint.Alpha(0.5*min(1, fv.emphasis(s))))
		}
	}
}
