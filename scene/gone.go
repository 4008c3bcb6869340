package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// gone explains the absence of some threads at the moment; it is empty if any
// of them is alive. A bar has no front then.
func (p *picture) gone(threads []tracefeed.ThreadID) string {
	latest := p.look.grid().start(0)
	word := "not started"
	for _, t := range threads {
		switch born, died := p.tl.Lane(t).Life(); {
		case born >= max(p.look.Moment, 1):
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
func (p *picture) hasEnded(t tracefeed.ThreadID) bool {
	born, died := p.tl.Lane(t).Life()
	return born < died && died <= p.look.Moment && died < p.tl.End
}

// outlineGone draws an empty outline in the interaction view for each name
// without a bar.
func (p *picture) outlineGone(v *View, d pen) {
	for i := range p.l.slots {
		if s := &p.l.slots[i]; s.gone != "" {
			inside := p.l.half.Sub(mgl32.Vec2{d.pixel, d.pixel})
			d.frame(s.at, inside, p.canvas.Scale, p.colors.Faint.Alpha(0.5*min(1, p.emphasis(s))))
		}
	}
}
