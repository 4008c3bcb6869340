package lane

import (
	"tiv/scene/paint"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// states finds the colour of the longest state, or slice, of a row in each column.
func (p *Painter) states(st *stage.Stage, row int, detailed bool) {
	layers := st.Styles[0]
	if detailed && st.Styles[1] != nil {
		layers = st.Styles[1]
	}
	until, color := tracefeed.Time(-1), paint.Color{}
	for x := range p.stateOf {
		t := p.time.time(float64(x) + 0.5)
		if t >= until || x == 0 {
			var cell []uint16
			cell, _, until = st.Depths.CellAt(st.Shares, row, t)
			color = p.longestState(layers, cell)
		}
		p.stateOf[x] = color
	}
}

// longestState returns the colour of the highest layer of a cell.
func (p *Painter) longestState(layers []paint.Style, cell []uint16) paint.Color {
	color, most, below := p.Palette.Neutral, uint16(0), uint16(0)
	for k, l := range layers {
		if cell[k]-below > most {
			color, most = l.Color, cell[k]-below
		}
		below = cell[k]
	}
	return color
}
