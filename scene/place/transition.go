package place

import "cmp"

// Transition moves bars from an earlier layout to the present one.
type Transition struct {
	// start is the layout at its begin, nil if there is none; last is that of the
	// last picture.
	start, last *Layout
}

// Begin starts a transition from the last layout.
func (t *Transition) Begin() { t.start = t.last }

// Move returns a layout at part of the transition to it.
func (t *Transition) Move(l *Layout, part float32) *Layout {
	if t.start != nil && part < 1 {
		l = l.from(t.start, max(part, 0))
	} else {
		t.start = nil
	}
	t.last = l
	return l
}

// from returns the layout at part of the way from an earlier layout to l. Slots
// that the earlier one lacks are at their place in l; a thread of a former
// cluster bar starts from that bar.
func (l *Layout) from(start *Layout, part float32) *Layout {
	m := *l
	m.Slots = make([]Slot, len(l.Slots))
	between := func(a, b float32) float32 { return a + (b-a)*part }
	for i, s := range l.Slots {
		if k, ok := start.SlotOf[s.Thread]; ok {
			was := &start.Slots[k]
			s.Row, s.size = between(was.Row, s.Row), between(cmp.Or(was.size, 1), cmp.Or(s.size, 1))
			for c := range s.At {
				s.At[c] = between(was.At[c], s.At[c])
			}
		}
		m.Slots[i] = s
	}
	m.Depth = between(start.Depth, l.Depth)
	for c := range m.Half {
		m.Half[c], m.Cell[c] = between(start.Half[c], l.Half[c]), between(start.Cell[c], l.Cell[c])
		m.Low[c], m.High[c] = between(start.Low[c], l.Low[c]), between(start.High[c], l.High[c])
	}
	return &m
}
