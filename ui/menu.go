package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction"
	"tiv/scene"
	"tiv/workspace"
)

var workspaceFocus = workspace.Focus{}

func percentOf(k float32) string { return fmt.Sprintf("%.0f %%", 100*k) }

// menu is the bar at the top. Every entry is also a shortcut's doing.
func (a *app) menu() {
	if !imgui.BeginMainMenuBar() {
		return
	}
	defer imgui.EndMainMenuBar()
	a.submenu("File", func() {
		a.item("open", "Open…", false)
		a.recentMenu()
		imgui.Separator()
		a.item("shot", "Save picture", false)
		a.item("ask shot", "Save picture as…", false)
		a.item("copy shot", "Copy picture", false)
		a.item("film", "Record film…", false)
		a.item("report", "Save report…", false)
		imgui.Separator()
		a.item("close tab", "Close", false)
		a.item("quit", "Quit", false)
	})
	a.submenu("Edit", a.editMenu)
	a.menuWith("View", "Layout", "Level", "Palette", "Camera", "Time shown")
	a.menuWith("Play")
	a.menuWith("Go", "Bookmarks", "Notes")
	a.menuWith("Threads")
	a.menuWith("Clusters")
	a.menuWith("Window")
	a.menuWith("Help", "Keys")
	a.viewButtons()
	a.title()
}

// menuWith is a menu of shortcuts, with submenus.
func (a *app) menuWith(name string, below ...string) {
	a.submenu(name, func() {
		a.menuOf(name)
		for _, s := range below {
			a.submenu(s, func() { a.menuOf(s) })
		}
	})
}

// editMenu has the entries to undo and redo.
func (a *app) editMenu() {
	undo, redo := a.ws.UndoLabels()
	imgui.BeginDisabledV(undo == "")
	a.item("undo", strings.TrimSpace("Undo "+undo), false)
	imgui.EndDisabled()
	imgui.BeginDisabledV(redo == "")
	a.item("redo", strings.TrimSpace("Redo "+redo), false)
	imgui.EndDisabled()
	imgui.Separator()
	a.item("note", "Pin a note…", false)
	a.item("copy notes", "Copy all notes as text", false)
}

// recentMenu lists the traces that were open last.
func (a *app) recentMenu() {
	if !imgui.BeginMenuV("Open recent", len(a.prefs.Recent) > 0) {
		return
	}
	for _, path := range slices.Clone(a.prefs.Recent) {
		if imgui.MenuItemBool(cut(tame(path), 40*imgui.FontSize())) {
			a.openPaths(path)
		}
		tip("Opens " + tame(path) + " again.")
	}
	imgui.EndMenu()
}

// viewButtons switch the view without keys.
func (a *app) viewButtons() {
	p := a.ws.Look.Palette
	space := imgui.FontSize()
	for kind := scene.Free; kind <= scene.Split; kind++ {
		imgui.SameLineV(0, space)
		space = 2 * a.scale()
		ground := p.Shade(scene.PanelShade)
		if kind == a.ws.Look.Kind {
			ground = p.Shade(scene.PressedShade)
		}
		imgui.PushStyleColorVec4(imgui.ColButton, vec(ground))
		if imgui.SmallButton(viewNames[kind]) {
			a.send(workspace.SetView{Kind: kind})
		}
		imgui.PopStyleColor()
		a.mark("view "+kind.String(), lastItem())
		a.commandTip(fmt.Sprint("view ", int(kind)+1))
	}
}

// viewNames are the labels of views on buttons.
var viewNames = [...]string{scene.Free: "3D", scene.Timeline: "timeline", scene.Interaction: "interaction", scene.Split: "both"}

func (a *app) submenu(name string, body func()) {
	if name == "File" && a.panelKeys.menus {
		a.panelKeys.menus = false
		imgui.OpenPopupStr(name)
	}
	if imgui.BeginMenu(name) {
		body()
		imgui.EndMenu()
	}
	a.mark("menu "+name, lastItem())
}

// menuOf lists all shortcuts of a menu.
func (a *app) menuOf(menu string) {
	for i := range shortcuts {
		if s := &shortcuts[i]; s.menu == menu {
			imgui.BeginDisabledV(s.some && len(a.ws.Look.Selection) == 0)
			a.item(s.name, s.does, s.on != nil && s.on(a))
			imgui.EndDisabled()
		}
	}
}

// item is the menu entry of a shortcut.
func (a *app) item(name, label string, on bool) {
	s := shortcutNamed(name)
	if imgui.MenuItemBoolV(label, a.keysOf(name), on, true) {
		if a.panelKeys.panel == menuBar {
			a.toScene()
		}
		s.do(a)
	}
	a.mark("item "+name, lastItem())
	a.itemTip(s)
}

// itemTip shows the explanation of an entry, and its precondition.
func (a *app) itemTip(s *shortcut) {
	said := s.tip
	if s.some && len(a.ws.Look.Selection) == 0 {
		said += " Select threads first."
	}
	tip(said)
}

