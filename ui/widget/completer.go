package widget

import (
	"cmp"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/expression"
	"tiv/scene/shape"
)

// completer lists, below a field for a condition, what can stand at its cursor.
// Tab takes the first entry, or the one that the arrows have chosen.
type completer struct {
	// Complete returns the texts that can stand at a place of a text, and the start of
	// what they replace.
	Complete func(text string, at int) (from int, list []expression.Completion)

	Text   string // of the field
	cursor int    // in bytes
	from   int    // of the part that an entry replaces
	list   []expression.Completion
	chosen int // by the arrows; -1 for none
	over   bool
	moves  bool       // the cursor is to go to a place
	to     int        // that place, in bytes
	Place  shape.Rect // of the field, or of the cursor in it
	wide   float32    // width of the list, in sizes of the text; 0 for the usual one
}

const (
	completionsName = "##completions"
	// maxCompletions is the number of entries that are visible at once.
	maxCompletions = 9
)

// edited is called by the field while it has the keyboard.
func (c *completer) edited(field imgui.InputTextCallbackData) int {
	switch field.EventFlag() {
	case imgui.InputTextFlagsCallbackCompletion:
		insertChosen(field, c)
	case imgui.InputTextFlagsCallbackHistory:
		by := 1
		if field.EventKey() == imgui.KeyUpArrow {
			by = -1
		}
		c.chosen = min(max(c.chosen+by, -1), len(c.list)-1)
	case imgui.InputTextFlagsCallbackAlways:
		if c.moves {
			c.moves = false
			field.ClearSelection()
			field.SetCursorPos(min(int32(c.to), field.BufTextLen()))
		}
		c.cursor = int(field.CursorPos())
	}
	return 0
}

// insertChosen puts the chosen entry, or else the first, into a field with the keyboard.
func insertChosen(field imgui.InputTextCallbackData, c *completer) {
	if len(c.list) == 0 {
		return
	}
	e := c.list[max(c.chosen, 0)]
	field.DeleteChars(int32(c.from), field.CursorPos()-int32(c.from))
	field.InsertChars(int32(c.from), e.Text)
	c.chosen = -1
}

// take puts an entry into the text.
func (c *completer) take(i int) {
	at := min(c.cursor, len(c.Text))
	c.Text = c.Text[:c.from] + c.list[i].Text + c.Text[at:]
	c.moves, c.to, c.chosen = true, c.from+len(c.list[i].Text), -1
}

// Unfinished reports whether the text is the beginning of a word of conditions:
// as a plain text it would match names in the meantime.
func (c *completer) Unfinished() bool {
	word := strings.TrimSpace(c.Text)
	from, list := c.Complete(word, len(word))
	return word != "" && from == 0 && len(list) > 0
}

// layOutList lays out the list if the field has the keyboard; enter says that
// Enter was pressed in the field. It reports whether an entry was taken so that
// the field needs the keyboard again.
func (c *completer) layOutList(ui *Kit, enter, active bool) (taken bool) {
	if enter && c.chosen >= 0 && c.chosen < len(c.list) {
		c.take(c.chosen)
		return true
	}
	if !active && !c.over {
		c.list, c.chosen = nil, -1
		return false
	}
	c.from, c.list = c.Complete(c.Text, min(c.cursor, len(c.Text)))
	if c.Text == "" {
		c.list = nil // Tab leaves the field, and the list would cover others
	}
	if c.chosen = min(c.chosen, len(c.list)-1); len(c.list) == 0 {
		c.over = false
		return false
	}
	line := imgui.TextLineHeightWithSpacing()
	high := float32(min(len(c.list), maxCompletions))*line + 2*imgui.CurrentStyle().WindowPadding().Y
	size := imgui.Vec2{X: cmp.Or(c.wide, 24) * imgui.FontSize(), Y: high}
	imgui.SetNextWindowPosV(listPlace(c.Place, size), imgui.CondAlways, imgui.Vec2{})
	imgui.SetNextWindowSizeV(size, imgui.CondAlways)
	flags := imgui.WindowFlagsNoTitleBar | imgui.WindowFlagsNoResize | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoNav
	if imgui.BeginV(completionsName, nil, imgui.WindowFlags(flags)) {
		imgui.InternalBringWindowToDisplayFront(imgui.InternalCurrentWindow())
		c.over = imgui.IsWindowHoveredV(imgui.HoveredFlagsAllowWhenBlockedByActiveItem)
		for i := range c.list {
			if c.entry(ui, i) {
				c.take(i)
				taken = true
				break
			}
		}
	}
	imgui.End()
	return taken
}

// listPlace returns the corner of the list: below a place or, if there is no room, above it.
func listPlace(of shape.Rect, size imgui.Vec2) imgui.Vec2 {
	view := imgui.MainViewport()
	end := view.WorkPos().Add(view.WorkSize())
	at := imgui.Vec2{X: max(min(of.X0, end.X-size.X), view.WorkPos().X), Y: of.Y1}
	if at.Y+size.Y > end.Y && of.Y0-size.Y > view.WorkPos().Y {
		at.Y = of.Y0 - size.Y
	}
	return at
}

// entry lays out an entry and reports whether it was clicked.
func (c *completer) entry(ui *Kit, i int) (clicked bool) {
	e := &c.list[i]
	imgui.PushIDInt(int32(i))
	defer imgui.PopID()
	imgui.SelectableBoolV("##entry", i == c.chosen, 0, imgui.Vec2{})
	ui.Mark("completion "+e.Text, LastItem())
	clicked = imgui.IsItemHoveredV(imgui.HoveredFlagsAllowWhenBlockedByActiveItem) && imgui.IsMouseClickedBool(imgui.MouseButtonLeft)
	if i == c.chosen && !imgui.IsItemVisible() {
		imgui.SetScrollHereY()
	}
	at := LastItem()
	list := imgui.WindowDrawList()
	list.AddTextVec2(imgui.Vec2{X: at.X0, Y: at.Y0}, Packed(ui.Palette.Text), e.Text)
	x := at.X0 + max(imgui.CalcTextSize(e.Text).X+imgui.FontSize(), 6*imgui.FontSize())
	list.AddTextVec2(imgui.Vec2{X: x, Y: at.Y0}, Packed(ui.Palette.Faint), Shorten(e.Help, at.X1-x))
	Tip(strings.TrimSpace(e.Help + "\nClick to complete, or Tab."))
	return clicked
}
