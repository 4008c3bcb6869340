// Package menu has the menus of a lock and of a function, and the lane of a lock. Several panels have them.
package menu

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/session"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/slicing"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Lock is the menu of a lock: it names the holders, shows their lane, renames the lock, copies its name or id, and leads to
// the threads at it.
type Lock struct {
	*panel.Trace
	session *session.Session
	slices  *slicing.Tools
	rename  renaming
	lane    Lane
	show    bool // at the next frame
	lock    tracefeed.MonitorID
	at      tracefeed.Time // for which it was opened
}

// lockMenuWidth is the width of the menu, in sizes of the text.
const lockMenuWidth = 30

// maxHolders is the largest number of holders in the menu.
const maxHolders = 4

// lockMenuName is the id of the menu.
const lockMenuName = "##lock"

// Link writes the name of a lock. A click opens its menu.
func (l *Lock) Link(id string, m tracefeed.MonitorID) {
	if l.UI.Link(id, l.MonitorName(m), report.Safe(l.Workspace.Look.Locks.Detail(m))+"\nClick to rename or copy it.") {
		l.Open(m)
	}
	l.UI.MarkText("lock "+id, l.MonitorName(m))
}

// Rename opens the dialog for the name of a lock in the next frame.
func (l *Lock) Rename(m tracefeed.MonitorID) { l.rename.of(m) }

// Asking reports whether the dialog for a name is open, or about to be.
func (l *Lock) Asking() bool { return l.rename.open || l.rename.show }

// Open opens the menu of a lock in the next frame.
func (l *Lock) Open(m tracefeed.MonitorID) { l.OpenAt(m, l.Workspace.Look.Moment) }

// OpenAt is Open for a time of the lock. The menu leads there.
func (l *Lock) OpenAt(m tracefeed.MonitorID, at tracefeed.Time) {
	l.show, l.lock, l.at = true, m, at
}

// LayOut lays the menu and the dialog out, if they are open.
func (l *Lock) LayOut() {
	l.lane.Keep(l.layOutMenu)
	l.rename.layOut()
}

// Busy reports whether the lane of the lock is being computed.
func (l *Lock) Busy() bool { return l.lane.Busy() }

// Close ends all work.
func (l *Lock) Close() { l.lane.Close() }

// layOutMenu lays the menu out, if it is open.
func (l *Lock) layOutMenu() {
	if l.show {
		l.show = false
		imgui.OpenPopupStr(lockMenuName)
	}
	imgui.SetNextWindowSizeV(imgui.Vec2{X: lockMenuWidth * imgui.FontSize()}, imgui.CondAlways)
	if !imgui.BeginPopup(lockMenuName) {
		return
	}
	defer imgui.EndPopup()
	if int(l.lock) >= len(l.Workspace.Timeline.Monitors) { // of another tab
		imgui.CloseCurrentPopup()
		return
	}
	names, full := l.Workspace.Look.Locks, l.MonitorName(l.lock)
	l.UI.Bold(widget.Shorten(full, imgui.ContentRegionAvail().X))
	widget.Tip(full)
	l.UI.FaintWrapped(report.Safe(names.Detail(l.lock)))
	if names.Owned(l.lock) { // above the holders, whose number changes with the moment, so that it keeps its place
		l.lane.LayOut(l.Trace, l.lock)
	}
	l.holders()
	imgui.Separator()
	if l.item("Select its holder and waiters", "Selects the threads that hold the lock or wait for it at this moment.") {
		l.session.Do(command.SelectAtLock{Lock: l.lock})
	}
	if at := l.Workspace.Look.Clock().Text(l.at); l.at != l.Workspace.Look.Moment && l.item("Go to "+at, "Goes to this time of the lock.") {
		l.Send(workspace.SeekTo{Moment: l.at})
	}
	if l.item("New slice", "Makes a slice of the waits for this lock, and of the time of its holders meanwhile.") {
		l.session.Do(command.SliceLock{Lock: l.lock})
	}
	if l.item("Divide into slices…", "Makes slices of the waits for this lock, by ranges of their duration.") {
		l.slices.DivideLock(l.lock)
	}
	if l.item("Rename…", "Gives the lock a name of your own, which is used everywhere.") {
		l.Rename(l.lock)
	}
	if names.Renamed(l.lock) != "" && l.item("Reset name", "Returns to the name made from the trace.") {
		l.Send(workspace.NameLock{Monitor: l.lock})
	}
	if l.item("Copy name", "Copies the name.") {
		l.session.Do(command.CopyLock{Lock: l.lock})
	}
	if l.item("Copy id", "Copies the id of the lock in the trace, such as its address.") {
		l.session.Do(command.CopyLock{Lock: l.lock, ID: true})
	}
}

// holders lists the threads that hold the lock at the moment, with the place where each
// took it and its present state, and counts the waiting ones.
func (l *Lock) holders() {
	tl, moment := l.Workspace.Timeline, max(l.Workspace.Look.Moment, 0)
	listed := tl.Holds(l.lock).At(moment)
	list := listed
	if tl.HandedOver(l.lock) {
		list = nil
	}
	switch {
	case !l.Workspace.Look.Locks.Owned(l.lock):
		l.UI.FaintWrapped("Threads wait at it until another one notifies them.")
	case len(list) == 0 && tl.HandedOver(l.lock):
		l.UI.FaintWrapped("The holder is unknown: another thread than its holder has released this lock.")
	case len(list) == 0 && !l.Workspace.Report.Owners:
		l.UI.FaintWrapped("The holder is unknown.")
	case len(list) == 0:
		l.UI.Faint("No thread holds it at this moment.")
		l.UI.MarkText("free", "No thread holds it at this moment.")
	}
	for i, t := range list[:min(len(list), maxHolders)] {
		l.UI.Faint("held by")
		imgui.SameLine()
		if l.UI.Link(fmt.Sprint("holder", i), l.ThreadName(t), "Click to select the thread.") {
			l.SelectThread(t)
			imgui.CloseCurrentPopup()
		}
		l.UI.MarkText(fmt.Sprint("holder ", i), l.ThreadName(t))
		holds := tl.Lane(t).Held(moment)
		if k := slices.IndexFunc(holds, func(h timeline.ThreadHold) bool { return h.Monitor == l.lock }); k >= 0 {
			since := report.Safe(report.NewHold(tl, holds[k]).Lasting(moment))
			widget.Wrapped(since)
			l.UI.MarkText(fmt.Sprint("taken ", i), since)
		}
		of := report.Span(tl, t, moment)
		widget.Wrapped("now " + report.Safe(of.Now(l.Workspace.Look.Locks)))
	}
	if left := len(list) - maxHolders; left > 0 {
		l.UI.Faint(fmt.Sprintf("and %d more", left))
	}
	if n := len(session.AtLock(l.Workspace, l.lock)) - len(listed); n > 0 {
		waiting := tracefeed.Plural(n, "thread") + " waiting for it"
		widget.Wrapped(waiting)
		l.UI.MarkText("waiting", waiting)
	}
}

// item lays out an entry and reports whether it was chosen.
func (l *Lock) item(label, help string) bool {
	chosen := imgui.MenuItemBool(label)
	l.UI.Mark("lock menu "+label, widget.LastItem())
	widget.Tip(help)
	return chosen
}

// NewLock returns the menu of a lock.
func NewLock(s *panel.Services, tools *slicing.Tools) Lock {
	return Lock{Trace: s.Shown, session: s.Session, slices: tools, rename: renaming{Trace: s.Shown, input: s.Input}}
}