// title shows the name of the open trace at the right.
func (a *app) title() {
	tl := a.ws.Timeline
	parts := []string{a.ws.Name, tl.End.String(), plural(len(a.ws.Look.Threads), "thread")}
	s := strings.Join(parts, " · ")
	left := imgui.ContentRegionAvail().X - 2*imgui.FontSize()
	if left < 5*imgui.FontSize() { // it is in the window's title too
		return
	}
	s = cut(s, left)
	right(imgui.CalcTextSize(s).X + 0.5*imgui.FontSize())
	a.faint(s)
}

// sideBar is a strip along an edge of the window.
func (a *app) sideBar(name string, dir imgui.Dir, ground scene.Color, body func()) {
	flags := imgui.WindowFlagsNoScrollbar | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsMenuBar
	imgui.PushStyleColorVec4(imgui.ColMenuBarBg, vec(ground))
	if imgui.InternalBeginViewportSideBar(name, imgui.MainViewport(), dir, imgui.FrameHeight(), imgui.WindowFlags(flags)) && imgui.BeginMenuBar() {
		body()
		imgui.EndMenuBar()
	}
	imgui.End()
	imgui.PopStyleColor()
}

// banner shows warnings about the trace or the opened picture, across the
// window.
func (a *app) banner() {
	var lines []string
	if tl := a.ws.Timeline; tl.Damage != nil {
		lines = append(lines, fmt.Sprintf("The trace is damaged: %v. Shown is what could be read, up to %v.", tl.Damage, tl.End))
	}
	if a.warning != "" {
		lines = append(lines, a.warning+".")
	}
	if len(lines) == 0 {
		return
	}
	p := a.ws.Look.Palette
	ground := p.Alarm()
	a.sideBar("banner", imgui.DirUp, ground, func() {
		s := strings.Join(lines, " ")
		tinted(p.Text, cut(s, imgui.ContentRegionAvail().X))
		tip(s)
		at, size := imgui.WindowPos(), imgui.WindowSize()
		a.mark("banner", scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + size.X, Y1: at.Y + size.Y})
	})
}

// status is the line at the bottom.
func (a *app) status() {
	p := a.ws.Look.Palette
	a.sideBar("status", imgui.DirDown, p.Shade(scene.PanelShade), func() {
		speed := fmt.Sprintf("%.1f ms", a.pace.spent.Seconds()*1000)
		if a.ws.Playback.Playing {
			speed = fmt.Sprintf("%.0f fps · %s", a.pace.rate, speed)
		}
		wide := imgui.CalcTextSize("999 fps · 9999.9 ms").X
		if tl := a.ws.Timeline; !tl.Complete {
			imgui.ProgressBarV(float32(a.loader.Progress()), imgui.Vec2{X: 9 * imgui.FontSize(), Y: 0.8 * imgui.FontSize()}, "")
			imgui.SameLine()
		}
		s := a.statusText()
		shown := cut(s, imgui.ContentRegionAvail().X-wide-imgui.FontSize())
		a.faint(shown)
		tip(s)
		right(imgui.CalcTextSize(speed).X + 0.3*imgui.FontSize())
		a.faint(speed)
		tip(fmt.Sprintf("What the last frame took, without waiting for the screen. %d frames drawn, %d of the scene.", a.pace.drawn, a.pace.built))
	})
}

// edgesText counts the edges between threads.
func edgesText(f *scene.Frame) string {
	inferred := 0
	for _, l := range f.Links {
		if l.Kind == interaction.Lock && l.Evidence != interaction.Observed {
			inferred++
		}
	}
	s := plural(len(f.Links), "edge")
	if inferred > 0 {
		s += fmt.Sprintf(", %d inferred", inferred)
	}
	if f.LinksLeft > 0 {
		s += fmt.Sprintf(", %d weaker ones with %s of the waiting not drawn", f.LinksLeft, perCent(f.LeftShare))
	}
	return s
}

// plural writes a number with a noun in the singular or plural.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// statusText returns the caveats of the picture.
func (a *app) statusText() string {
	tl := a.ws.Timeline
	var parts []string
	if a.ws.Look.Caveats != "" {
		parts = append(parts, a.ws.Look.Caveats)
	}
	if !tl.Complete {
		parts = append(parts, fmt.Sprintf("reading, %.0f %%", 100*a.loader.Progress()))
	} else if !a.searched() {
		parts = append(parts, "looking for problems")
	}
	if f := a.frame; f != nil {
		if a.ws.Look.Late {
			parts = append(parts, scene.LateNote)
		}
		if f.Draft {
			parts = append(parts, scene.DraftNote)
		}
		parts = append(parts, "level "+f.Level.String())
		if a.ws.Look.Kind != scene.Timeline {
			parts = append(parts, edgesText(f))
			if f.LinksNote != "" {
				parts = append(parts, "waits of "+f.LinksNote)
			}
		}
	}
	if f := a.frame; f != nil && f.NotesLeft > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s not in view", f.NotesLeft, plural(len(a.ws.Look.Notes), "note")))
	}
	if a.ws.Look.Caveats == "" && tl.Complete {
		parts = append(parts, "nothing lost")
	}
	return strings.Join(parts, " · ")
}
