package scene

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// drawChain draws the path of waits in Look.Chain: a strong triangle for each step,
// behind bars without a part in it, with its number beside such bars, and a frame
// around the root. Steps within a deadlock are already drawn, as the given wedges by
// the slots of the step, and get a border here.
func drawChain(fv *stage.Front, deadlocked map[[2]int]shape.Wedge, g *linkGraph) {
	threads, d, between := fv.Look.Chain, fv.Pen, fv.Pen
	between.Mesh = &fv.View.Between
	words := chainWords{fv.Stage, threads}
	steps := map[[2]int]bool{}
	for i := 0; i+1 < len(threads); i++ {
		a, okA := fv.Layout.SlotOf[threads[i]]
		b, okB := fv.Layout.SlotOf[threads[i+1]]
		if !okA || !okB {
			continue
		}
		w, drawn := deadlocked[[2]int{a, b}]
		if drawn {
			d.Stroke(w, 0, 2*fv.Sheet.Canvas.Scale, fv.Sheet.Colors.Select)
		} else {
			aside := float32(0)
			if steps[[2]int{b, a}] {
				aside = stepAside
			}
			w = g.step(a, b, aside)
			between.Fill(w, 0, fv.Sheet.Colors.Select.Alpha(0.9))
			fv.View.AddHit(w.Outline(), g.wait(a, b), true)
		}
		steps[[2]int{a, b}] = true
		over := func(at mgl32.Vec2) bool { return g.course.overFront(at, mgl32.Vec2{}) }
		middle, _ := w.At(w.Seen([]float32{0.5}, over)[0])
		if holder := words.member(i + 1); a == b && holder != "" {
			writeRight(fv, middle, words.step(i)+" waits for "+holder)
			continue
		}
		words.number(fv, w, i, &g.heads, drawn, over)
	}
	if i, ok := root(fv.Layout, threads); ok {
		pad := mgl32.Vec2{1, 1}.Mul(2 * fv.Sheet.Canvas.Scale * d.Pixel)
		f := fv.Layout.Face(i)
		d.Frame(f.At, f.Half.Add(pad), 3*fv.Sheet.Canvas.Scale, fv.Sheet.Colors.Select)
		writeAt(fv, f.At.Sub(mgl32.Vec2{0, f.Half[1]}), words.root())
	}
}

// number writes the number of a step onto its wedge: in the middle if neither an arrow head nor a bar is
// there, else nearer to an end. That of a deadlock is in front of bars.
func (c chainWords) number(fv *stage.Front, w shape.Wedge, i int, heads *arrowHeads, deadlocked bool, over func(mgl32.Vec2) bool) {
	word := c.step(i)
	t := shape.Text{Size: fv.Sheet.Em, Color: fv.Sheet.Colors.Select, Bold: true, Text: word}
	for _, u := range []float32{0.5, 0.45, 0.55, 0.35, 0.65, 0.28, 0.72, 0.2, 0.8, 0.12} {
		mid, _ := w.At(u)
		at, ok := fv.View.Project(mid.Vec3(0))
		if !ok || !deadlocked && over(mid) {
			continue
		}
		if t, ok := fv.View.Centred(at, t); ok && !heads.meet(fv.Sheet.Labels.Box(t)) && fv.Sheet.Label(t) {
			return
		}
	}
	middle, _ := w.At(w.Seen([]float32{0.5}, over)[0])
	writeAt(fv, middle, word)
}

// chainWords are the words for the steps of a chain. A bar of several threads does not
// wait for itself: the threads in it are named.
type chainWords struct {
	st    *stage.Stage
	chain []tracefeed.ThreadID
}

// root describes the root of the chain by the numbers of its steps.
func (w chainWords) root() string {
	last := len(w.chain) - 1
	word := "1 waits for it"
	if last > 1 {
		word = fmt.Sprintf("1 to %d wait for it", last)
	}
	if name := w.member(last); name != "" {
		word = name + ": " + word
	}
	return word
}

// step returns the number of a step, with the name of the waiting thread if it shares its
// bar with others.
func (w chainWords) step(i int) string {
	word := strconv.Itoa(i + 1)
	if name := w.member(i); name != "" {
		word += ": " + name
	}
	return word
}

