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
	name   string // for the user's settings, so it must not change
	menu   string // and heading in the key sheet
	keys   string // that it has usually, in words
	does   string
	tip    string // its effect, in a sentence longer than does
	held   bool   // repeats while a key is held; typed signs always do
	some   bool   // is about selected threads
	typing bool   // is done although a field has the keyboard
	do     func(*app)
}

// shortcuts lists all of them, grouped by menu.
var shortcuts = byMenu(slices.Concat(commonKeys, cameraKeys, windowKeys, bookmarkKeys(), choices()))

// byMenu groups shortcuts by menu, in the order of each menu's first shortcut.
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
	{name: "open", menu: "File", keys: "Ctrl+O", does: "Open a trace", typing: true, do: func(a *app) { a.dialog.show = true; a.expect() },
		tip: "Opens a trace, or a picture that TIV made of one, in a tab of its own."},
	{name: "close tab", menu: "File", keys: "Ctrl+W", does: "Close the trace", typing: true, do: func(a *app) { a.closeTab(a.current()) },
		tip: "Closes the trace that is shown, and with the last one the window."},
	{name: "shot", menu: "File", keys: "F12", does: "Save a picture of the scene", do: quickShot,
		tip: "Writes the scene at once into a PNG that carries this view: TIV opens it again."},
	{name: "ask shot", menu: "File", keys: "Ctrl+Shift+S", does: "Save a picture as …", do: askShot,
		tip: "Asks what the picture is to show, how large it is and where it goes."},
	{name: "copy shot", menu: "File", keys: "Ctrl+C", does: "Copy a picture of the scene", do: copyShot,
		tip: "Puts a picture of the scene into the clipboard."},
	{name: "film", menu: "File", keys: "Ctrl+Shift+R", does: "Record a film", do: askFilm,
		tip: "Writes a moving PNG of a stretch of time, which browsers play."},
	{name: "report", menu: "File", does: "Save a report …", do: askReport,
		tip: "Writes findings, notes, pictures and tables into one HTML file, which browsers show."},
	{name: "quit", menu: "File", keys: "Ctrl+Q", does: "Quit", typing: true, do: func(a *app) { a.closing = true },
		tip: "Closes the window and all traces in it."},

	{name: "undo", menu: "Edit", keys: "Ctrl+Z", does: "Undo", held: true, do: glideTo(workspace.Undo{}),
		tip: "Takes back the last change of how the trace is looked at."},
	{name: "redo", menu: "Edit", keys: "Ctrl+Shift+Z Ctrl+Y", does: "Redo", held: true, do: glideTo(workspace.Redo{}),
		tip: "Does again what was taken back last."},

	{name: "view 1", menu: "View", keys: "1", does: "3D view", do: view(scene.Free),
		tip: "Threads as bars that go back in time, and who waits for whom at the moment."},
	{name: "view 2", menu: "View", keys: "2", does: "Timeline view", do: view(scene.Timeline),
		tip: "What each thread did when, up to the moment."},
	{name: "view 3", menu: "View", keys: "3", does: "Interaction view", do: view(scene.Interaction),
		tip: "The moment from the front: who waits for whom."},
	{name: "view 4", menu: "View", keys: "4", does: "Timeline and interaction", do: view(scene.Split),
		tip: "Timeline and interaction side by side."},
	{name: "fit", menu: "View", keys: "0", does: "Fit all", do: func(a *app) { a.glide(workspace.FitAll{}) },
		tip: "Moves the camera so that all threads are in view."},
	{name: "focus", menu: "View", keys: "F", does: "Focus the selected thread", do: func(a *app) { a.glide(workspaceFocus) },
		tip: "Moves the camera to the thread that is selected."},
	{name: "in time", menu: "View", keys: "E", does: "Waits at their own depth (3D)", do: command(workspace.ToggleInTime{}),
		tip: "In the 3D view, draws each wait of the time shown at its own depth too."},
	{name: "signals", menu: "View", keys: "G", does: "Signal edges", do: command(workspace.ToggleSignals{}),
		tip: "Also shows who told whom to go on: conditions, channels, joins. This is no blocked time."},
	{name: "patterns", menu: "View", keys: "P", does: "Patterns", do: command(workspace.TogglePatterns{}),
		tip: "Draws textures that tell states apart without colour."},
	{name: "level", menu: "View", keys: "L", does: "Next level of detail", do: nextLevel,
		tip: "Goes on through near, mid, far, crowd, and back to auto, which chooses by how large threads are on the screen."},
	{name: "tables", menu: "View", keys: "R", does: "Tables: rows of monitors, edges, threads", do: toggle(tablesName),
		tip: "Opens or closes the panel that lists what the trace says, to be sorted, searched and copied."},
	{name: "stats", menu: "View", keys: "V", does: "Statistics: values of what is selected", do: toggle(statsName),
		tip: "Opens or closes the panel that adds up states, waits and monitors of the selected threads, or of all."},
	{name: "theme", menu: "View", keys: "T", does: "Next palette", do: nextPalette,
		tip: "Goes on to the next colours of the scene and the panels."},

	{name: "play", menu: "Play", keys: "Space", does: "Play, pause", do: command(workspace.TogglePlay{}),
		tip: "Lets the moment move on by itself at the speed that is set, or stands still."},
	{name: "rewind", menu: "Play", keys: "Shift+Space", does: "Play backwards", do: command(workspace.Rewind{}),
		tip: "Lets the moment move back by itself at the speed that is set."},
	{name: "stop", menu: "Play", does: "Stop and go to the start", do: command(workspace.Stop{}),
		tip: "Stands still and goes back to where the trace begins."},
	{name: "slower", menu: "Play", keys: "Shift+Down", does: "Half as fast", do: command(workspace.Slower{}),
		tip: "Halves how much of the trace is played in a second."},
	{name: "faster", menu: "Play", keys: "Shift+Up", does: "Twice as fast", do: command(workspace.Faster{}),
		tip: "Doubles how much of the trace is played in a second."},
	{name: "loop", menu: "Play", keys: "Y", does: "Repeat the chosen part, or no more", do: (*app).toggleLoop,
		tip: "Plays the part that was chosen in the overview with Shift+drag, or all, again and again."},
	{name: "step back", menu: "Play", keys: "Left", does: "One step back", held: true, do: step(-1),
		tip: "Moves the moment back by the length of one step."},
	{name: "step on", menu: "Play", keys: "Right", does: "One step on", held: true, do: step(1),
		tip: "Moves the moment on by the length of one step."},
	{name: "ten back", menu: "Play", keys: "Shift+Left", does: "Ten steps back", held: true, do: step(-10),
		tip: "Moves the moment back by the length of ten steps."},
	{name: "ten on", menu: "Play", keys: "Shift+Right", does: "Ten steps on", held: true, do: step(10),
		tip: "Moves the moment on by the length of ten steps."},
	{name: "start", menu: "Play", keys: "Home", does: "To the start", do: command(workspace.SeekTo{}),
		tip: "Moves the moment to where the trace begins."},
	{name: "end", menu: "Play", keys: "End", does: "To the end", do: command(workspace.SeekEnd{}),
		tip: "Moves the moment to where the trace ends, as far as it has been read."},

	{name: "search", menu: "Go", keys: "/", does: "Search threads, monitors, functions", do: openFinder(""),
		tip: "Finds threads, monitors, functions and commands by a part of their names, and goes there."},
	{name: "back", menu: "Go", keys: "Alt+Left", does: "Back to where you looked before", do: glideTo(workspace.Back{}),
		tip: "Goes to the moment, the camera and the selection of before, like the button of a browser."},
	{name: "forward", menu: "Go", keys: "Alt+Right", does: "Forward again", do: glideTo(workspace.Forward{}),
		tip: "Goes where Back came from."},
	{name: "next", menu: "Go", keys: "N", does: "Next finding", do: func(a *app) { a.goTo(a.findings.current + 1) },
		tip: "Goes to the next of the things that are wrong, as the panel Findings lists them."},
	{name: "previous", menu: "Go", keys: "Shift+N", does: "Previous finding", do: func(a *app) { a.goTo(max(a.findings.current, 0) - 1) },
		tip: "Goes to the last of the things that are wrong, as the panel Findings lists them."},
	{name: "blocker", menu: "Go", keys: "]", does: "Select whom it waits for", do: toBlocker,
		tip: "Goes along the wait: selects the thread that the selected one waits for."},
	{name: "waiter", menu: "Go", keys: "[", does: "Select who waits for it", do: toWaiter,
		tip: "Goes along the wait the other way: selects a thread that waits for the selected one."},
	{name: "later", menu: "Go", keys: ".", does: "Next change of the selected thread", do: change(1),
		tip: "Moves the moment on to where the selected thread begins to do something else."},
	{name: "earlier", menu: "Go", keys: ",", does: "Previous change of the selected thread", do: change(-1),
		tip: "Moves the moment back to where the selected thread began what it does."},

	{name: "graph later", menu: "Go", keys: ">", does: "Next change of who waits for whom", do: graphChange(1),
		tip: "Moves the moment on to where anybody begins or ceases to wait for another."},
	{name: "graph earlier", menu: "Go", keys: "<", does: "Previous change of who waits for whom", do: graphChange(-1),
		tip: "Moves the moment back to where anybody began or ceased to wait for another."},
	{name: "zoom", menu: "Go", keys: "Z", does: "Zoom to the selected threads and the part that is repeated", do: (*app).zoomToSelection,
		tip: "Fills the picture with the selected threads, and the time that is shown with the part that is repeated."},

	{name: "note", menu: "Notes", keys: "M", does: "Pin a note to the selected thread, to the edge under the mouse, or to the moment", do: pinNote,
		tip: "Writes down what you see where you see it; notes are kept with the trace and in its pictures."},
	{name: "notes", menu: "Notes", does: "List of notes", do: func(*app) { imgui.SetWindowFocusStr(notesID) },
		tip: "Brings the panel with all notes to the front."},
	{name: "next note", menu: "Notes", does: "Next note", do: toNote(1),
		tip: "Goes to the note whose moment comes after this."},
	{name: "previous note", menu: "Notes", does: "Previous note", do: toNote(-1),
		tip: "Goes to the note whose moment comes before this."},
	{name: "copy notes", menu: "Notes", does: "Copy all notes as text", do: copyNotes,
		tip: "Puts all notes into the clipboard (Markdown), for a bug report: each with its moment, what its thread did then and whom it waited for."},

	{name: "cluster", menu: "Threads", keys: "C", does: "Make a cluster of the selected threads", some: true, do: makeCluster,
		tip: "Puts the selected threads next to each other, under a name and a colour of their own."},
	{name: "leave", menu: "Threads", does: "Take them out of their clusters", some: true, do: command(workspace.LeaveCluster{}),
		tip: "Lets the selected threads stand alone again."},
	{name: "fold", menu: "Threads", keys: "X", does: "Fold or unfold their clusters", some: true, do: foldSelected,
		tip: "Draws each cluster of the selected threads as one bar, or all its threads again."},
	{name: "close look", menu: "Threads", keys: "K", does: "Look closely at them, or no more", some: true, do: command(workspace.LookClosely{}),
		tip: "Draws the selected threads with all five states, whatever the level of detail of the others."},
	{name: "hide", menu: "Threads", keys: "H", does: "Hide them", some: true, do: command(workspace.Hide{}),
		tip: "Takes the selected threads out of the picture until all are shown again."},
	{name: "hide rest", menu: "Threads", keys: "Shift+H", does: "Hide the others", some: true, do: command(workspace.HideRest{}),
		tip: "Takes all but the selected threads out of the picture until all are shown again."},
	{name: "dim", menu: "Threads", keys: "B", does: "Move them into the background, or back", some: true, do: command(workspace.Dim{}),
		tip: "Draws the selected threads faintly, or as before."},
	{name: "dim rest", menu: "Threads", keys: "Shift+B", does: "Move the others into the background", some: true, do: command(workspace.DimRest{}),
		tip: "Draws all but the selected threads faintly."},
	{name: "aside", menu: "Threads", keys: "O", does: "Put them aside, behind all others, or back", some: true, do: command(workspace.PutAside{}),
		tip: "Lets the selected threads stand behind all others, or where they stood."},
	{name: "rename", menu: "Clusters", keys: "F2", does: "Rename the cluster of the selected thread", some: true, do: (*app).renameCluster,
		tip: "Asks for another name for the cluster that the selected thread is in."},
	{name: "show all", menu: "Threads", keys: "U", does: "Show all threads again", do: command(workspace.ShowAll{}),
		tip: "Shows what was hidden, dimmed or put aside, and takes the filter away."},
	{name: "select all", menu: "Threads", keys: "Ctrl+A", does: "Select all that are shown", do: command(workspace.SelectAll{}),
		tip: "Selects every thread that is in the picture."},
	{name: "select rest", menu: "Threads", keys: "Ctrl+I", does: "Select the others instead", do: command(workspace.SelectRest{}),
		tip: "Selects the threads that are not selected, and no longer those that are."},

	{name: "nothing", menu: "Threads", keys: "Esc", does: "Select nothing, close what is open", do: escape,
		tip: "Closes what lies over the scene, and then lets no thread be selected."},
	{name: "interact", menu: "Threads", keys: "I", does: "Show only those that interact with it", some: true, do: glideTo(workspace.OnlyInteracting{}),
		tip: "Hides all threads but the selected one and those that waited for it, or it for them, in the history."},
	{name: "filter", menu: "Threads", keys: "Ctrl+F", does: "Filter threads by an expression", typing: true, do: toFilter,
		tip: "Goes to the field for an expression that says which threads are of interest, such as blocking > 50%."},
	{name: "filter mode", menu: "Threads", does: "Hide what the filter leaves out, or dim it", do: (*app).toggleFilterMode,
		tip: "Changes what becomes of threads that the filter is not true of: out of the picture, or faint."},
	{name: "no filter", menu: "Threads", does: "No filter", do: command(workspace.SetFilter{}),
		tip: "Takes the filter away."},
}

