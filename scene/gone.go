package scene

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// gone explains the absence of some threads at the moment; it is empty if any
// of them is alive. A bar has no front then.
func gone(tl *timeline.Timeline, look *Look, threads []tracefeed.ThreadID) string {
	latest, _ := look.grid().last()
	word := "not started"
	for _, t := range threads {
		switch born, died := tl.Lane(t).Life(); {
		case born >= max(look.Moment, 1):
		case died > latest || died == born:
			return ""
		default:
			word = "ended"
		}
	}
	return word
}

// EndOf returns when the last of some threads ended, if all have by a moment and before
// the end of the trace; otherwise 0.
func EndOf(tl *timeline.Timeline, threads []tracefeed.ThreadID, moment tracefeed.Time) (last tracefeed.Time) {
	for _, t := range threads {
		born, died := tl.Lane(t).Life()
		if born == died || died > moment || died == tl.End {
			return 0
		}
		last = max(last, died)
	}
	return last
}

// outlineGone draws an empty outline for each name without a bar: at the start of the
// trace, for all. Fronts whose threads ended during the last step are not full, and have
// theirs above them.
func (fv *frontView) outlineGone(d pen) {
	for i := range fv.layout.slots {
		s := &fv.layout.slots[i]
		d.mesh = &fv.view.Below
		switch {
		case s.gone != "" || fv.look.Moment == 0:
		case s.ended > 0:
			d.mesh = &fv.view.Above
		default:
			continue
		}
		f := fv.layout.face(i)
		d.frame(f.at, f.half.Sub(d.size()), fv.sheet.canvas.Scale, fv.sheet.colors.Faint.Alpha(0.5*min(1, fv.emphasis(s))))
	}
}
