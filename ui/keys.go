package ui

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/lod"
	"tiv/report"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// shortcut is something that the keyboard does.
type shortcut struct {
	name   string // for the user's settings, where it must stay what it is
	menu   string // and heading in the key sheet
	keys   string // that it has usually, in words
	does   string
	held   bool // goes on while a key is held; what is typed always does
	some   bool // is about selected threads
	typing bool // is done although a field has the keyboard
	do     func(*app)
}

// shortcuts lists all of them, those of a menu one after the other.
var shortcuts = byMenu(slices.Concat(commonKeys, cameraKeys, windowKeys, bookmarkKeys(), choices()))

// byMenu puts those of a menu together, where the first of them is.
func byMenu(list []shortcut) []shortcut {
	first := map[string]int{}
	for i, s := range list {
		if _, ok := first[s.menu]; !ok {
			first[s.menu] = i
		}
	}
	slices.SortStableFunc(list, func(a, b shortcut) int { return cmp.Compare(first[a.menu], first[b.menu]) })
	return list
}

var commonKeys = []shortcut{
	{name: "open", menu: "File", keys: "Ctrl+O", does: "Open a trace", typing: true, do: func(a *app) { a.dialog.show = true; a.expect() }},
	{name: "close tab", menu: "File", keys: "Ctrl+W", does: "Close the trace", typing: true, do: func(a *app) { a.closeTab(a.current()) }},
	{name: "shot", menu: "File", keys: "F12", does: "Save a picture of the scene", do: quickShot},
	{name: "ask shot", menu: "File", keys: "Ctrl+Shift+S", does: "Save a picture as …", do: askShot},
	{name: "copy shot", menu: "File", keys: "Ctrl+C", does: "Copy a picture of the scene", do: copyShot},
	{name: "film", menu: "File", keys: "Ctrl+Shift+R", does: "Record a film", do: askFilm},
	{name: "report", menu: "File", does: "Save a report: findings, notes, pictures and tables in one HTML file", do: askReport},
	{name: "quit", menu: "File", keys: "Ctrl+Q", does: "Quit", typing: true, do: func(a *app) { a.closing = true }},

	{name: "undo", menu: "Edit", keys: "Ctrl+Z", does: "Undo", held: true, do: glideTo(workspace.Undo{})},
	{name: "redo", menu: "Edit", keys: "Ctrl+Shift+Z Ctrl+Y", does: "Redo", held: true, do: glideTo(workspace.Redo{})},

	{name: "view 1", menu: "View", keys: "1", does: "3D view", do: view(scene.Free)},
	{name: "view 2", menu: "View", keys: "2", does: "Timeline view", do: view(scene.Timeline)},
	{name: "view 3", menu: "View", keys: "3", does: "Interaction view", do: view(scene.Interaction)},
	{name: "view 4", menu: "View", keys: "4", does: "Timeline and interaction", do: view(scene.Split)},
	{name: "fit", menu: "View", keys: "0", does: "Fit all", do: func(a *app) { a.glide(workspace.FitAll{}) }},
	{name: "focus", menu: "View", keys: "F", does: "Focus the selected thread", do: func(a *app) { a.glide(workspaceFocus) }},
	{name: "in time", menu: "View", keys: "E", does: "Waits at their own depth (3D)", do: command(workspace.ToggleInTime{})},
	{name: "signals", menu: "View", keys: "G", does: "Signal edges", do: command(workspace.ToggleSignals{})},
	{name: "patterns", menu: "View", keys: "P", does: "Patterns", do: command(workspace.TogglePatterns{})},
	{name: "level", menu: "View", keys: "L", does: "Next level of detail", do: nextLevel},
	{name: "tables", menu: "View", keys: "R", does: "Tables: rows of monitors, edges, threads", do: toggle(tablesName)},
	{name: "stats", menu: "View", keys: "V", does: "Statistics: values of what is selected", do: toggle(statsName)},
	{name: "theme", menu: "View", keys: "T", does: "Next palette", do: nextPalette},

	{name: "play", menu: "Play", keys: "Space", does: "Play, pause", do: command(workspace.TogglePlay{})},
	{name: "rewind", menu: "Play", keys: "Shift+Space", does: "Play backwards", do: command(workspace.Rewind{})},
	{name: "stop", menu: "Play", does: "Stop and go to the start", do: command(workspace.Stop{})},
	{name: "slower", menu: "Play", keys: "Shift+Down", does: "Half as fast", do: command(workspace.Slower{})},
	{name: "faster", menu: "Play", keys: "Shift+Up", does: "Twice as fast", do: command(workspace.Faster{})},
	{name: "loop", menu: "Play", keys: "Y", does: "Repeat the chosen part, or no more", do: (*app).toggleLoop},
	{name: "step back", menu: "Play", keys: "Left", does: "One step back", held: true, do: step(-1)},
	{name: "step on", menu: "Play", keys: "Right", does: "One step on", held: true, do: step(1)},
	{name: "ten back", menu: "Play", keys: "Shift+Left", does: "Ten steps back", held: true, do: step(-10)},
	{name: "ten on", menu: "Play", keys: "Shift+Right", does: "Ten steps on", held: true, do: step(10)},
	{name: "start", menu: "Play", keys: "Home", does: "To the start", do: command(workspace.SeekTo{})},
	{name: "end", menu: "Play", keys: "End", does: "To the end", do: command(workspace.SeekEnd{})},

	{name: "search", menu: "Go", keys: "/", does: "Search threads, monitors, functions", do: openFinder("")},
	{name: "back", menu: "Go", keys: "Alt+Left", does: "Back to where you looked before", do: glideTo(workspace.Back{})},
	{name: "forward", menu: "Go", keys: "Alt+Right", does: "Forward again", do: glideTo(workspace.Forward{})},
	{name: "next", menu: "Go", keys: "N", does: "Next finding", do: func(a *app) { a.goTo(a.findings.current + 1) }},
	{name: "previous", menu: "Go", keys: "Shift+N", does: "Previous finding", do: func(a *app) { a.goTo(max(a.findings.current, 0) - 1) }},
	{name: "blocker", menu: "Go", keys: "]", does: "Select whom it waits for", do: toBlocker},
	{name: "waiter", menu: "Go", keys: "[", does: "Select who waits for it", do: toWaiter},
	{name: "later", menu: "Go", keys: ".", does: "Next change of the selected thread", do: change(1)},
	{name: "earlier", menu: "Go", keys: ",", does: "Previous change of the selected thread", do: change(-1)},

	{name: "graph later", menu: "Go", keys: ">", does: "Next change of who waits for whom", do: graphChange(1)},
	{name: "graph earlier", menu: "Go", keys: "<", does: "Previous change of who waits for whom", do: graphChange(-1)},
	{name: "zoom", menu: "Go", keys: "Z", does: "Zoom to the selected threads and the part that is repeated", do: (*app).zoomToSelection},

	{name: "note", menu: "Notes", keys: "M", does: "Pin a note to the selected thread, to the edge under the mouse, or to the moment", do: pinNote},
	{name: "notes", menu: "Notes", does: "List of notes", do: func(*app) { imgui.SetWindowFocusStr(notesID) }},
	{name: "next note", menu: "Notes", does: "Next note", do: toNote(1)},
	{name: "previous note", menu: "Notes", does: "Previous note", do: toNote(-1)},
	{name: "copy notes", menu: "Notes", does: "Copy all notes as text", do: copyNotes},

	{name: "cluster", menu: "Threads", keys: "C", does: "Make a cluster of the selected threads", some: true, do: makeCluster},
	{name: "leave", menu: "Threads", does: "Take them out of their clusters", some: true, do: command(workspace.LeaveCluster{})},
	{name: "fold", menu: "Threads", keys: "X", does: "Fold or unfold their clusters", some: true, do: foldSelected},
	{name: "close look", menu: "Threads", keys: "K", does: "Look closely at them, or no more", some: true, do: command(workspace.LookClosely{})},
	{name: "hide", menu: "Threads", keys: "H", does: "Hide them", some: true, do: command(workspace.Hide{})},
	{name: "hide rest", menu: "Threads", keys: "Shift+H", does: "Hide the others", some: true, do: command(workspace.HideRest{})},
	{name: "dim", menu: "Threads", keys: "B", does: "Move them into the background, or back", some: true, do: command(workspace.Dim{})},
	{name: "dim rest", menu: "Threads", keys: "Shift+B", does: "Move the others into the background", some: true, do: command(workspace.DimRest{})},
	{name: "aside", menu: "Threads", keys: "O", does: "Put them aside, behind all others, or back", some: true, do: command(workspace.PutAside{})},
	{name: "rename", menu: "Clusters", keys: "F2", does: "Rename the cluster of the selected thread", some: true, do: (*app).renameCluster},
	{name: "show all", menu: "Threads", keys: "U", does: "Show all threads again", do: command(workspace.ShowAll{})},
	{name: "select all", menu: "Threads", keys: "Ctrl+A", does: "Select all that are shown", do: command(workspace.SelectAll{})},
	{name: "select rest", menu: "Threads", keys: "Ctrl+I", does: "Select the others instead", do: command(workspace.SelectRest{})},

	{name: "nothing", menu: "Threads", keys: "Esc", does: "Select nothing, close what is open", do: escape},
	{name: "interact", menu: "Threads", keys: "I", does: "Show only those that interact with it", some: true, do: glideTo(workspace.OnlyInteracting{})},
	{name: "filter", menu: "Threads", keys: "Ctrl+F", does: "Filter threads by an expression", typing: true, do: toFilter},
	{name: "filter mode", menu: "Threads", does: "Hide what the filter leaves out, or dim it", do: (*app).toggleFilterMode},
	{name: "no filter", menu: "Threads", does: "No filter", do: command(workspace.SetFilter{})},
}

