package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// menus are the bar at the top, and the menu of the selected threads.
type menus struct {
	*panel.Trace
	keys     *keys.Bindings
	prefs    *panel.Preferences
	focus    *panelFocus
	commands commander
	open     func(paths ...string) // opens traces in tabs
	compare  func()                // lists the traces to compare with
	lacking  lacking
}

// lacking says why entries have no effect in a trace: it is cached, because that reads the trace.
type lacking struct {
	of  *timeline.Timeline
	why map[*command.Entry]string
}

// text says what an entry needs to have an effect; "" if it has one. on says that it is on, so that
// it can be switched off.
func (l *lacking) text(e *command.Entry, w *workspace.Workspace, on bool) string {
	if e.Selection && len(w.Look.Selection) == 0 {
		return "Select threads first."
	}
	if e.Lacks == nil || on {
		return ""
	}
	if l.of != w.Timeline {
		*l = lacking{w.Timeline, map[*command.Entry]string{}}
	}
	why, ok := l.why[e]
	if !ok {
		why = e.Lacks(l.of)
		l.why[e] = why
	}
	return why
}

// commander carries out commands, and knows which of their options are on.
type commander interface {
	run(*command.Entry)
	isOn(command.Command) bool
}

// layOut lays out the bar at the top.
func (m *menus) layOut() {
	if !imgui.BeginMainMenuBar() {
		return
	}
	defer imgui.EndMainMenuBar()
	for i := range command.Menus {
		of := &command.Menus[i]
		body := func() { m.menuOf(of) }
		if of.Name == "Edit" {
			body = func() { m.editMenu(of) }
		}
		m.submenu(of.Name, body)
	}
	m.viewButtons()
	m.title()
}

// editMenu begins with the changes to undo and redo.
func (m *menus) editMenu(of *command.Menu) {
	undo, redo := m.Workspace.UndoLabels()
	imgui.BeginDisabledV(undo == "")
	m.item(command.EntryNamed("undo"), strings.TrimSpace("Undo "+undo))
	imgui.EndDisabled()
	imgui.BeginDisabledV(redo == "")
	m.item(command.EntryNamed("redo"), strings.TrimSpace("Redo "+redo))
	imgui.EndDisabled()
	m.menuOf(of, "undo", "redo")
	imgui.Separator()
	m.items("note", "copy notes")
}

// recentMenu lists the traces that were open last.
func (m *menus) recentMenu() {
	if !imgui.BeginMenuV("Open recent", len(m.prefs.Recent) > 0) {
		return
	}
	for _, path := range slices.Clone(m.prefs.Recent) {
		if imgui.MenuItemBool(widget.Shorten(report.Safe(path), 40*imgui.FontSize())) {
			m.open(path)
		}
		widget.Tip("Opens " + report.Safe(path) + ".")
	}
	imgui.EndMenu()
}

// viewButtons switch the view without keys. A menu has their place if they have no room, and where
// that has none either, there is still the menu View.
func (m *menus) viewButtons() {
	p := m.UI.Palette
	if room := imgui.ContentRegionAvail().X; viewsWidth(m.UI.Scale) > room {
		if name := "View: " + m.Workspace.Look.Kind.Label; imgui.CalcTextSize(name).X+2*imgui.FontSize() < room {
			m.submenu(name, func() { m.items(viewNames()...) })
		}
		return
	}
	space := imgui.FontSize()
	for _, kind := range view.Kinds {
		imgui.SameLineV(0, space)
		space = 2 * m.UI.Scale
		ground := p.Shade(paint.PanelShade)
		if kind == m.Workspace.Look.Kind {
			ground = p.Shade(paint.PressedShade)
		}
		imgui.PushStyleColorVec4(imgui.ColButton, widget.Vec(ground))
		if imgui.SmallButton(kind.Label) {
			m.Send(workspace.SetView{Kind: kind})
		}
		imgui.PopStyleColor()
		m.UI.Mark("view "+kind.String(), widget.LastItem())
		m.keys.CommandTip("view " + kind.Name)
	}
}

