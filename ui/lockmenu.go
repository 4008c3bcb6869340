package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/widget"
	"tiv/workspace"
)

// lockMenu is the menu of a lock: it names the holders, renames the lock, copies its name or id, and leads to
// the threads at it.
type lockMenu struct {
	*shownTrace
	messages *messages
	input    *keys.Recorder
	slices   *sliceTools
	idle
	show bool // at the next frame
	lock tracefeed.MonitorID
	name string // in the field
}

// lockMenuWidth is the width of the menu, in sizes of the text.
const lockMenuWidth = 30

// maxHolders is the largest number of holders in the menu.
const maxHolders = 4

// lockMenuName is the id of the menu.
const lockMenuName = "##lock"

// link writes the name of a lock. A click opens its menu.
func (l *lockMenu) link(id string, m tracefeed.MonitorID) {
	if l.ui.Link(id, l.monitorName(m), widget.OneLine(l.ws.Look.Locks.Detail(m))+"\nClick to rename or copy it.") {
		l.open(m)
	}
	l.ui.MarkText("lock "+id, l.monitorName(m))
}

// open opens the menu of a lock in the next frame, with the keyboard in the field.
func (l *lockMenu) open(m tracefeed.MonitorID) {
	l.show, l.lock, l.name = true, m, l.ws.Look.Locks.Full(m)
	l.input.ExpectTyping()
}

func (l *lockMenu) layOut() {
	if l.show {
		imgui.OpenPopupStr(lockMenuName)
	}
	imgui.SetNextWindowSizeV(imgui.Vec2{X: lockMenuWidth * imgui.FontSize()}, imgui.CondAlways)
	if !imgui.BeginPopup(lockMenuName) {
		return
	}
	defer imgui.EndPopup()
	if int(l.lock) >= len(l.ws.Timeline.Monitors) { // of another tab
		imgui.CloseCurrentPopup()
		return
	}
	names, full := l.ws.Look.Locks, l.monitorName(l.lock)
	l.ui.Bold(widget.Shorten(full, imgui.ContentRegionAvail().X))
	widget.Tip(full)
	l.ui.FaintWrapped(widget.OneLine(names.Detail(l.lock)))
	l.holders()
	l.nameField()
	imgui.Separator()
	if l.item("Select its holder and waiters", "Selects the threads that hold the lock or wait for it at this moment.") {
		l.selectUsers(l.lock)
	}
	if l.item("New slice", "Makes a slice of the waits for this lock, and of the time of its holders meanwhile.") {
		l.slices.addLock(l.lock)
	}
	if l.item("Divide into slices…", "Makes slices of the waits for this lock, by ranges of their duration.") {
		l.slices.divideLock(l.lock)
	}
	if l.item("Copy name", "Copies the name.") {
		l.messages.copied(l.monitorName(l.lock))
	}
	if l.item("Copy id", "Copies the id of the lock in the trace, such as its address.") {
		l.messages.copied(widget.OneLine(l.ws.Timeline.Monitors[l.lock].ID))
	}
	if names.Renamed(l.lock) != "" && l.item("Reset name", "Returns to the name made from the trace.") {
		l.send(workspace.NameLock{Monitor: l.lock})
	}
}

// holders lists the threads that hold the lock at the moment, with the place where each
// took it and its present state, and counts the waiting ones.
func (l *lockMenu) holders() {
	tl, moment := l.ws.Timeline, max(l.ws.Look.Moment, 0)
	list := tl.Holds(l.lock).At(moment)
	switch {
	case !l.ws.Look.Locks.Owned(l.lock):
		l.ui.FaintWrapped("Threads wait at it until another one notifies them.")
	case len(list) == 0 && tl.HandedOver(l.lock):
		l.ui.FaintWrapped("The holder is unknown: another thread than its holder has released this lock.")
	case len(list) == 0:
		l.ui.Faint("No thread holds it at this moment.")
		l.ui.MarkText("free", "No thread holds it at this moment.")
	}
	for i, t := range list[:min(len(list), maxHolders)] {
		l.ui.Faint("held by")
		imgui.SameLine()
		if l.ui.Link(fmt.Sprint("holder", i), l.threadName(t), "Click to select the thread.") {
			l.selectThread(t)
			imgui.CloseCurrentPopup()
		}
		l.ui.MarkText(fmt.Sprint("holder ", i), l.threadName(t))
		holds := tl.Lane(t).Held(moment)
		if k := slices.IndexFunc(holds, func(h timeline.ThreadHold) bool { return h.Monitor == l.lock }); k >= 0 {
			since := widget.OneLine(report.NewHold(tl, holds[k]).Lasting(moment))
			widget.Wrapped(since)
			l.ui.MarkText(fmt.Sprint("taken ", i), since)
		}
		of := report.Span(tl, t, moment)
		widget.Wrapped("now " + widget.OneLine(of.Now(l.ws.Look.Locks)))
	}
	if left := len(list) - maxHolders; left > 0 {
		l.ui.Faint(fmt.Sprintf("and %d more", left))
	}
	if n := len(l.users(l.lock)) - len(list); n > 0 {
		waiting := widget.Plural(n, "thread") + " waiting for it"
		widget.Wrapped(waiting)
		l.ui.MarkText("waiting", waiting)
	}
}

// nameField lays out the field for the name of the lock.
func (l *lockMenu) nameField() {
	if l.show {
		l.show = false
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(-1)
	done := imgui.InputTextWithHint("##lock name", "Name", &l.name,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	l.ui.Mark("lock's name", widget.LastItem())
	widget.Tip("Enter saves the name, Esc cancels. The name is used everywhere in the window and in reports.")
	if !done {
		return
	}
	if l.name != l.ws.Look.Locks.Full(l.lock) {
		l.send(workspace.NameLock{Monitor: l.lock, Name: l.name})
	}
	imgui.CloseCurrentPopup()
}

// item lays out an entry and reports whether it was chosen.
func (l *lockMenu) item(label, help string) bool {
	chosen := imgui.MenuItemBool(label)
	l.ui.Mark("lock menu "+label, widget.LastItem())
	widget.Tip(help)
	return chosen
}

// copied puts a text into the clipboard and says so.
func (m *messages) copied(s string) {
	imgui.SetClipboardText(s)
	m.say("Copied: " + s)
}

// users returns the holders and waiters of a lock at the moment.
func (l *lockMenu) users(m tracefeed.MonitorID) []tracefeed.ThreadID {
	tl, moment := l.ws.Timeline, l.ws.Look.Moment
	threads := slices.Clone(tl.Holds(m).At(moment))
	for _, t := range l.ws.Look.Threads {
		if s := tl.Lane(t).Since(moment); s.Monitor == m {
			threads = append(threads, t)
		}
	}
	return threads
}

// selectUsers selects the holders and waiters of a lock at the moment.
func (l *lockMenu) selectUsers(m tracefeed.MonitorID) {
	threads := l.users(m)
	if len(threads) == 0 {
		l.messages.say("No thread holds " + l.monitorName(m) + " or waits for it at this moment.")
		return
	}
	l.send(workspace.SelectMany{Threads: threads})
}