// bookmarkKeys are those of the ten bookmarks.
func bookmarkKeys() (list []shortcut) {
	for n := range 10 {
		list = append(list,
			shortcut{name: fmt.Sprint("bookmark ", n), menu: "Bookmarks", keys: fmt.Sprint("Ctrl+", n),
				does: fmt.Sprintf("Go to bookmark %d, or set it", n), do: func(a *app) { a.bookmark(n, false) }},
			shortcut{name: fmt.Sprint("set bookmark ", n), menu: "Bookmarks", keys: fmt.Sprint("Ctrl+Shift+", n),
				does: fmt.Sprintf("Set bookmark %d anew", n), do: func(a *app) { a.bookmark(n, true) }})
	}
	return list
}

// bookmark goes to a bookmark, or sets it if there is none or anew is set.
func (a *app) bookmark(n int, anew bool) {
	if a.ws.Bookmarks[n].Set && !anew {
		a.glide(workspace.GoToBookmark{Number: n})
		return
	}
	a.send(workspace.SetBookmark{Number: n})
	a.messages.say(withKey(fmt.Sprintf("Bookmark %d is set here", n), a.keysOf(fmt.Sprint("bookmark ", n))))
}

// keys carries out what was pressed and typed since the last frame, unless a
// field takes it.
func (a *app) keys() {
	if a.takeKey() {
		return
	}
	pressed := a.window.pressed
	a.window.pressed = nil
	if a.noteField.open {
		pressed = nil // Ctrl+Z and the like are about its text
	}
	busy := imgui.CurrentIO().WantTextInput() || a.asks()
	for _, p := range pressed {
		if s := a.shortcutFor(p.Chord); s != nil && (s.held || !p.repeat) && (!busy || s.typing) && !a.panelTakes(p.Chord) {
			s.do(a)
		}
	}
	if imgui.CurrentIO().WantTextInput() {
		a.expects = 0
		for _, c := range a.window.typed {
			imgui.CurrentIO().AddInputCharacter(uint32(c))
		}
		a.window.typed = nil
	}
	for len(a.window.typed) > 0 && !a.expecting() {
		c := a.window.typed[0]
		a.window.typed = a.window.typed[1:]
		if s := a.shortcutFor(prefs.Typed(c)); s != nil && !busy {
			s.do(a)
		}
	}
}

