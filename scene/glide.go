package scene

// Depart lets the next pictures come from where everything stands in the last
// one: what has a place in both moves from one to the other as Part goes from 0
// to 1. It is called before a change of the Look that moves threads.
func (b *Builder) Depart() { b.Part, b.start = 0, b.stood }

// glide moves everything that stood somewhere before some of the way.
func (p *picture) glide() {
	b := p.Builder
	if b.start != nil && b.Part < 1 {
		p.l = p.l.from(b.start, max(b.Part, 0))
	} else {
		b.start = nil
	}
	b.stood = p.l
}

// from returns a layout that lies between an earlier one and l. What the earlier
// one does not have stands where it stands in l; a thread that was in a
// cluster's bar comes from there.
func (l *layout) from(start *layout, part float32) *layout {
	m := *l
	m.slots = make([]slot, len(l.slots))
	between := func(a, b float32) float32 { return a + (b-a)*part }
	for i, s := range l.slots {
		if k, ok := start.by[s.thread]; ok {
			was := &start.slots[k]
			s.row = between(was.row, s.row)
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
