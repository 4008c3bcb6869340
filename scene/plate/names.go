package plate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/interaction/turns"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// turn is a part of a plate in which most is of one thread: its owner or, where threads wait, the one that they
// wait for. long is its length in pixels.
type turn struct {
	thread    tracefeed.ThreadID
	far, near mgl32.Vec3 // the ends of its middle
	long      float32
}

// note adds a step to the turns of a plate: the last one goes on, or another begins.
func (p *Painter) note(s *turns.Step, far, near mgl32.Vec3, first bool) {
	of := turns.Main(s.Waited)
	if len(s.Waited) == 0 {
		of = turns.Main(s.Held)
	}
	if n := len(p.turns); !first && n > 0 && p.turns[n-1].thread == of {
		p.turns[n-1].near = near
		return
	}
	p.turns = append(p.turns, turn{thread: of, far: far, near: near})
}

// mostNames is the number of turns of all plates that have a name, and shortest the length of one, in sizes
// of text.
const (
	mostNames = 12
	shortest  = 2.5
)

// WriteNames names the owners on plates, those with the longest turns first, and the heights of scales,
// where there is room between the names of bars. A nil Painter has none.
func (p *Painter) WriteNames(sight *shape.Sight) {
	if p == nil {
		return
	}
	for _, m := range p.marks {
		if at, ok := p.fv.View.Project(m.at); ok && !sight.Hidden(m.at, at) {
			t := shape.Text{Size: 0.85 * p.fv.Sheet.Em, Color: p.fv.Sheet.Colors.Text, Text: fmt.Sprint(m.waiting)}
			t.X, t.Y = at[0]-assets.TextWidth(t.Text, t.Size, false)-0.4*t.Size, at[1]+0.35*t.Size
			p.fv.Sheet.Label(t)
		}
	}
	for i := range p.turns {
		a, okA := p.fv.View.Project(p.turns[i].far)
		b, okB := p.fv.View.Project(p.turns[i].near)
		if okA && okB {
			p.turns[i].long = b.Sub(a).Len()
		}
	}
	slices.SortStableFunc(p.turns, func(a, b turn) int { return -cmp.Compare(a.long, b.long) })
	named := 0
	for i := range p.turns {
		t := &p.turns[i]
		if named == mostNames || t.long < shortest*p.fv.Sheet.Em {
			break
		}
		if t.thread != tracefeed.NoThread && p.nameTurn(t, sight) {
			named++
		}
	}
}

// nameTurn writes the name of the owner in a turn, and reports whether there was room.
func (p *Painter) nameTurn(t *turn, sight *shape.Sight) bool {
	text := shape.Text{Size: 0.85 * p.fv.Sheet.Em, Color: p.fv.Sheet.Colors.Text}
	text.Text = shape.FitName(p.fv.Look.NameOf(p.fv.Timeline.Threads[t.thread].Name), text.Size, 9*p.fv.Sheet.Em, false)
	wide := assets.TextWidth(text.Text, text.Size, false)
	if text.Text == "" || wide > 1.5*t.long {
		return false
	}
	for _, u := range []float32{0.5, 0.7, 0.3, 0.85, 0.15} {
		on := t.far.Add(t.near.Sub(t.far).Mul(u))
		at, ok := p.fv.View.Project(on)
		if !ok || sight.Hidden(on, at) {
			continue
		}
		if placed, ok := p.fv.View.Centred(at, text); ok && p.fv.Sheet.Labels.Free(p.fv.Sheet.Labels.Box(placed), p.fv.View.Rect) {
			return p.fv.Sheet.Label(placed)
		}
	}
	return false
}
