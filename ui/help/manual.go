// Package help has the windows that explain the program: the documentation, the sheet of keys, and
// the dialog to change keys. The documentation is in the program, because a browser would need
// HTML, files beside the program, or a network.
package help

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/docs"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Manual is the window with the documentation; the program contains it.
type Manual struct {
	ui *widget.Kit
	do panel.Doer
	panel.Idle
	Open  bool        // the window is shown
	pages []docs.Page // nil before the first use
	shown int
	page  widget.Prose // the parsed page
}

// Show opens the window, perhaps at a page, or closes it.
func (m *Manual) Show(c command.ShowDocumentation) error {
	if m.pages == nil {
		m.pages = docs.Pages()
		m.show(0)
	}
	if c.On && c.Page != "" {
		i := slices.IndexFunc(m.pages, func(p docs.Page) bool { return isCalled(c.Page, &p) })
		if i < 0 {
			return fmt.Errorf("the documentation has no page %q", c.Page)
		}
		m.show(i)
	}
	m.Open = c.On
	return nil
}

// IsAs reports whether the window is as a command says.
func (m *Manual) IsAs(c command.ShowDocumentation) bool {
	return m.Open == c.On && (!c.On || c.Page == "" || isCalled(c.Page, &m.pages[m.shown]))
}

// isCalled reports whether a page has a name: that of its file, or its title.
func isCalled(name string, p *docs.Page) bool {
	return strings.EqualFold(strings.TrimSuffix(name, ".md")+".md", p.Name) || strings.EqualFold(name, p.Title)
}

// show shows a page.
func (m *Manual) show(i int) {
	m.shown = i
	m.page = widget.ParseProse(m.pages[i].Text, func(name string) string {
		if k := slices.IndexFunc(m.pages, func(p docs.Page) bool { return p.Name == name }); k >= 0 {
			return m.pages[k].Title
		}
		return ""
	})
}

// manualSize is the size of the window if there is room, in sizes of the text.
var manualSize = imgui.Vec2{X: 74, Y: 56}

// LayOut lays the window out, over everything else.
func (m *Manual) LayOut() {
	if !m.Open {
		return
	}
	em, view := imgui.FontSize(), imgui.MainViewport()
	size := view.WorkSize()
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(manualSize.X*em, 0.96*size.X), Y: min(manualSize.Y*em, 0.94*size.Y)}, imgui.CondAppearing)
	flags := imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings
	if imgui.BeginV("Documentation", &m.Open, imgui.WindowFlags(flags)) {
		if imgui.BeginChildStrV("pages", imgui.Vec2{X: 15 * em}, 0, 0) {
			m.list()
		}
		imgui.EndChild()
		imgui.SameLine()
		imgui.PushIDInt(int32(m.shown)) // each page has its own place
		if imgui.BeginChildStrV("page", imgui.Vec2{}, imgui.ChildFlagsBorders, 0) {
			m.ui.Bold(m.pages[m.shown].Title)
			m.ui.MarkText("manual page", m.pages[m.shown].Title)
			m.page.LayOut(m.ui)
		}
		imgui.EndChild()
		imgui.PopID()
	}
	imgui.End()
}

// list lists the pages.
func (m *Manual) list() {
	for i, p := range m.pages {
		if imgui.SelectableBoolV(widget.Shorten(p.Title, imgui.ContentRegionAvail().X), i == m.shown, 0, imgui.Vec2{}) {
			m.do(command.ShowDocumentation{On: true, Page: p.Name})
		}
		m.ui.Mark("manual "+p.Name, widget.LastItem())
		widget.Tip("Shows this page, docs/" + p.Name + " in the source.")
	}
}

// NewManual returns the documentation in a window.
func NewManual(s *panel.Services) Manual { return Manual{ui: s.Shown.UI, do: s.Do} }
