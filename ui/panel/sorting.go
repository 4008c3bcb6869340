package panel

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/ui/widget"
)

// Sorting is an order of rows: by a column, by its id, or with -1 by none.
type Sorting struct {
	Column    int
	Backwards bool
}

// NumberMargin is the space at the right of numbers in tables, in sizes of the text.
const NumberMargin = 0.4

// Head is the heading of a column.
type Head struct {
	// Mark and Title are the name of the heading for tests.
	Mark, Title, Help string
	Number            bool // the column has numbers, at its right border
	Sorted            bool // rows are sorted by it
}

// Heading lays out the heading of the present column, that of numbers above them at the right.
func Heading(w *widget.Kit, h Head) {
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	imgui.TableHeader("##" + h.Title)
	w.Mark(h.Mark+h.Title, widget.LastItem())
	widget.Tip(h.Help)
	if h.Sorted {
		wide -= SortSign * imgui.FontSize()
	}
	shown := widget.Shorten(h.Title, wide)
	if h.Number {
		at.X += max(wide-imgui.CalcTextSize(shown).X-NumberMargin*imgui.FontSize(), 0)
	}
	imgui.WindowDrawList().AddTextVec2(at, widget.Packed(w.Palette.Text), shown)
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
