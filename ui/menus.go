package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
	"tiv/workspace"
)

var workspaceFocus = workspace.Focus{}

func percentOf(k float32) string { return fmt.Sprintf("%.0f %%", 100*k) }

// menus are the bar at the top, and the menu of the selected threads.
type menus struct {
	*shownTrace
	keys     *bindings
	prefs    *preferences
	focus    *panelFocus
	commands commander
	open     func(paths ...string) // opens traces in tabs
	compare  func()                // lists the traces to compare with
}

// commander carries out commands, and knows which of their options are on.
type commander interface {
	run(*shortcut)
	isOn(*shortcut) bool
}

// layOut lays out the bar at the top. Every entry is also a shortcut's doing.
func (m *menus) layOut() {
	if !imgui.BeginMainMenuBar() {
		return
	}
	defer imgui.EndMainMenuBar()
	for i := range menuTree {
		of := &menuTree[i]
		body := map[string]func(){"File": m.fileMenu, "Edit": m.editMenu}[of.name]
		if body == nil {
			body = func() { m.menuOf(of) }
		}
		m.submenu(of.name, body)
	}
	m.viewButtons()
	m.title()
}

// fileMenu has the entries to open and save.
func (m *menus) fileMenu() {
	m.items("open", "attach")
	m.recentMenu()
	m.compare()
	m.items("reload")
	imgui.Separator()
	m.items("shot", "ask shot", "animation", "report")
	imgui.Separator()
	m.items("close tab", "quit")
}

// editMenu has the entries to undo and redo.
func (m *menus) editMenu() {
	undo, redo := m.ws.UndoLabels()
	imgui.BeginDisabledV(undo == "")
	m.item("undo", strings.TrimSpace("Undo "+undo), false)
	imgui.EndDisabled()
	imgui.BeginDisabledV(redo == "")
	m.item("redo", strings.TrimSpace("Redo "+redo), false)
	imgui.EndDisabled()
	imgui.Separator()
	m.items("copy shot", "note", "copy notes")
}

// recentMenu lists the traces that were open last.
func (m *menus) recentMenu() {
	if !imgui.BeginMenuV("Open recent", len(m.prefs.Recent) > 0) {
		return
	}
	for _, path := range slices.Clone(m.prefs.Recent) {
		if imgui.MenuItemBool(shorten(sanitize(path), 40*imgui.FontSize())) {
			m.open(path)
		}
		tip("Opens " + sanitize(path) + ".")
	}
	imgui.EndMenu()
}

// viewButtons switch the view without keys.
func (m *menus) viewButtons() {
	p := m.ui.palette
	space := imgui.FontSize()
	for i, kind := range scene.Views {
		imgui.SameLineV(0, space)
		space = 2 * m.ui.scale
		ground := p.Shade(scene.PanelShade)
		if kind == m.ws.Look.Kind {
			ground = p.Shade(scene.PressedShade)
		}
		imgui.PushStyleColorVec4(imgui.ColButton, vec(ground))
		if imgui.SmallButton(kind.Label) {
			m.send(workspace.SetView{Kind: kind})
		}
		imgui.PopStyleColor()
		m.ui.mark("view "+kind.String(), lastItem())
		m.keys.commandTip(fmt.Sprint("view ", i+1))
	}
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
	m.ui.mark("menu "+name, lastItem())
}

// menuOf lists the entries of a menu in groups, and then its submenus.
func (m *menus) menuOf(of *menu) {
	for i, s := range of.entries() {
		if groupStarts[s.name] && i > 0 {
			imgui.Separator()
		}
		imgui.BeginDisabledV(s.selection && len(m.ws.Look.Selection) == 0)
		m.item(s.name, m.entryLabel(s), m.commands.isOn(s))
		imgui.EndDisabled()
	}
	for i := range of.below {
		m.submenu(of.below[i].name, func() { m.menuOf(&of.below[i]) })
	}
}

// showAndHide is the submenu to show and hide the selected threads.
func (m *menus) showAndHide() {
	of := &menu{name: "Show and hide"}
	m.submenu(of.name, func() { m.menuOf(of) })
}

// entryLabel returns the label of a shortcut in its menu: without the menu's
// name, and with the moment of a bookmark that is set.
func (m *menus) entryLabel(s *shortcut) string {
	if prefix, choice, ok := strings.Cut(s.label, ": "); ok && strings.Contains(strings.ToLower(prefix), strings.ToLower(s.menu)) {
		return choice
	}
	if choice, ok := strings.CutPrefix(s.label, "Propose clusters "); ok {
		return "B" + choice[1:]
	}
	var n int
	if _, err := fmt.Sscanf(s.name, "bookmark %d", &n); err == nil {
		if b := &m.ws.Bookmarks[n]; b.Set {
			return fmt.Sprintf("%s: %v", s.label, b.Moment)
		}
		return s.label + " (unset)"
	}
	return s.label
}

// items are the menu entries of commands, with their own labels.
func (m *menus) items(names ...string) {
	for _, name := range names {
		m.item(name, shortcutNamed(name).label, false)
	}
}

// item is the menu entry of a shortcut.
func (m *menus) item(name, label string, on bool) {
	s := shortcutNamed(name)
	if imgui.MenuItemBoolV(label, m.keys.Keys(name), on, true) {
		if m.focus.panel == menuBar {
			m.focus.toScene()
		}
		m.commands.run(s)
	}
	m.ui.mark("item "+name, lastItem())
	m.itemTip(s)
}

// itemTip shows the explanation of an entry, and its precondition.
func (m *menus) itemTip(s *shortcut) {
	said := s.tip
	if s.selection && len(m.ws.Look.Selection) == 0 {
		said += " Select threads first."
	}
	tip(said)
}

// title shows the name of the open trace at the right, and whether its file is another by now.
func (m *menus) title() {
	tl := m.ws.Timeline
	parts := []string{m.ws.Name, tl.End.String(), m.threadCount()}
	if m.file.told {
		parts[0] += ", " + withKey("changed on disk", m.keys.Keys("reload"))
	}
	s := strings.Join(parts, " · ")
	left := imgui.ContentRegionAvail().X - 2*imgui.FontSize()
	if left < 5*imgui.FontSize() { // it is in the window's title too
		return
	}
	s = shorten(s, left)
	alignRight(imgui.CalcTextSize(s).X + 0.5*imgui.FontSize())
	m.ui.faint(s)
	m.ui.markText("title", s)
}

// sideBar is a strip along an edge of the window.
func sideBar(name string, dir imgui.Dir, ground scene.Color, body func()) {
	flags := imgui.WindowFlagsNoScrollbar | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsMenuBar
	imgui.PushStyleColorVec4(imgui.ColMenuBarBg, vec(ground))
	imgui.SetNextWindowBgAlpha(0) // the menu bar fills it
	if imgui.InternalBeginViewportSideBar(name, imgui.MainViewport(), dir, imgui.FrameHeight(), imgui.WindowFlags(flags)) && imgui.BeginMenuBar() {
		body()
		imgui.EndMenuBar()
	}
	imgui.End()
	imgui.PopStyleColor()
}