// viewsWidth returns the width of the buttons of all views.
func viewsWidth(scale float32) (wide float32) {
	for _, kind := range view.Kinds {
		wide += widget.ButtonWidth(kind.Label) + 2*scale
	}
	return wide + imgui.FontSize()
}

// viewNames returns the names of the entries that show a view.
func viewNames() (names []string) {
	for _, kind := range view.Kinds {
		names = append(names, "view "+kind.Name)
	}
	return names
}

func (m *menus) submenu(name string, body func()) {
	if name == "File" && m.focus.menus {
		m.focus.menus = false
		imgui.OpenPopupStr(name)
	}
	if imgui.BeginMenu(name) {
		body()
		imgui.EndMenu()
	}
	m.UI.Mark("menu "+name, widget.LastItem())
}

// menuOf lists the entries of a menu in groups, except some, and then its submenus.
func (m *menus) menuOf(of *command.Menu, except ...string) {
	for i, e := range of.Entries() {
		if slices.Contains(except, e.Name) {
			continue
		}
		if e.Line && i > 0 {
			imgui.Separator()
		}
		imgui.BeginDisabledV(m.lacking.text(e, m.Workspace, e.Command != nil && m.commands.isOn(e.Command)) != "")
		m.item(e, m.entryLabel(e))
		imgui.EndDisabled()
		if _, opens := e.Command.(command.Attach); opens {
			m.recentMenu()
			m.compare()
		}
	}
	for i := range of.Below {
		m.submenu(of.Below[i].Name, func() { m.menuOf(&of.Below[i]) })
	}
}

// showAndHide is the submenu to show and hide the selected threads.
func (m *menus) showAndHide() {
	of := &command.Menu{Name: "Show and hide"}
	m.submenu(of.Name, func() { m.menuOf(of) })
}

// entryLabel returns the label of an entry in its menu, with the moment of a bookmark that is
// set.
func (m *menus) entryLabel(e *command.Entry) string {
	c, ok := e.Command.(command.Bookmark)
	switch {
	case !ok || c.Replace:
		return e.MenuLabel()
	case m.Workspace.Bookmarks[c.Number].Set:
		return fmt.Sprintf("%s: %v", e.Label, m.Workspace.Bookmarks[c.Number].Moment)
	}
	return e.Label + " (unset)"
}

// items are the menu entries of commands, with their own labels.
func (m *menus) items(names ...string) {
	for _, name := range names {
		e := command.EntryNamed(name)
		m.item(e, e.Label)
	}
}

// item is an entry of a menu, with a label.
func (m *menus) item(e *command.Entry, label string) {
	on := e.Command != nil && m.commands.isOn(e.Command)
	if imgui.MenuItemBoolV(label, m.keys.Keys(e.Name), on, true) {
		if m.focus.panel == menuBar {
			m.focus.toScene()
		}
		m.commands.run(e)
	}
	m.UI.Mark("item "+e.Name, widget.LastItem())
	m.itemTip(e)
}

// itemTip shows the explanation of an entry, and its precondition.
func (m *menus) itemTip(e *command.Entry) {
	said := e.Help
	if why := m.lacking.text(e, m.Workspace, e.Command != nil && m.commands.isOn(e.Command)); why != "" {
		said += " " + why
	}
	widget.Tip(said)
}

// title shows the name of the open trace at the right, and whether its file is another by now.
func (m *menus) title() {
	tl := m.Workspace.Timeline
	parts := []string{m.Workspace.Name, tl.End.String(), m.ThreadCount()}
	if m.Outdated {
		parts[0] += ", " + keys.WithKey("changed on disk", m.keys.Keys("reload"))
	}
	s := strings.Join(parts, " · ")
	left := imgui.ContentRegionAvail().X - 2*imgui.FontSize()
	if left < 5*imgui.FontSize() { // it is in the window's title too
		return
	}
	s = widget.Shorten(s, left)
	widget.AlignRight(imgui.CalcTextSize(s).X + 0.5*imgui.FontSize())
	m.UI.Faint(s)
	m.UI.MarkText("title", s)
}
