package scene

import (
	"context"

	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Total is the time of one category in the interval that counts.
type Total struct {
	Name  string
	Kind  CategoryKind
	Style paint.Style
	Time  tracefeed.Time
	// Detailed says that it is one of Frame.DetailLayers.
	Detailed bool
	// Listed says that legends have it: all states but an unknown one without time, and
	// of slices those in view.
	Listed bool
}

// Legend returns the categories that legends have.
func (c *Contents) Legend() (list []Total) {
	for _, t := range c.Totals {
		if t.Listed {
			list = append(list, t)
		}
	}
	return list
}

// Part is the share of a category in the time that threads were alive.
type Part struct {
	Name  string
	Share float32
}

// PartsAt returns the categories of a bar of a view, bottom first, in the step of a time
// that is shown, and the begin and end of that step. There are none if no thread was alive.
// A front, which is at the moment, shows the step that ends there.
func (f *Frame) PartsAt(v *shape.View, b *shape.Bar, t tracefeed.Time) (parts []Part, from, to tracefeed.Time) {
	if f.Shares.Steps == 0 {
		return nil, t, t
	}
	layers := f.Totals[:len(f.Layers)]
	if b.Detailed {
		layers = f.Totals[len(f.Layers):]
	}
	cell, from, to := f.cellAt(int(b.Row), t)
	if g := f.depths.grid; t == g.Moment && v.Time == (shape.Rect{}) {
		from, to = g.Last()
		cell = f.Shares.Front(int(b.Row))
	}
	below := uint16(0)
	for k, l := range layers {
		if cell[k] > below {
			parts = append(parts, Part{l.Name, float32(cell[k]-below) / float32(shape.AliveShare(cell))})
		}
		below = cell[k]
	}
	return parts, from, to
}

// Counted returns the time that counts: of all categories but that outside of the base.
func (c *Contents) Counted() (all tracefeed.Time) {
	for _, t := range c.Totals {
		if t.Kind != OutsideBase {
			all += t.Time
		}
	}
	return all
}

// levelSums is the time in each category of bars, by their level.
type levelSums [levelsWide][]tracefeed.Time

// newLevelSums returns sums of a number of categories.
func newLevelSums(size int) (s levelSums) {
	for l := range s {
		s[l] = make([]tracefeed.Time, size)
	}
	return s
}

// sumCache caches the time sums of the last picture.
type sumCache struct {
	input    shareInput
	version  uint64 // of the shares, if these are a draft
	from, to tracefeed.Time
	sums     levelSums
}

// update returns the time in each category in an interval, summed by the level of
// the threads' bars. It is a draft if the shares are.
func (m *sumCache) update(c *shareCells, from, to tracefeed.Time, maxEvents int) *levelSums {
	version := c.shares.Version
	if !c.isDraft() {
		version, maxEvents = 0, 0
	}
	if m.version != version || m.from != from || m.to != to || m.sums[0] == nil || !m.input.sameRows(&c.input) {
		*m = sumCache{input: c.input, version: version, from: from, to: to, sums: newLevelSums(c.input.counts.size())}
		c.addTo(&m.sums, from, to, maxEvents)
	}
	return &m.sums
}

// addTo adds the times in an interval to sums. Those of a base need events: whole cells
// have their sums, so that only the events of the others are read.
func (c *shareCells) addTo(sums *levelSums, from, to tracefeed.Time, maxEvents int) {
	in, g := &c.input, c.input.grid
	if in.counts == (counting{}) {
		in.tl.EachSum(in.threads, from, to, func(i int, b *tracefeed.StateTimes) {
			addTimes(sums[in.slots[in.rows[i]].level], b[:])
		})
		return
	}
	part := func(from, to tracefeed.Time) {
		if from < to {
			in.counts.each(context.Background(), in.tl, maxEvents, steps{in.threads, from, to - from, 1},
				func(thread, _ int, times []tracefeed.Time) {
					addTimes(sums[in.slots[in.rows[thread]].level], times)
				})
		}
	}
	first, last := 0, c.shares.Steps-1
	for first <= last && g.Start(first)+g.Length(first) > to {
		first++
	}
	for last >= first && g.Start(last) < from {
		last--
	}
	if c.cellSums == nil || first > last {
		part(from, to)
		return
	}
	part(from, g.Start(last))
	part(g.Start(first)+g.Length(first), to)
	for i := first; i <= last; i++ {
		for l := range sums {
			addTimes(sums[l], c.cellSum(i, lod.Level(l)))
		}
	}
}

// totals returns the time by category, given the sums by level of the interval that
// counts and of the interval shown.
func (p *picture) totals(sums, shown *levelSums) (totals []Total) {
	for k, level := range p.levels() {
		for _, x := range p.colours.categories(p.look, level) {
			t := Total{Name: x.name, Kind: x.kind, Style: x.style, Detailed: k > 0, Listed: x.kind == OfState && x.name != "unknown"}
			for _, of := range x.of {
				t.Time += sums[level][of]
				t.Listed = t.Listed || sums[level][of] > 0 && x.kind == OfState || shown[level][of] > 0
			}
			totals = append(totals, t)
		}
	}
	return totals
}

// highlightFaint is how far the colours of categories that are not highlighted
// are moved to the ground.
const highlightFaint = 0.82

// layerStyle returns the style of a layer, without a pattern if the look has
// none.
func layerStyle(l *view.Look, layer lod.Layer) paint.Style {
	s := l.Palette.Layers[layer.Name]
	if l.Plain && layer.Name != "unknown" {
		s.Pattern = paint.Plain
	}
	return s
}
