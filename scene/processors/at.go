package processors

import (
	"tiv/scene/shape"
	"tiv/timeline/processor"
	"tiv/tracefeed"
)

// Spot is what a strip shows at a pixel.
type Spot struct {
	CPU tracefeed.CPU
	// Entry is the run there, or the longest of several in the pixel. Its Count is 0 if no thread
	// is on the processor.
	processor.Entry
	// Unknown says that nothing is known of the processor, from Start to End.
	Unknown bool
	// Cut says that the end of the run was not read, which is End or later.
	Cut bool
	// Cell is the length of time in which runs were merged.
	Cell tracefeed.Time
}

// At returns what is at a pixel; ok is false outside of the rows.
func (s *Strip) At(x, y float32) (spot Spot, ok bool) {
	if s == nil || !s.Rect.Holds(x, y) || len(s.list) == 0 {
		return spot, false
	}
	i := min(int((y-s.Rect.Y0)/s.row), len(s.list)-1)
	spot.CPU, spot.Cell = s.list[i].CPU, s.rows.Cell
	column := float64(int(x - s.Rect.X0))
	from := s.time.From + tracefeed.Time(s.time.Since(column))
	to := max(s.time.From+tracefeed.Time(s.time.Since(column+1)), from+1)
	row := s.rows.Of(spot.CPU)
	if row != nil {
		for _, e := range s.rows.Between(row, from, to) {
			if spot.Count == 0 || e.End-e.Start > spot.End-spot.Start {
				spot.Entry = e
			}
		}
	}
	if spot.Count > 0 {
		spot.Cut = spot.End == s.rows.To && s.rows.To < s.cache.need.tl.End
		return spot, true
	}
	if list := s.list[i].UnknownBetween(from, to); len(list) > 0 {
		spot.Start, spot.End, spot.Unknown = list[0].Start, list[0].End, true
	}
	return spot, true
}

// Pick returns the thread at a pixel, or the processor where it runs none; ok is false outside of
// the rows.
func (s *Strip) Pick(x, y float32) (pick shape.PickID, ok bool) {
	spot, ok := s.At(x, y)
	switch {
	case !ok:
		return pick, false
	case spot.Count > 0:
		return shape.PickID{Kind: shape.PickThread, Index: int32(spot.Thread)}, true
	}
	return shape.PickID{Kind: shape.PickProcessor, Index: int32(spot.CPU)}, true
}