// bookmarkKeys are the shortcuts of the ten bookmarks.
func bookmarkKeys() (list []shortcut) {
	for n := range 10 {
		list = append(list,
			shortcut{name: fmt.Sprint("bookmark ", n), menu: "Bookmarks", keys: fmt.Sprint("Ctrl+", n),
				does: fmt.Sprintf("Go to bookmark %d, or set it", n), do: func(a *app) { a.bookmark(n, false) },
				tip: "Goes back to the moment, the camera and the threads of the bookmark; if there is none yet, it is set here."},
			shortcut{name: fmt.Sprint("set bookmark ", n), menu: "Bookmarks", keys: fmt.Sprint("Ctrl+Shift+", n),
				does: fmt.Sprintf("Set bookmark %d anew", n), do: func(a *app) { a.bookmark(n, true) },
				tip: "Lets the bookmark be how things stand now, whatever it was."})
	}
	return list
}

// bookmark goes to a bookmark. It sets the bookmark if it is unset, or if anew
// is true.
func (a *app) bookmark(n int, anew bool) {
	if a.ws.Bookmarks[n].Set && !anew {
		a.glide(workspace.GoToBookmark{Number: n})
		return
	}
	a.send(workspace.SetBookmark{Number: n})
	a.messages.say(withKey(fmt.Sprintf("Bookmark %d is set here", n), a.keysOf(fmt.Sprint("bookmark ", n))))
}

// keys carries out the keys pressed and typed since the last frame, unless a
// field takes them.
func (a *app) keys() {
	if a.keymapOf != a.prefs.KeyPreset {
		a.keysChanged()
	}
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

// expect keeps typed text, for some frames, for a field that is about to get
// the keyboard focus.
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
