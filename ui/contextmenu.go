package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/session"
	"tiv/task/sentence"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/menu"
	"tiv/ui/notes"
	"tiv/ui/panel"
	"tiv/ui/picture"
	"tiv/ui/slicing"
	"tiv/ui/widget"
	"tiv/workspace"
)

// contextMenu lists the commands for one thing: a thread, a cluster, an edge, a
// note, or the ground.
type contextMenu struct {
	*panel.Trace
	keys      *keys.Bindings
	messages  *session.Messages
	locks     *menu.Lock
	tasks     *menu.Task
	functions *menu.Function
	slices    *slicing.Tools
	panel.Idle
	menus   *menus
	note    *notes.Dialog
	session *session.Session
	show    bool           // at the next frame
	target  shape.PickID   // the thing
	group   view.Cluster   // if it is one; later frames have others
	at      tracefeed.Time // the time under the mouse
	wait    openedWait
}

// openedWait is the wait of the edge that the menu was opened for. Later frames can count
// their edges in another way.
type openedWait struct {
	link scene.Link
	head string
	body []string
	when picture.WaitTime
}

// contextName is the id of the context menu.
const contextName = "##context"

// open opens the menu of a thing in the next frame. Its threads become the
// selection, unless they are in it: those of a lock are its holders and those that wait for it.
func (m *contextMenu) open(target shape.PickID, at tracefeed.Time) {
	m.show, m.target, m.at = true, target, at
	switch {
	case target.Kind == shape.PickTask || target.Kind == shape.PickTaskType:
		m.show = false // so has a task
		m.tasks.Open(target)
	case target.Kind == shape.PickLock && len(m.Frame.Locks[target.Index].Monitors) == 1:
		m.show = false // a lock has a menu of its own
		m.locks.OpenAt(m.Frame.Locks[target.Index].Monitors[0], at)
	case target.Kind == shape.PickCluster:
		m.group = m.Frame.Clusters[target.Index]
	case target.Kind == shape.PickAlike:
		m.group = m.Frame.Alike[target.Index]
	case target.Kind == shape.PickEdge:
		tips, l := picture.Tips{Trace: *m.Trace}, m.Frame.Links[target.Index]
		m.wait = openedWait{link: l, when: tips.When(&l)}
		m.wait.head, m.wait.body = tips.Link(&l)
	}
	threads := m.Frame.Threads(target)
	if target.Kind == shape.PickDebt && len(threads) > 0 {
		m.target = shape.PickID{Kind: shape.PickThread, Index: int32(threads[0])} // the menu is that of both threads
	}
	if slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return !m.IsSelected(t) }) {
		m.Send(workspace.SelectMany{Threads: threads})
	}
}

// openGroup selects the threads of a group and opens its menu, whether or not the scene has a bar for it.
func (m *contextMenu) openGroup(c view.Cluster) {
	m.show, m.target, m.group, m.at = true, shape.PickID{Kind: shape.PickCluster}, c, m.Workspace.Look.Moment
	m.Send(workspace.SelectMany{Threads: c.Threads})
}

// openContextMenu opens the menu of the selected thread, or of the ground.
func openContextMenu(a *app) {
	target := shape.PickID{}
	if t := a.Workspace.Look.Selected; t != tracefeed.NoThread {
		target = shape.PickID{Kind: shape.PickThread, Index: int32(t)}
	}
	a.dialogs.context.open(target, a.Workspace.Look.Moment)
}

func (m *contextMenu) LayOut() {
	if m.show {
		m.show = false
		imgui.OpenPopupStr(contextName)
	}
	if !imgui.BeginPopup(contextName) {
		return
	}
	defer imgui.EndPopup()
	i := int(m.target.Index)
	switch {
	case len(m.Workspace.Look.Selection) > 1 && m.target.Kind == shape.PickThread:
		m.several()
	case m.target.Kind == shape.PickThread && m.onCall():
		m.call(tracefeed.ThreadID(i))
	case m.target.Kind == shape.PickThread:
		m.head(m.ThreadName(tracefeed.ThreadID(i)))
		m.thread(tracefeed.ThreadID(i))
	case m.target.Kind == shape.PickCluster || m.target.Kind == shape.PickAlike:
		m.cluster(&m.group)
	case m.target.Kind == shape.PickEdge:
		m.edge()
	case m.target.Kind == shape.PickNote && i < len(m.Workspace.Look.Notes):
		m.onNote(i)
	default:
		m.ground()
	}
}

