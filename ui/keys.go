package ui

import (
	"fmt"
	"slices"
	"unicode"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"tiv/lod"
	"tiv/report"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// shortcut is something that the keyboard does. A letter or sign is what is
// typed, on whatever keyboard; other keys are named.
type shortcut struct {
	name string // for menus
	menu string
	keys string // as the key sheet shows them
	does string
	sign rune
	key  glfw.Key
	mods glfw.ModifierKey // held with key
	held bool             // goes on while key is held; what is typed always does
	some bool             // is about selected threads
	do   func(*app)
}

// shortcuts lists all of them, in the order of the key sheet.
var shortcuts = slices.Concat(commonKeys, bookmarkKeys(), choices())

var commonKeys = []shortcut{
	{name: "view 1", menu: "View", keys: "1", does: "3D view", sign: '1', do: view(scene.Free)},
	{name: "view 2", menu: "View", keys: "2", does: "Timeline view", sign: '2', do: view(scene.Timeline)},
	{name: "view 3", menu: "View", keys: "3", does: "Interaction view", sign: '3', do: view(scene.Interaction)},
	{name: "view 4", menu: "View", keys: "4", does: "Timeline and interaction", sign: '4', do: view(scene.Split)},
	{name: "fit", menu: "View", keys: "0", does: "Fit all", sign: '0', do: func(a *app) { a.glide(workspace.FitAll{}) }},
	{name: "focus", menu: "View", keys: "F", does: "Focus the selected thread", sign: 'f', do: func(a *app) { a.glide(workspaceFocus) }},
	{keys: "+ -", does: "Zoom in, out", sign: '+', do: zoom(1.2)},
	{sign: '=', do: zoom(1.2)},
	{sign: '-', do: zoom(1 / 1.2)},
	{keys: "W S", does: "Shorter, longer steps", sign: 'w', do: command(workspace.ZoomTime{Notches: 1})},
	{sign: 's', do: command(workspace.ZoomTime{Notches: -1})},
	{keys: "A D", does: "Back, on by a tenth of the window", sign: 'a', do: panTime(-0.1)},
	{sign: 'd', do: panTime(0.1)},
	{name: "in time", menu: "View", keys: "E", does: "Waits at their own depth (3D)", sign: 'e', do: command(workspace.ToggleInTime{})},
	{name: "signals", menu: "View", keys: "G", does: "Signal edges", sign: 'g', do: command(workspace.ToggleSignals{})},
	{name: "patterns", menu: "View", keys: "P", does: "Patterns", sign: 'p', do: command(workspace.TogglePatterns{})},
	{name: "level", menu: "View", keys: "L", does: "Next level of detail", sign: 'l', do: nextLevel},
	{name: "tables", menu: "View", keys: "R", does: "Tables: rows of monitors, edges, threads", sign: 'r', do: toggle(tablesName)},
	{name: "stats", menu: "View", keys: "V", does: "Statistics: values of what is selected", sign: 'v', do: toggle(statsName)},
	{name: "theme", menu: "View", keys: "T", does: "Next palette", sign: 't', do: nextPalette},

	{name: "play", menu: "Go", keys: "Space", does: "Play, pause", key: glfw.KeySpace, do: command(workspace.TogglePlay{})},
	{keys: "← →", does: "Step back, on (Shift: ten steps)", key: glfw.KeyLeft, held: true, do: step(-1)},
	{key: glfw.KeyRight, held: true, do: step(1)},
	{key: glfw.KeyLeft, mods: glfw.ModShift, held: true, do: step(-10)},
	{key: glfw.KeyRight, mods: glfw.ModShift, held: true, do: step(10)},
	{name: "start", menu: "Go", keys: "Home", does: "To the start", key: glfw.KeyHome, do: command(workspace.SeekTo{})},
	{name: "end", menu: "Go", keys: "End", does: "To the end", key: glfw.KeyEnd, do: command(workspace.SeekEnd{})},
	{name: "next", menu: "Go", keys: "n", does: "Next finding", sign: 'n', do: func(a *app) { a.goTo(a.findings.current + 1) }},
	{name: "previous", menu: "Go", keys: "N", does: "Previous finding", sign: 'N', do: func(a *app) { a.goTo(max(a.findings.current, 0) - 1) }},
	{name: "blocker", menu: "Go", keys: "]", does: "Select whom it waits for", sign: ']', do: toBlocker},
	{name: "waiter", menu: "Go", keys: "[", does: "Select who waits for it", sign: '[', do: toWaiter},
	{name: "later", menu: "Go", keys: ".", does: "Next change of the selected thread", sign: '.', do: change(1)},
	{name: "earlier", menu: "Go", keys: ",", does: "Previous change of the selected thread", sign: ',', do: change(-1)},

	{name: "graph later", menu: "Go", keys: ">", does: "Next change of who waits for whom", sign: '>', do: graphChange(1)},
	{name: "graph earlier", menu: "Go", keys: "<", does: "Previous change of who waits for whom", sign: '<', do: graphChange(-1)},
	{name: "zoom", menu: "Go", keys: "Z", does: "Zoom to the selected threads and the part that is repeated", sign: 'z', do: (*app).zoomToSelection},

	{name: "note", keys: "M", does: "Pin a note to the selected thread, to the edge under the mouse, or to the moment", sign: 'm', do: pinNote},
	{name: "notes", menu: "View", does: "List of notes", do: func(*app) { imgui.SetWindowFocusStr(notesID) }},
	{name: "next note", menu: "Go", does: "Next note", do: toNote(1)},
	{name: "previous note", menu: "Go", does: "Previous note", do: toNote(-1)},
	{name: "copy notes", does: "Copy all notes as text", do: copyNotes},

	{name: "cluster", menu: "Threads", keys: "C", does: "Make a cluster of the selected threads", sign: 'c', some: true, do: makeCluster},
	{name: "leave", menu: "Threads", does: "Take them out of their clusters", some: true, do: command(workspace.LeaveCluster{})},
	{name: "fold", menu: "Threads", keys: "X", does: "Fold or unfold their clusters", sign: 'x', some: true, do: foldSelected},
	{name: "close look", menu: "Threads", keys: "K", does: "Look closely at them, or no more", sign: 'k', some: true, do: command(workspace.LookClosely{})},
	{name: "hide", menu: "Threads", keys: "H", does: "Hide them", sign: 'h', some: true, do: command(workspace.Hide{})},
	{name: "hide rest", menu: "Threads", keys: "Shift+H", does: "Hide the others", sign: 'H', some: true, do: command(workspace.HideRest{})},
	{name: "dim", menu: "Threads", keys: "B", does: "Move them into the background, or back", sign: 'b', some: true, do: command(workspace.Dim{})},
	{name: "dim rest", menu: "Threads", keys: "Shift+B", does: "Move the others into the background", sign: 'B', some: true, do: command(workspace.DimRest{})},
	{name: "aside", menu: "Threads", keys: "O", does: "Put them aside, behind all others, or back", sign: 'o', some: true, do: command(workspace.PutAside{})},
	{name: "show all", menu: "Threads", keys: "U", does: "Show all threads again", sign: 'u', do: command(workspace.ShowAll{})},
	{name: "select all", menu: "Threads", keys: "Ctrl+A", does: "Select all that are shown", key: glfw.KeyA, mods: glfw.ModControl, do: command(workspace.SelectAll{})},
	{name: "select rest", menu: "Threads", keys: "Ctrl+I", does: "Select the others instead", key: glfw.KeyI, mods: glfw.ModControl, do: command(workspace.SelectRest{})},

	{name: "interact", menu: "Threads", keys: "I", does: "Show only those that interact with it", sign: 'i', some: true, do: glideTo(workspace.OnlyInteracting{})},
	{name: "filter", menu: "Threads", keys: "Ctrl+F", does: "Filter threads by an expression", key: glfw.KeyF, mods: glfw.ModControl, do: toFilter},
	{name: "search", menu: "Go", keys: "/", does: "Search threads, monitors, functions", sign: '/', do: openFinder("")},
	{name: "commands", menu: "Help", keys: "Ctrl+Shift+P", does: "All commands, by name", key: glfw.KeyP, mods: glfw.ModControl | glfw.ModShift, do: openFinder(commandMark)},
	{name: "undo", menu: "Edit", keys: "Ctrl+Z", does: "Undo", key: glfw.KeyZ, mods: glfw.ModControl, held: true, do: glideTo(workspace.Undo{})},
	{name: "redo", menu: "Edit", keys: "Ctrl+Shift+Z", does: "Redo", key: glfw.KeyZ, mods: glfw.ModControl | glfw.ModShift, held: true, do: glideTo(workspace.Redo{})},
	{key: glfw.KeyY, mods: glfw.ModControl, held: true, do: glideTo(workspace.Redo{})},
	{name: "back", menu: "Go", keys: "Alt+←", does: "Back to where you looked before", key: glfw.KeyLeft, mods: glfw.ModAlt, do: glideTo(workspace.Back{})},
	{name: "forward", menu: "Go", keys: "Alt+→", does: "Forward again", key: glfw.KeyRight, mods: glfw.ModAlt, do: glideTo(workspace.Forward{})},
	{name: "next tab", keys: "Ctrl+Tab", does: "Next trace", key: glfw.KeyTab, mods: glfw.ModControl, do: func(a *app) { a.showNext(1) }},
	{key: glfw.KeyTab, mods: glfw.ModControl | glfw.ModShift, do: func(a *app) { a.showNext(-1) }},
	{name: "close tab", keys: "Ctrl+W", does: "Close the trace", key: glfw.KeyW, mods: glfw.ModControl, do: func(a *app) { a.closeTab(a.current()) }},
	{name: "open", keys: "Ctrl+O", does: "Open a trace", key: glfw.KeyO, mods: glfw.ModControl, do: func(a *app) { a.dialog.show = true; a.expect() }},
	{name: "shot", keys: "F12", does: "Save a picture of the scene", key: glfw.KeyF12, do: quickShot},
	{name: "ask shot", keys: "Ctrl+Shift+S", does: "Save a picture as …", key: glfw.KeyS, mods: glfw.ModControl | glfw.ModShift, do: askShot},
	{name: "copy shot", keys: "Ctrl+C", does: "Copy a picture of the scene", key: glfw.KeyC, mods: glfw.ModControl, do: unlessTyping(copyShot)},
	{name: "film", keys: "Ctrl+Shift+R", does: "Record a film", key: glfw.KeyR, mods: glfw.ModControl | glfw.ModShift, do: askFilm},
	{keys: "Esc", does: "Select nothing", key: glfw.KeyEscape, do: escape},
	{name: "help", menu: "Help", keys: "?", does: "Keys and mouse", sign: '?', do: func(a *app) { a.help = !a.help }},
	{name: "quit", keys: "Ctrl+Q", does: "Quit", key: glfw.KeyQ, mods: glfw.ModControl, do: func(a *app) { a.closing = true }},
}

// bookmarkKeys are those of the ten bookmarks.
func bookmarkKeys() (list []shortcut) {
	for n := range 10 {
		go1 := shortcut{key: glfw.Key0 + glfw.Key(n), mods: glfw.ModControl, do: func(a *app) { a.bookmark(n, false) }}
		set := shortcut{key: go1.key, mods: glfw.ModControl | glfw.ModShift, do: func(a *app) { a.bookmark(n, true) }}
		if n == 0 {
			go1.keys, go1.does = "Ctrl+0 … 9", "Go to a bookmark, or set it"
			set.keys, set.does = "Ctrl+Shift+0 … 9", "Set a bookmark anew"
		}
		list = append(list, go1, set)
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
	a.messages.say(fmt.Sprintf("Bookmark %d is set here. Ctrl+%d comes back.", n, n))
}

// keys carries out what was pressed and typed since the last frame, unless a
// field takes it.
func (a *app) keys() {
	pressed := a.window.pressed
	a.window.pressed = nil
	if a.noteField.open {
		pressed = nil // Ctrl+Z and the like are about its text
	}
	busy := imgui.CurrentIO().WantTextInput() || a.asks()
	for _, p := range pressed {
		for i := range shortcuts {
			s := &shortcuts[i]
			if s.sign == 0 && s.key == p.key && s.mods == p.mods && (s.held || !p.repeat) && (!busy || s.mods == glfw.ModControl) {
				s.do(a)
			}
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
		if !busy {
			a.typedSign(c)
		}
	}
}

// expect lets what is typed wait for a field that is about to have the keyboard,
// for some frames.
func (a *app) expect() { a.expects = a.pace.drawn + 10 }

func (a *app) expecting() bool { return a.pace.drawn < a.expects }

// typedSign does what a sign stands for.
func (a *app) typedSign(c rune) {
	i := slices.IndexFunc(shortcuts, func(s shortcut) bool { return s.sign == c })
	if i < 0 { // capitals do the same, unless they do something else
		i = slices.IndexFunc(shortcuts, func(s shortcut) bool { return s.sign == unicode.ToLower(c) })
	}
	if i >= 0 {
		shortcuts[i].do(a)
	}
}

// asks reports whether a dialog is open.
func (a *app) asks() bool {
	return a.dialog.open || a.shotDialog.open || a.filmDialog.open || a.noteField.open
}

// unlessTyping is for keys that do something else in a text field.
func unlessTyping(do func(*app)) func(*app) {
	return func(a *app) {
		if !imgui.CurrentIO().WantTextInput() && !a.asks() {
			do(a)
		}
	}
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
	if a.help {
		a.help = false
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
