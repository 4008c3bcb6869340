package ui

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/workspace"
)

// zoomToSelection fills the picture with the selected threads, and the time
// axis with the loop, if there is one.
func (a *app) zoomToSelection() {
	if p := &a.ws.Playback; p.Loop && p.LoopFrom < p.LoopTo {
		a.glide(workspace.ShowRange{From: p.LoopFrom, To: p.LoopTo})
	}
	if a.frame == nil || len(a.ws.Look.Selection) == 0 {
		return
	}
	v := &a.frame.Views[len(a.frame.Views)-1]
	low, high, ok := a.around(v)
	if !ok {
		return
	}
	const fill = 0.7
	l := a.lens(v)
	size := high.Sub(low)
	factor := fill * v.Rect.Height() / max(size[1], 1)
	if l.unit[0] > 0 {
		factor = min(factor, fill*v.Rect.Width()/max(size[0], 1))
	}
	// The selection's middle is moved to that of the view, and is the fixed
	// point of the zoom.
	centre := mgl32.Vec2{(v.Rect.X0 + v.Rect.X1) / 2, (v.Rect.Y0 + v.Rect.Y1) / 2}
	by := centre.Sub(low.Add(high).Mul(0.5))
	away := centre.Sub(l.middle.Add(by)).Mul((factor - 1) / factor)
	by = by.Sub(away)
	a.glide(workspace.ZoomBy{Factor: factor}, workspace.PanBy{X: ratio(by[0], l.unit[0]), Y: -ratio(by[1], l.unit[1])})
}

// around returns the corners of the bounding box of the selected bars, in
// pixels.
func (a *app) around(v *scene.View) (low, high mgl32.Vec2, ok bool) {
	for i := range v.Bars {
		b := &v.Bars[i]
		selected := false
		for _, t := range a.frame.Threads(b.Pick) {
			selected = selected || a.isSelected(t)
		}
		if !selected {
			continue
		}
		for _, s := range []mgl32.Vec2{{-1, -1}, {1, 1}, {-1, 1}, {1, -1}} {
			at, seen := v.Project(b.Center.Add(mgl32.Vec3{s[0] * b.HalfWidth, s[1] * b.HalfHeight}))
			if !seen {
				continue
			}
			if !ok {
				low, high, ok = at, at, true
			}
			for k := range at {
				low[k], high[k] = min(low[k], at[k]), max(high[k], at[k])
			}
		}
	}
	return low, high, ok
}

// graphChange goes to the next or the last moment at which a thread began or
// ceased to wait for another.
func graphChange(direction int) func(*app) {
	return func(a *app) {
		if at, ok := a.ws.GraphChange(direction); ok {
			a.send(workspace.SeekTo{Moment: at})
			return
		}
		a.messages.say("Nothing changes between threads " + map[int]string{1: "after", -1: "before"}[direction] + " this moment.")
	}
}