// member returns the name of a thread of the chain that shares its bar with others; it is
// empty for all others.
func (w chainWords) member(i int) string {
	const longest = 24 // letters
	t := w.chain[i]
	if k, ok := w.st.Layout.SlotOf[t]; !ok || len(w.st.Layout.Slots[k].Members) < 2 {
		return ""
	}
	return assets.Shorten(w.st.Timeline.Threads[t].Name, func(s string) bool { return utf8.RuneCountInString(s) <= longest })
}

// writeAt writes a word of a chain around a point of the moment's plane.
func writeAt(fv *stage.Front, at mgl32.Vec2, word string) {
	pixel, ok := fv.View.Project(at.Vec3(0))
	if !ok {
		return
	}
	if t, ok := fv.View.Centred(pixel, shape.Text{Size: fv.Sheet.Em, Color: fv.Sheet.Colors.Select, Bold: true, Text: word}); ok {
		fv.Sheet.Label(t)
	}
}

// writeRight writes a word of a chain to the right of a point of the moment's plane.
func writeRight(fv *stage.Front, at mgl32.Vec2, word string) {
	if pixel, ok := fv.View.Project(at.Vec3(0)); ok && fv.View.Rect.Holds(pixel[0], pixel[1]) {
		t := shape.Text{Size: fv.Sheet.Em, Color: fv.Sheet.Colors.Select, Bold: true, Text: word}
		t.X, t.Y = pixel[0]+0.5*t.Size, pixel[1]+0.35*t.Size
		fv.Sheet.Label(t)
	}
}

// stepAside is how far apart two steps in opposite directions are.
const stepAside = 0.35

// step returns the wedge of a step between two slots, offset to its left by a
// part of the size of bars.
func (g *linkGraph) step(a, b int, aside float32) shape.Wedge {
	l, w := g.Layout, stepWedge(g.Layout)
	w.Aspect = g.aspect
	size := 2 * min(l.Half[0], l.Half[1])
	if a == b {
		return loop(l, w, l.Face(a), 1)
	}
	along := l.Slots[b].At.Sub(l.Slots[a].At)
	w.Bend = along.Len() * g.bendOf(int(g.endOf[a]), int(g.endOf[b]))
	left := shape.LeftOf(along)
	return shape.Between(w, l.Face(a), l.Face(b), left.Mul(aside*size))
}

// stepWedge returns a wedge that is as wide as a step, and lies nowhere.
func stepWedge(l *place.Layout) shape.Wedge {
	size := 2 * min(l.Half[0], l.Half[1])
	return shape.Wedge{From: 0.06 * size, To: 0.3 * size}
}

// root returns the slot of the last thread of a chain, unless that closes a
// cycle.
func root(l *place.Layout, chain []tracefeed.ThreadID) (slot int, ok bool) {
	n := len(chain)
	if n < 2 {
		return 0, false
	}
	for _, t := range chain[:n-1] {
		if t == chain[n-1] {
			return 0, false
		}
	}
	slot, ok = l.SlotOf[chain[n-1]]
	return slot, ok
}

// stepName returns the number of the step of the chain that begins at a slot, or
// the word for its root; it is empty for all others.
func stepName(sv *stage.Side, slot int) string {
	chain := sv.Look.Chain
	if !sv.Layout.Slots[slot].Chained || len(chain) < 2 {
		return ""
	}
	if i, ok := root(sv.Layout, chain); ok && i == slot {
		return chainWords{sv.Stage, chain}.root()
	}
	for i, t := range chain {
		if k, ok := sv.Layout.SlotOf[t]; ok && k == slot {
			return chainWords{sv.Stage, chain}.step(i)
		}
	}
	return ""
}

// markStep writes the step of the chain that begins at a slot: at the moment, in
// its row at a height on the picture.
func markStep(sv *stage.Side, slot int, y float32) {
	t := shape.Text{Size: sv.Sheet.Em, Color: sv.Sheet.Colors.Select, Bold: true, Text: stepName(sv, slot)}
	if t.Text == "" {
		return
	}
	t.X, t.Y = sv.Flat.Rect.X1-assets.TextWidth(t.Text, t.Size, true)-0.7*sv.Sheet.Em, y+0.35*t.Size
	sv.Sheet.Label(t)
}