// entry is an entry without a command of its own. key is the command whose key
// has the same effect, "" for none.
func (m *contextMenu) entry(label, key, help string) bool {
	chosen := imgui.MenuItemBoolV(widget.Shorten(label, 26*imgui.FontSize()), m.keys.Keys(key), false, true)
	m.UI.Mark("context "+label, widget.LastItem())
	widget.Tip(help)
	return chosen
}

// head is the name of the thing.
func (m *contextMenu) head(name string) {
	m.UI.Bold(widget.Shorten(report.Safe(name), 26*imgui.FontSize()))
	imgui.Separator()
}

// thread are the entries about a thread, at the time under the mouse.
func (m *contextMenu) thread(t tracefeed.ThreadID) {
	m.menus.item(command.EntryNamed("focus"), "Focus")
	d := report.Describe(m.Workspace.Timeline, t, m.at)
	follow := func(to tracefeed.ThreadID) {
		if m.at != m.Workspace.Look.Moment {
			m.Send(workspace.SeekTo{Moment: m.at})
		}
		m.Send(workspace.Follow{Thread: to})
	}
	if len(d.Blockers) > 0 && m.entry("Follow the wait to "+m.ThreadName(d.Blockers[0]), "blocker",
		"Goes to this time and selects the thread at the other end of the wait.") {
		follow(d.Blockers[0])
	}
	if len(d.Waiters) > 0 && m.entry("Go to "+m.ThreadName(d.Waiters[0].Thread)+", which waits for it", "waiter",
		"Goes to this time and selects the thread that has waited for it longest.") {
		follow(d.Waiters[0].Thread)
	}
	since := d.State.Word() + " since " + m.Workspace.Look.Clock().Text(d.Since)
	if d.State != tracefeed.NotAlive &&
		m.entry("Go to the beginning: "+since, "earlier",
			"Moves the moment to the start of the thread's state under the mouse.") {
		m.Send(workspace.SeekTo{Moment: d.Since})
	}
	taskEntries(t, m)
	imgui.Separator()
	if m.entry("Pin a note…", "note", "Pins a note to the thread at "+m.Workspace.Look.Clock().Text(m.at)+".") {
		m.note.Write(-1, view.Note{Moment: m.at, Thread: t})
	}
	if m.entry("Copy name", "", "Copies the name of the thread.") {
		m.session.Do(command.CopyNames{Threads: []tracefeed.ThreadID{t}})
	}
	imgui.Separator()
	m.menus.submenu("Code", func() { m.code(t, d.Stack) })
	m.lock(d.Monitor)
	m.newSlices([]tracefeed.ThreadID{t})
	m.menus.showAndHide()
}

// taskEntries are the entries about the task for which a thread works at the time under the mouse.
func taskEntries(t tracefeed.ThreadID, m *contextMenu) {
	x := m.Workspace.Look.Tasks
	if x == nil {
		return
	}
	w, ok := x.At(t, m.at)
	if ok {
		of := &x.Tasks[w.Task]
		name := "T" + strings.TrimPrefix(report.Safe(sentence.Name(of)), "t")
		if m.entry(name+": choose", "", "Chooses the task: the scene follows it from thread to thread.") {
			m.Send(workspace.SelectTask{Task: of.ID()})
		}
		if m.entry(name+": follow", "follow task", "Chooses the task, and plays it from its start to its end.") {
			m.Send(workspace.FollowTask{Task: of.ID()})
		}
	}
	if m.Workspace.Look.Course != nil && m.entry("Choose no task", "", "Ends following a task.") {
		m.Send(workspace.SelectTask{})
	}
}

