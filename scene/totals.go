package scene

import (
	"slices"

	"tiv/lod"
	"tiv/tracefeed"
)

// Total is the time of one category in the interval that counts.
type Total struct {
	Layer lod.Layer
	Style LayerStyle
	Time  tracefeed.Time
	// Detailed says that it is one of Frame.DetailLayers.
	Detailed bool
}

// levelSums is the time in each state of bars, by their level.
type levelSums [lod.Far + 1]tracefeed.StateTimes

// sumCache caches the time sums of the last picture.
type sumCache struct {
	version  uint64 // of the shares
	from, to tracefeed.Time
	sums     levelSums
}

// update returns the time in each state in an interval, summed by the level of
// the threads' bars.
func (m *sumCache) update(c *shareCells, from, to tracefeed.Time) *levelSums {
	in := &c.input
	if m.version != c.shares.Version || m.from != from || m.to != to {
		*m = sumCache{version: c.shares.Version, from: from, to: to}
		in.tl.EachSum(in.threads, from, to, func(i int, b *tracefeed.StateTimes) {
			m.sums[in.slots[in.rows[i]].level].Add(*b)
		})
	}
	return &m.sums
}

// totals returns the time by category, given the sums by level.
func (p *picture) totals(sums *levelSums) (totals []Total) {
	for k, level := range p.levels() {
		for _, l := range level.Layers() {
			t := Total{Layer: l, Style: p.look.layerStyle(l), Detailed: k > 0}
			for _, s := range l.States {
				t.Time += sums[level][s]
			}
			totals = append(totals, t)
		}
	}
	return totals
}

// highlightFaint is how far the colours of categories that are not highlighted
// are moved to the ground.
const highlightFaint = 0.82

// layerStyles returns the styles of a level's layers.
func (l *Look) layerStyles(level lod.Level) []LayerStyle {
	var styles []LayerStyle
	layers := level.Layers()
	highlighted := slices.ContainsFunc(layers, func(layer lod.Layer) bool { return layer.Name == l.Highlighted })
	for _, layer := range layers {
		s := l.layerStyle(layer)
		if highlighted && layer.Name != l.Highlighted {
			s = LayerStyle{Color: s.Color.Toward(l.Palette.Ground, highlightFaint)}
		}
		styles = append(styles, s)
	}
	return styles
}

// layerStyle returns the style of a layer, without a pattern if the look has
// none.
func (l *Look) layerStyle(layer lod.Layer) LayerStyle {
	s := l.Palette.Layers[layer.Name]
	if l.Plain && layer.Name != "unknown" {
		s.Pattern = Plain
	}
	return s
}
