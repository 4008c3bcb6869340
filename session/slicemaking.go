package session

import (
	"cmp"
	"fmt"
	"slices"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// makingHandlers carry out the commands that make slices of things of the trace, or select these.
var makingHandlers = command.Handlers[*Session]{
	command.Does(func(s *Session, c command.SliceThreads) { sliceThreads(s.Messages, s.Shown.Document, c) }),
	command.Simply[command.SliceInterval](func(s *Session) {
		if v := s.Shown.Workspace.Look.Interval; v.Start < v.End {
			AddSlices(s.Messages, s.Shown.Document, slice.OfInterval(v.Start, v.End))
			return
		}
		s.Messages.Say("Select an interval first: Shift+drag in the overview.")
	}),
	command.Does(func(s *Session, c command.SliceLock) {
		if hasLock(s.Messages, c.Lock) {
			d, ok := slice.OfLock(s.Shown.Workspace.Look.Locks.Full(c.Lock), s.Shown.Workspace.Timeline.Monitors[c.Lock].ID)
			AddElement(s.Messages, s.Shown.Document, d, ok)
		}
	}),
	command.Does(func(s *Session, c command.SliceFunction) {
		name := cmp.Or(c.Function, s.Shown.Workspace.Look.Call.Function)
		if name == "" {
			s.Messages.Say(noCall)
			return
		}
		d, ok := slice.OfFunction(name)
		AddElement(s.Messages, s.Shown.Document, d, ok)
	}),
	command.Does(func(s *Session, c command.SliceTaskType) {
		look := &s.Shown.Workspace.Look
		if i := look.Tasks.Lookup(look.Task); c.Type == "" && i >= 0 {
			c.Type = look.Tasks.Tasks[i].Type
		}
		if c.Type == "" {
			s.Messages.Say(workspace.NoTask)
			return
		}
		d, ok := slice.OfTaskType(c.Type)
		AddElement(s.Messages, s.Shown.Document, d, ok)
	}),
	command.Simply[command.SliceTasks](func(s *Session) { sliceTasks(s.Shown.Document, s.Messages) }),
	command.Does(func(s *Session, c command.SliceFinding) { sliceFinding(s.Messages, s.Shown.Document, c.Finding) }),
	command.Does(func(s *Session, c command.SelectAtLock) {
		if hasLock(s.Messages, c.Lock) {
			selectAtLock(s.Messages, s.Shown.Document, c.Lock)
		}
	}),
}

// What is said where nothing is chosen.
const (
	noThreads = "Select some threads first: Ctrl+click, or Shift+drag around them."
	noCall    = "Select a call first: click it on a bar, or in the execution view."
)

// AddElement adds a slice that was made of elements, unless its condition is too long.
func AddElement(m *Messages, d *Document, of slice.Definition, ok bool) {
	if !ok || of.Check() != nil {
		m.Say("These are too many for one condition. Write one on their names: Slices > New slice.")
		return
	}
	AddSlices(m, d, of)
}

// threadsOf returns threads by their numbers.
func threadsOf(tl *timeline.Timeline, ids []tracefeed.ThreadID) (list []tracefeed.Thread) {
	for _, t := range ids {
		list = append(list, tl.Threads[t])
	}
	return list
}

// sliceThreads makes a slice of threads, or of all others.
func sliceThreads(m *Messages, d *Document, c command.SliceThreads) {
	if c.Threads == nil {
		c.Threads = d.Workspace.Look.Selection
	}
	list := threadsOf(d.Workspace.Timeline, c.Threads)
	switch {
	case len(list) == 0:
		m.Say(noThreads)
	case c.Others:
		of, ok := slice.ExceptThreads(list)
		AddElement(m, d, of, ok)
	default:
		of, ok := slice.OfThreads(list)
		AddElement(m, d, of, ok)
	}
}

// sliceTasks makes a slice of the highlighted tasks, or of the chosen one.
func sliceTasks(d *Document, m *Messages) {
	l := &d.Workspace.Look
	list := l.SelectedTasks
	if len(list) == 0 && l.Tasks.Lookup(l.Task) >= 0 {
		list = []task.ID{l.Task}
	}
	if l.Tasks == nil || len(list) == 0 {
		m.Say("Select some tasks first: drag around them in the event plot.")
		return
	}
	of, ok := slice.OfTasks(l.Tasks, list)
	AddElement(m, d, of, ok)
}

// sliceFinding makes a slice of the threads of a finding, while it lasts.
func sliceFinding(m *Messages, d *Document, i int) {
	all := d.Workspace.Report.Findings
	if i < 0 || i >= len(all) {
		m.Say(fmt.Sprintf("There is no finding %d.", i))
		return
	}
	f := &all[i]
	of, ok := slice.OfThreads(threadsOf(d.Workspace.Timeline, f.Threads))
	of.Name, of.From, of.To = f.Kind, f.Start, f.End
	AddElement(m, d, of, ok)
}

// hasLock reports whether a command names a lock, and says if it does not.
func hasLock(m *Messages, lock tracefeed.MonitorID) bool {
	if lock == tracefeed.NoMonitor {
		m.Say("Name a lock.")
	}
	return lock != tracefeed.NoMonitor
}

// AtLock returns the holders and waiters of a lock at the moment.
func AtLock(ws *workspace.Workspace, lock tracefeed.MonitorID) []tracefeed.ThreadID {
	tl, moment := ws.Timeline, ws.Look.Moment
	threads := slices.Clone(tl.Holds(lock).At(moment))
	for _, t := range ws.Look.Threads {
		if s := tl.Lane(t).Since(moment); s.Monitor == lock {
			threads = append(threads, t)
		}
	}
	return threads
}

// selectAtLock selects the holders and waiters of a lock at the moment.
func selectAtLock(m *Messages, d *Document, lock tracefeed.MonitorID) {
	threads := AtLock(d.Workspace, lock)
	if len(threads) == 0 {
		m.Say("No thread holds " + d.MonitorName(lock) + " or waits for it at this moment.")
		return
	}
	d.Send(workspace.SelectMany{Threads: threads})
}