// code are the entries about the functions of a thread, and its stack at the time under the mouse.
func (m *contextMenu) code(t tracefeed.ThreadID, stack []tracefeed.Frame) {
	f, _ := report.Place(stack)
	if f.Func != "" && m.entry("Callers and callees of "+report.Safe(f.Func), "", "Shows what calls the function, and "+
		"what it calls, with their times.") {
		m.functions.Sandwich(f.Func)
	}
	if m.entry("List the functions it called", "", "Lists the functions that this thread called, in the interval and "+
		"the base of the tables.") {
		m.session.Do(command.ShowTable{Table: command.FunctionTable, Thread: t})
	}
	if len(stack) > 0 && m.entry("Copy stack", "", "Copies the stack of the thread at "+m.Workspace.Look.Clock().Text(m.at)+" as text.") {
		m.session.Do(command.CopyStack{Thread: t, At: max(m.at, tracefeed.Nanosecond)}) // 0 would be the moment
	}
}

// newSlices is the submenu to make slices of threads.
func (m *contextMenu) newSlices(threads []tracefeed.ThreadID) {
	m.menus.submenu("New slices", func() {
		if m.entry("New slice", "", "Makes a slice of the whole time of these threads.") {
			m.session.Do(command.SliceThreads{Threads: threads})
		}
		if m.entry("New slice of all others", "", "Makes a slice of the whole time of all threads but these.") {
			m.session.Do(command.SliceThreads{Threads: threads, Others: true})
		}
		if m.entry("Divide into slices…", "", "Makes slices of these threads, or of the states of one, by ranges of a number.") {
			m.slices.DivideThreads(threads)
		}
	})
}

// several is the menu of the selected threads.
func (m *contextMenu) several() {
	selection := m.Workspace.Look.Selection
	m.head(tracefeed.Plural(len(selection), "selected thread"))
	m.menus.item(command.EntryNamed("zoom"), "Zoom to them")
	m.copyNames(selection)
	m.newSlices(selection)
	imgui.Separator()
	m.menus.items("cluster", "fold", "leave")
	imgui.Separator()
	m.menus.showAndHide()
	imgui.Separator()
	m.menus.items("select rest", "nothing")
}

func (m *contextMenu) copyNames(threads []tracefeed.ThreadID) {
	if m.entry("Copy names", "", "Copies the names of the threads, one in each line.") {
		m.session.Do(command.CopyNames{Threads: threads})
	}
}

func (m *contextMenu) cluster(c *view.Cluster) {
	m.head(c.Title())
	m.menus.item(command.EntryNamed("focus"), "Focus")
	m.menus.item(command.EntryNamed("zoom"), "Zoom to it")
	m.menus.items("fold")
	m.menus.item(command.EntryNamed("worst"), "Go to its thread with the most lost time")
	imgui.Separator()
	m.copyNames(c.Threads)
	m.newSlices(c.Threads)
	imgui.Separator()
	m.menus.items("cluster", "rename")
	imgui.Separator()
	m.menus.showAndHide()
}

func (m *contextMenu) edge() {
	l, w := &m.wait.link, m.wait.when
	m.head(m.wait.head)
	single := l.Waits.Kind == shape.PickThread && l.Holds.Kind == shape.PickThread
	if single && m.entry("Go to "+m.ThreadName(l.Blocked), "", "Selects the thread that waits.") {
		m.Send(workspace.Follow{Thread: l.Blocked})
	}
	if single && m.entry("Follow the wait to "+m.ThreadName(l.Blocker), "blocker", "Selects the thread that is waited for.") {
		m.Send(workspace.Follow{Thread: l.Blocker})
	}
	if w.Text != "" && m.entry(fmt.Sprintf("Go to the beginning of the wait: %v", w.Start), "",
		"Moves the moment to the begin of the wait: "+w.Text+".") {
		m.Send(workspace.SeekTo{Moment: w.Start})
	}
	m.menus.item(command.EntryNamed("zoom"), "Zoom to both")
	imgui.Separator()
	if single && m.entry("Pin a note…", "note", "Pins a note to the wait.") {
		m.note.Write(-1, view.Note{Moment: m.Workspace.Look.Moment, Thread: l.Blocked, Blocker: l.Blocker})
	}
	if m.entry("Copy description", "", "Copies the description of the wait as text.") {
		m.session.Do(command.CopyText{Text: strings.Join(append([]string{m.wait.head}, m.wait.body...), "\n")})
	}
	m.lock(l.Monitor)
}

