package scene

import (
	"tiv/scene/shape"
	"tiv/scene/share"
	"tiv/tracefeed"
)

// Legend returns the categories that legends have.
func (c *Contents) Legend() (list []share.Total) {
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
	if g := f.depths.grid; t == g.Moment && !v.TimeAxis {
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
		if t.Kind != share.OutsideBase {
			all += t.Time
		}
	}
	return all
}
