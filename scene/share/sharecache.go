package share

import (
	"context"
	"maps"
	"slices"

	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Cache holds the Shares of the last picture. When the interval moves on,
// it computes only the new steps; when only the moment does, only its step.
type Cache struct {
	cells cells
	// MaxEvents is the largest number of events to read for a frame, if not 0.
	// If steps have more, their shares are approximate.
	MaxEvents int
	// sums are those of the interval that counts, shown of the interval shown.
	sums, shown sumCache
	// refinement makes the cells exact; nil if that is not under way.
	refinement *refinement
}

// IsDraft reports whether any share is approximate.
func (c *Cache) IsDraft() bool { return c.cells.isDraft() }

// Concurrency returns the number of threads that the full height of a bar represents.
func (c *Cache) Concurrency(slot int) float64 { return c.cells.concurrency[slot] }

// input determines the shares of a picture.
type input struct {
	tl     *timeline.Timeline
	grid   view.StepGrid
	slots  []slotKey
	counts counting
	// layers are the categories of each layer, by level; counts determines them.
	layers [levelsWide][][]int
	// threads are the threads of all rows, by id, and rows the row of each.
	threads []tracefeed.ThreadID
	rows    []int32
}

// slotKey is the part of a slot that shares depend on.
type slotKey struct {
	thread tracefeed.ThreadID
	level  lod.Level
	// members is a hash of a cluster's threads, size their number.
	members uint64
	size    int
}

// Update returns the shares of some slots. They are valid until the next call.
func (c *Cache) Update(look *view.Look, tl *timeline.Timeline, how *Colouring, slots []place.Slot) *shape.Shares {
	grid := look.Grid()
	in := input{tl: tl, grid: grid, slots: slotKeys(slots), counts: how.counting}
	ctx := context.Background()
	before := c.cells.input.grid
	switch {
	case !c.cells.input.sameRows(&in):
		in.list(slots)
		for _, s := range in.slots {
			if in.layers[s.level] == nil {
				in.layers[s.level] = layersOf(how.Categories(look, s.level))
			}
		}
		c.cells = newShareCells(in)
		c.cells.fill(ctx, 0, grid.Cells, c.MaxEvents)
		c.cells.finish()
	case grid.Newest() != before.Newest():
		c.moveTo(grid)
		c.cells.finish()
	case grid.Moment == before.Moment: // only the camera moved, say
		c.cells.input.grid = grid
		return &c.cells.shares
	}
	c.cells.divide(ctx, grid, c.MaxEvents)
	return &c.cells.shares
}

// moveTo computes the shares for another interval, and reuses the present ones
// for the steps in common.
func (c *Cache) moveTo(grid view.StepGrid) {
	moved, cells := grid.Newest()-c.cells.input.grid.Newest(), tracefeed.Time(grid.Cells)
	c.cells.input.grid = grid
	ctx := context.Background()
	switch {
	case moved > 0 && moved < cells:
		c.cells.shift(int(moved))
		c.cells.fill(ctx, 0, int(moved), c.MaxEvents)
	case moved < 0 && moved > -cells:
		c.cells.shift(int(moved))
		c.cells.fill(ctx, int(cells+moved), int(cells), c.MaxEvents)
	default:
		c.cells.approximate = false
		c.cells.fill(ctx, 0, int(cells), c.MaxEvents)
	}
}

// list lists the threads of some slots.
func (in *input) list(slots []place.Slot) {
	row := map[tracefeed.ThreadID]int32{}
	for i, s := range slots {
		if s.Members == nil {
			row[s.Thread] = int32(i)
		}
		for _, t := range s.Members {
			row[t] = int32(i)
		}
	}
	in.threads = slices.Sorted(maps.Keys(row))
	in.rows = make([]int32, len(in.threads))
	for i, t := range in.threads {
		in.rows[i] = row[t]
	}
}

// sameRows reports whether two inputs differ in nothing but the place of the
// interval and the moment.
func (in *input) sameRows(other *input) bool {
	a, b := in.grid, other.grid
	return in.tl == other.tl && in.counts == other.counts && a.Step == b.Step && a.Cells == b.Cells && slices.Equal(in.slots, other.slots)
}

// overlaps reports whether shares of two inputs have steps in common.
func (in *input) overlaps(other *input) bool {
	if !in.sameRows(other) {
		return false
	}
	moved := in.grid.Newest() - other.grid.Newest()
	return max(moved, -moved) < tracefeed.Time(in.grid.Cells)
}

func slotKeys(slots []place.Slot) []slotKey {
	keys := make([]slotKey, len(slots))
	for i, s := range slots {
		keys[i].thread, keys[i].level = s.Thread, s.Level
		if s.Members != nil {
			keys[i].members, keys[i].size = hash(s.Members), len(s.Members)
		}
	}
	return keys
}

// hash is FNV-1a over whole ids. It is never 0, which means no cluster.
func hash(ids []tracefeed.ThreadID) uint64 {
	h := uint64(14695981039346656037)
	for _, id := range ids {
		h = (h ^ uint64(id)) * 1099511628211
	}
	return h | 1
}
