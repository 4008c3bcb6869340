package panel

import "github.com/AllenDang/cimgui-go/imgui"

// Sorting is an order of rows: by a column, by its id, or with -1 by none.
type Sorting struct {
	Column    int
	Backwards bool
}

// SortHeads are the headings of a table by which its rows are sorted.
type SortHeads struct {
	order, shown Sorting // of the last frame: the one of the rows, and the one that the headings show
	columns      int
	tries        int // left for showing the order: a hidden column appears a frame later
}

// Follow shows an order in the headings of the table that is laid out, the column of which is at a
// place among so many. ok is true if the user has clicked on another order.
func (h *SortHeads) Follow(order Sorting, place, columns int) (clicked Sorting, ok bool) {
	specs := imgui.TableGetSortSpecs()
	if specs == nil {
		return clicked, false
	}
	clicked.Column = -1
	if specs.SpecsCount() > 0 {
		by := specs.Specs()
		clicked = Sorting{int(by.ColumnUserID()), by.SortDirection() == imgui.SortDirectionDescending}
	}
	same := h.order == order && h.columns == columns
	ok = same && h.tries == 0 && clicked != h.shown && clicked != order
	switch {
	case clicked == order:
		h.tries = 0
	case !same:
		h.tries = 2
	}
	if h.tries > 0 {
		h.tries--
		direction := imgui.SortDirectionAscending
		switch {
		case order.Column < 0:
			place, direction = 0, imgui.SortDirectionNone
		case order.Backwards:
			direction = imgui.SortDirectionDescending
		}
		imgui.TableSetColumnEnabled(int32(place), true)
		imgui.InternalTableSetColumnSortDirection(int32(place), direction, false)
	}
	if h.order, h.shown, h.columns = order, clicked, columns; ok {
		h.order = clicked
	}
	return clicked, ok
}