// lock is the submenu of a lock, if there is one.
func (m *contextMenu) lock(lock tracefeed.MonitorID) {
	if lock == tracefeed.NoMonitor {
		return
	}
	name := m.MonitorName(lock)
	m.menus.submenu(widget.Shorten("Lock "+strings.TrimPrefix(name, "lock "), 26*imgui.FontSize()), func() {
		if m.entry("Select the threads at it", "",
			"Selects the holder of "+name+" at the moment, and the threads that wait for it.") {
			m.session.Do(command.SelectAtLock{Lock: lock})
		}
		if m.entry("Rename…", "", "Gives the lock a name of your own, which is used everywhere.") {
			m.locks.Rename(lock)
		}
		if m.entry("Copy name of the lock", "", "Copies the name of the lock.") {
			m.session.Do(command.CopyLock{Lock: lock})
		}
	})
}

func (m *contextMenu) onNote(i int) {
	m.head(fmt.Sprintf("Note %d", i+1))
	if m.entry("Edit…", "", "Changes the text of the note.") {
		m.note.Edit(i)
	}
	if m.entry("Go to its moment", "", "Shows the moment and the thread of the note.") {
		session.GoToNote(m.Document, i)
	}
	if m.entry("Copy text", "", "Copies the text of the note.") {
		m.session.Do(command.CopyNote{Index: i})
	}
	imgui.Separator()
	if m.entry("Delete", "", "Deletes the note. Undo brings it back.") {
		session.DeleteNote(m.Document, i)
	}
}

func (m *contextMenu) ground() {
	m.menus.items("fit", "view 3d", "view timeline", "view interaction", "view split", "view execution")
	imgui.Separator()
	if m.entry("Pin a note…", "note", "Pins a note to "+m.Workspace.Look.Clock().Text(m.at)+".") {
		m.note.Write(-1, view.Note{Moment: m.at})
	}
	if m.Workspace.Look.Kind.Tasks && len(m.Workspace.Look.SelectedTasks) > 0 {
		m.menus.items("slice tasks", "no tasks")
	} else {
		m.menus.items("select all", "show all")
	}
	imgui.Separator()
	m.menus.items("shot", "help")
}

// onCall reports whether the menu is that of a call: the selected one, at the time under the mouse.
func (m *contextMenu) onCall() bool {
	c := &m.Workspace.Look.Call
	return m.Frame.Calls.Shown && int32(c.Thread) == m.target.Index && c.Start <= m.at && m.at <= c.End
}

// call are the entries about the selected call, and a submenu of those about its thread.
func (m *contextMenu) call(t tracefeed.ThreadID) {
	c := &m.Workspace.Look.Call
	m.head("Call of " + c.Function)
	m.menus.items("zoom call", "call begin", "next call", "previous call", "slowest calls")
	imgui.Separator()
	if m.entry("Callers and callees of the function", "", "Shows what calls the function, and what it calls, with their times.") {
		m.functions.Sandwich(c.Function)
	}
	if m.entry(menu.TasksByCall, "", menu.TasksByCallHelp) {
		menu.BeginTasks(m.Trace, c.Function)
	}
	if m.entry("Edit definition of tasks…", "", "Opens the definitions of tasks with one by which calls of this function begin tasks.") {
		m.functions.Define(c.Function)
	}
	if m.entry("Copy name of the function", "", "Copies the whole name of the function.") {
		m.session.Do(command.CopyFunction{})
	}
	imgui.Separator()
	m.menus.submenu("Thread "+widget.Shorten(m.ThreadName(t), 20*imgui.FontSize()), func() { m.thread(t) })
}
