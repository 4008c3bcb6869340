package share

import (
	"context"

	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Total is the time of one category in the interval that counts.
type Total struct {
	Name  string
	Kind  Kind
	Style paint.Style
	Time  tracefeed.Time
	// Detailed says that it is one of Frame.DetailLayers.
	Detailed bool
	// Listed says that legends have it: all states but an unknown or idle one without time, and
	// of slices those in view.
	Listed bool
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
	input    input
	version  uint64 // of the shares, if these are a draft
	from, to tracefeed.Time
	sums     levelSums
}

// update returns the time in each category in an interval, summed by the level of
// the threads' bars. It is a draft if the shares are.
func (m *sumCache) update(c *cells, from, to tracefeed.Time, maxEvents int) *levelSums {
	version := c.shares.Version
	if !c.isDraft() {
		version, maxEvents = 0, 0
	}
	if m.version != version || m.from != from || m.to != to || m.sums[0] == nil || !m.input.sameRows(&c.input) {
		*m = sumCache{input: c.input, version: version, from: from, to: to, sums: newLevelSums(c.input.counts.Size())}
		c.addTo(&m.sums, from, to, maxEvents)
	}
	return &m.sums
}

// addTo adds the times in an interval to sums. Those of a base need events: whole cells
// have their sums, so that only the events of the others are read.
func (c *cells) addTo(sums *levelSums, from, to tracefeed.Time, maxEvents int) {
	in, g, end := &c.input, c.input.grid, to
	if in.counts.Partition == nil && in.counts.base == nil {
		in.tl.EachSum(in.threads, from, to, func(i int, b *tracefeed.StateTimes) {
			to := sums[in.slots[in.rows[i]].level]
			if idle := in.counts.idle; idle != nil {
				times := splitIdle(idle, b, in.threads[i], from, end)
				addTimes(to, times[:])
				return
			}
			addTimes(to, b[:])
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

// Totals returns the time by category of bars of some levels, in the interval that counts.
func (c *Cache) Totals(look *view.Look, how *Colouring, levels []lod.Level) (totals []Total) {
	from, to := look.Counted()
	sums := c.sums.update(&c.cells, from, to, c.MaxEvents)
	shown := sums
	if from, to := look.Window(); look.HasInterval() && how.counting != (counting{}) {
		shown = c.shown.update(&c.cells, from, to, c.MaxEvents)
	} else {
		c.shown = sumCache{}
	}
	for k, level := range levels {
		for _, x := range how.Categories(look, level) {
			t := Total{Name: x.name, Kind: x.kind, Style: x.style, Detailed: k > 0,
				Listed: x.kind == OfState && x.name != "unknown" && x.name != Idle}
			for _, of := range x.Of {
				t.Time += sums[level][of]
				t.Listed = t.Listed || sums[level][of] > 0 && x.kind == OfState || shown[level][of] > 0
			}
			totals = append(totals, t)
		}
	}
	return totals
}
