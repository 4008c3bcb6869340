package scene

import (
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/tracefeed"
)

// chain draws the path of waits in Look.Chain: a strong triangle for each step,
// with its number, and a frame around the root. Steps within a deadlock are
// drawn by ring, and get a border here.
func (p *picture) chain(v *View, d pen) {
	threads := p.look.Chain
	steps := map[[2]int]bool{}
	for i := 0; i+1 < len(threads); i++ {
		a, okA := p.l.slotOf[threads[i]]
		b, okB := p.l.slotOf[threads[i+1]]
		if !okA || !okB {
			continue
		}
		w, ringed := p.ringed[[2]int{a, b}]
		if ringed {
			d.stroke(w, 0, 2*p.canvas.Scale, p.colors.Select)
		} else {
			w = p.step(a, b, steps[[2]int{b, a}])
			d.fill(w, 0, p.colors.Select.Alpha(0.9))
			v.hit(w.outline(), p.pick(a))
		}
		steps[[2]int{a, b}] = true
		middle, _ := w.at(0.5)
		p.writeAt(v, middle, strconv.Itoa(i+1))
	}
	if i, ok := p.root(threads); ok {
		pad := mgl32.Vec2{1, 1}.Mul(2 * p.canvas.Scale * d.pixel)
		d.frame(p.l.slots[i].at, p.l.half.Add(pad), 3*p.canvas.Scale, p.colors.Select)
		p.writeAt(v, p.l.slots[i].at.Sub(mgl32.Vec2{0, p.l.half[1]}), "root")
	}
}

// step returns the wedge of a step between two slots. If back is set, it leaves
// room for a step in the opposite direction.
func (p *picture) step(a, b int, back bool) wedge {
	size := 2 * min(p.l.half[0], p.l.half[1])
	w := p.stepWedge()
	if a == b {
		return p.loop(w, p.face(a), 1)
	}
	aside := mgl32.Vec2{}
	if back {
		aside = leftOf(p.l.slots[b].at.Sub(p.l.slots[a].at)).Mul(0.35 * size)
	}
	return between(w, p.face(a), p.face(b), aside)
}

// stepWedge returns a wedge that is as wide as a step, and lies nowhere.
func (p *picture) stepWedge() wedge {
	size := 2 * min(p.l.half[0], p.l.half[1])
	return wedge{from: 0.06 * size, to: 0.3 * size}
}

// onChain reports whether a step of the chain goes along a link.
func (p *picture) onChain(l *Link) bool {
	threads := p.look.Chain
	for i := 0; i+1 < len(threads); i++ {
		a, okA := p.l.slotOf[threads[i]]
		b, okB := p.l.slotOf[threads[i+1]]
		if okA && okB && int(p.ends.of[a]) == l.blocked && int(p.ends.of[b]) == l.blocker {
			return true
		}
	}
	return false
}

// root returns the slot of the last thread of a chain, unless that closes a ring.
func (p *picture) root(chain []tracefeed.ThreadID) (slot int, ok bool) {
	n := len(chain)
	if n < 2 {
		return 0, false
	}
	for _, t := range chain[:n-1] {
		if t == chain[n-1] {
			return 0, false
		}
	}
	slot, ok = p.l.slotOf[chain[n-1]]
	return slot, ok
}

// stepOf returns which step of the chain begins at a slot, or that it is the
// root; it is empty for all others.
func (p *picture) stepOf(slot int) string {
	if !p.l.slots[slot].chained || len(p.look.Chain) < 2 {
		return ""
	}
	if i, ok := p.root(p.look.Chain); ok && i == slot {
		return "root"
	}
	for i, t := range p.look.Chain {
		if k, ok := p.l.slotOf[t]; ok && k == slot {
			return strconv.Itoa(i + 1)
		}
	}
	return ""
}

// markStep writes, in the timeline view, the step of the chain that begins at a
// slot: at the moment, in its row at a height on the picture.
func (p *picture) markStep(slot int, fl flat, y float32) {
	t := Text{Size: p.em(), Color: p.colors.Select, Bold: true, Text: p.stepOf(slot)}
	if t.Text == "" {
		return
	}
	t.X, t.Y = fl.rect.X1-assets.TextWidth(t.Text, t.Size, true)-0.7*p.em(), y+0.35*t.Size
	p.labels.add(t, p.colors.Ground.Alpha(labelBack))
}

// writeAt writes a word of a chain around a point of the moment's plane.
func (p *picture) writeAt(v *View, at mgl32.Vec2, word string) {
	pixel, ok := v.Project(at.Vec3(0))
	if !ok {
		return
	}
	if t, ok := v.centred(pixel, Text{Size: p.em(), Color: p.colors.Select, Bold: true, Text: word}); ok {
		p.labels.add(t, p.colors.Ground.Alpha(labelBack))
	}
}
