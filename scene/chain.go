package scene

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/tracefeed"
)

// chain draws the path of waits in Look.Chain: a strong triangle for each step,
// behind bars without a part in it, with its number beside such bars, and a frame
// around the root. Steps within a deadlock are already drawn, as the given wedges by
// the slots of the step, and get a border here.
func (fv *frontView) chain(deadlocked map[[2]int]wedge, g *linkGraph) {
	threads, d, between := fv.look.Chain, fv.pen, fv.pen
	between.mesh = &fv.view.Between
	words := chainWords{fv.stage, threads}
	steps := map[[2]int]bool{}
	for i := 0; i+1 < len(threads); i++ {
		a, okA := fv.layout.slotOf[threads[i]]
		b, okB := fv.layout.slotOf[threads[i+1]]
		if !okA || !okB {
			continue
		}
		w, drawn := deadlocked[[2]int{a, b}]
		if drawn {
			d.stroke(w, 0, 2*fv.sheet.canvas.Scale, fv.sheet.colors.Select)
		} else {
			aside := float32(0)
			if steps[[2]int{b, a}] {
				aside = stepAside
			}
			w = g.step(a, b, aside)
			between.fill(w, 0, fv.sheet.colors.Select.Alpha(0.9))
			fv.view.hit(w.outline(), g.wait(a, b), true)
		}
		steps[[2]int{a, b}] = true
		middle, _ := w.at(w.seen([]float32{0.5}, func(at mgl32.Vec2) bool { return g.course.overFront(at, mgl32.Vec2{}) })[0])
		if holder := words.member(i + 1); a == b && holder != "" {
			fv.writeRight(middle, words.step(i)+" waits for "+holder)
			continue
		}
		fv.writeAt(middle, words.step(i))
	}
	if i, ok := fv.layout.root(threads); ok {
		pad := mgl32.Vec2{1, 1}.Mul(2 * fv.sheet.canvas.Scale * d.pixel)
		f := fv.layout.face(i)
		d.frame(f.at, f.half.Add(pad), 3*fv.sheet.canvas.Scale, fv.sheet.colors.Select)
		fv.writeAt(f.at.Sub(mgl32.Vec2{0, f.half[1]}), words.root())
	}
}

// chainWords are the words for the steps of a chain. A bar of several threads does not
// wait for itself: the threads in it are named.
type chainWords struct {
	st    *stage
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
	if k, ok := w.st.layout.slotOf[t]; !ok || len(w.st.layout.slots[k].members) < 2 {
		return ""
	}
	return assets.Shorten(w.st.tl.Threads[t].Name, func(s string) bool { return utf8.RuneCountInString(s) <= longest })
}

// writeAt writes a word of a chain around a point of the moment's plane.
func (fv *frontView) writeAt(at mgl32.Vec2, word string) {
	pixel, ok := fv.view.Project(at.Vec3(0))
	if !ok {
		return
	}
	if t, ok := fv.view.centred(pixel, Text{Size: fv.sheet.em, Color: fv.sheet.colors.Select, Bold: true, Text: word}); ok {
		fv.sheet.label(t)
	}
}

// writeRight writes a word of a chain to the right of a point of the moment's plane.
func (fv *frontView) writeRight(at mgl32.Vec2, word string) {
	if pixel, ok := fv.view.Project(at.Vec3(0)); ok && fv.view.Rect.Holds(pixel[0], pixel[1]) {
		t := Text{Size: fv.sheet.em, Color: fv.sheet.colors.Select, Bold: true, Text: word}
		t.X, t.Y = pixel[0]+0.5*t.Size, pixel[1]+0.35*t.Size
		fv.sheet.label(t)
	}
}

// stepAside is how far apart two steps in opposite directions are.
const stepAside = 0.35

// step returns the wedge of a step between two slots, offset to its left by a
// part of the size of bars.
func (g *linkGraph) step(a, b int, aside float32) wedge {
	l, w := g.layout, g.layout.stepWedge()
	size := 2 * min(l.half[0], l.half[1])
	if a == b {
		return l.loop(w, l.face(a), 1)
	}
	along := l.slots[b].at.Sub(l.slots[a].at)
	w.bend = along.Len() * g.bendOf(int(g.endOf[a]), int(g.endOf[b]))
	left := leftOf(along)
	return between(w, l.face(a), l.face(b), left.Mul(aside*size))
}

// stepWedge returns a wedge that is as wide as a step, and lies nowhere.
func (l *layout) stepWedge() wedge {
	size := 2 * min(l.half[0], l.half[1])
	return wedge{from: 0.06 * size, to: 0.3 * size}
}

// root returns the slot of the last thread of a chain, unless that closes a
// cycle.
func (l *layout) root(chain []tracefeed.ThreadID) (slot int, ok bool) {
	n := len(chain)
	if n < 2 {
		return 0, false
	}
	for _, t := range chain[:n-1] {
		if t == chain[n-1] {
			return 0, false
		}
	}
	slot, ok = l.slotOf[chain[n-1]]
	return slot, ok
}

// stepName returns the number of the step of the chain that begins at a slot, or
// the word for its root; it is empty for all others.
func (sv *sideView) stepName(slot int) string {
	chain := sv.look.Chain
	if !sv.layout.slots[slot].chained || len(chain) < 2 {
		return ""
	}
	if i, ok := sv.layout.root(chain); ok && i == slot {
		return chainWords{sv.stage, chain}.root()
	}
	for i, t := range chain {
		if k, ok := sv.layout.slotOf[t]; ok && k == slot {
			return chainWords{sv.stage, chain}.step(i)
		}
	}
	return ""
}

// markStep writes the step of the chain that begins at a slot: at the moment, in
// its row at a height on the picture.
func (sv *sideView) markStep(slot int, y float32) {
	t := Text{Size: sv.sheet.em, Color: sv.sheet.colors.Select, Bold: true, Text: sv.stepName(slot)}
	if t.Text == "" {
		return
	}
	t.X, t.Y = sv.flat.rect.X1-assets.TextWidth(t.Text, t.Size, true)-0.7*sv.sheet.em, y+0.35*t.Size
	sv.sheet.label(t)
}
