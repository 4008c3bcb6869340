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
	*host
	focus    *panelFocus
	commands commander
	open     func(paths ...string) // opens traces in tabs
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
	m.submenu("File", func() {
		m.items("open")
		m.recentMenu()
		m.items("reload")
		imgui.Separator()
		m.items("shot", "ask shot", "copy shot", "animation", "report")
		imgui.Separator()
		m.items("close tab", "quit")
	})
	m.submenu("Edit", m.editMenu)
	m.menuWith("View", "Layout", "Level", "Palette", "Camera", "Visible range")
	m.menuWith("Play")
	m.menuWith("Go", "Bookmarks", "Notes")
	m.menuWith("Threads")
	m.menuWith("Clusters")
	m.menuWith("Window")
	m.menuWith("Help", "Keys")
	m.viewButtons()
	m.title()
}

// menuWith is a menu of shortcuts, with submenus.
func (m *menus) menuWith(name string, below ...string) {
	m.submenu(name, func() {
		m.menuOf(name)
		for _, s := range below {
			m.submenu(s, func() { m.menuOf(s) })
		}
	})
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
	m.items("note", "copy notes")
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

// groupStarts are the commands before which menus draw a line.
var groupStarts = map[string]bool{
	"fit": true, "in time": true, "level": true, "tables": true,
	"slower": true, "loop": true, "step back": true, "start": true,
	"back": true, "next": true, "blocker": true, "graph later": true, "zoom": true,
	"close look": true, "show all": true, "filter": true, "row above": true, "reset places": true,
	"larger text": true, "gentle camera": true, "tour": true,
}

// menuOf lists all shortcuts of a menu, in groups.
func (m *menus) menuOf(menu string) {
	first := true
	for i := range shortcuts {
		s := &shortcuts[i]
		if s.menu != menu {
			continue
		}
		if groupStarts[s.name] && !first {
			imgui.Separator()
		}
		first = false
		imgui.BeginDisabledV(s.selection && len(m.ws.Look.Selection) == 0)
		m.item(s.name, m.entryLabel(s), m.commands.isOn(s))
		imgui.EndDisabled()
	}
}

// entryLabel returns the label of a shortcut in its menu: without the menu's
// name, and with the moment of a bookmark that is set.
func (m *menus) entryLabel(s *shortcut) string {
	if prefix, choice, ok := strings.Cut(s.label, ": "); ok && strings.HasPrefix(prefix, s.menu) {
		return choice
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

// title shows the name of the open trace at the right.
func (m *menus) title() {
	tl := m.ws.Timeline
	parts := []string{m.ws.Name, tl.End.String(), m.threadCount()}
	s := strings.Join(parts, " · ")
	left := imgui.ContentRegionAvail().X - 2*imgui.FontSize()
	if left < 5*imgui.FontSize() { // it is in the window's title too
		return
	}
	s = shorten(s, left)
	alignRight(imgui.CalcTextSize(s).X + 0.5*imgui.FontSize())
	m.ui.faint(s)
}

// sideBar is a strip along an edge of the window.
func sideBar(name string, dir imgui.Dir, ground scene.Color, body func()) {
	flags := imgui.WindowFlagsNoScrollbar | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsMenuBar
	imgui.PushStyleColorVec4(imgui.ColMenuBarBg, vec(ground))
	if imgui.InternalBeginViewportSideBar(name, imgui.MainViewport(), dir, imgui.FrameHeight(), imgui.WindowFlags(flags)) && imgui.BeginMenuBar() {
		body()
		imgui.EndMenuBar()
	}
	imgui.End()
	imgui.PopStyleColor()
}
