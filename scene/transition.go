package scene

import "cmp"

// transition moves bars from an earlier layout to the present one.
type transition struct {
	// start is the layout at its begin, nil if there is none; last is that of the
	// last picture.
	start, last *layout
}

// StartTransition starts a transition from the layout of the last picture: everything
// with a place in both layouts moves from one to the other as Part goes from 0
// to 1. Call it before a change of the Look that moves threads.
func (b *Builder) StartTransition() { b.Progress, b.transition.start = 0, b.transition.last }

// move returns a layout at part of the transition to it.
func (t *transition) move(l *layout, part float32) *layout {
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
func (l *layout) from(start *layout, part float32) *layout {
	m := *l
	m.slots = make([]slot, len(l.slots))
	between := func(a, b float32) float32 { return a + (b-a)*part }
	for i, s := range l.slots {
		if k, ok := start.slotOf[s.thread]; ok {
			was := &start.slots[k]
			s.row, s.size = between(was.row, s.row), between(cmp.Or(was.size, 1), cmp.Or(s.size, 1))
			for c := range s.at {
				s.at[c] = between(was.at[c], s.at[c])
			}
		}
		m.slots[i] = s
	}
	m.depth = between(start.depth, l.depth)
	for c := range m.half {
		m.half[c], m.cell[c] = between(start.half[c], l.half[c]), between(start.cell[c], l.cell[c])
		m.low[c], m.high[c] = between(start.low[c], l.low[c]), between(start.high[c], l.high[c])
	}
	return &m
}