// expect lets what is typed wait for a field that is about to have the keyboard,
// for some frames.
func (a *app) expect() { a.expects = a.pace.drawn + 10 }

func (a *app) expecting() bool { return a.pace.drawn < a.expects }

// asks reports whether a dialog is open.
func (a *app) asks() bool {
	return a.dialog.open || a.keyDialog.open || a.shotDialog.open || a.filmDialog.open || a.reportDialog.open || a.noteField.open
}

func command(c workspace.Command) func(*app) { return func(a *app) { a.send(c) } }

func glideTo(c workspace.Command) func(*app) { return func(a *app) { a.glide(c) } }

func view(k scene.Kind) func(*app) { return command(workspace.SetView{Kind: k}) }

func zoom(factor float32) func(*app) { return command(workspace.ZoomBy{Factor: factor}) }

func step(n int) func(*app) { return command(workspace.StepBy{Steps: n}) }

func panTime(share float64) func(*app) {
	return func(a *app) {
		l := &a.ws.Look
		shown := float64(l.Step) * float64(l.Steps)
		a.send(workspace.SeekTo{Moment: l.Moment + tracefeed.Time(share*shown)})
	}
}

func nextLevel(a *app) { a.send(workspace.SetLevel{Level: (a.ws.Look.Level + 1) % (lod.Crowd + 1)}) }

func nextPalette(a *app) {
	all := scene.Palettes()
	i := slices.IndexFunc(all, func(p *scene.Palette) bool { return p.Name == a.ws.Look.Palette.Name })
	a.send(workspace.SetPalette{Palette: all[(i+1)%len(all)]})
}

func escape(a *app) {
	switch {
	case a.help:
		a.help = false
		return
	case a.tour.on:
		a.endTour(false)
		return
	case a.panelKeys.panel != "":
		a.toScene()
		return
	}
	a.pickThread(tracefeed.NoThread)
}

// toBlocker and toWaiter go along the wait of the selected thread.
func toBlocker(a *app) {
	if a.ws.Look.Selected == tracefeed.NoThread {
		return
	}
	if d := a.describe(); len(d.Blockers) > 0 {
		a.send(workspace.Follow{Thread: d.Blockers[0]})
	}
}

func toWaiter(a *app) {
	if a.ws.Look.Selected == tracefeed.NoThread {
		return
	}
	if d := a.describe(); len(d.Waiters) > 0 {
		a.send(workspace.Follow{Thread: d.Waiters[0].Thread})
	}
}

// change goes to the next or the last moment at which the selected thread
// began to do something else.
func change(direction int) func(*app) {
	return func(a *app) {
		t := a.ws.Look.Selected
		if t == tracefeed.NoThread {
			return
		}
		moment := a.ws.Look.Moment
		d := report.Span(a.ws.Timeline, t, moment)
		switch {
		case direction > 0:
			moment = d.Until
		case d.Since < moment:
			moment = d.Since
		default:
			moment = report.Span(a.ws.Timeline, t, max(0, moment-1)).Since
		}
		a.send(workspace.SeekTo{Moment: moment})
	}
}
