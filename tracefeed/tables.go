package tracefeed

import "slices"

// Thread is the name of a thread in the source.
type Thread struct {
	// ID is the source's own id, unique in the trace: a goroutine's number, or
	// a word of a text trace.
	ID string
	// Name is the name to display; it equals ID if the source has no better
	// one.
	Name string
	// System marks a thread of the language's runtime. Such threads are hidden
	// at first.
	System bool
	// Process is the process of the thread; NoProcess if the source has only one.
	Process ProcessID
}

// Monitor is the name of a monitor in the source.
type Monitor struct {
	ID   string
	Name string
}

// Frame is one call of a stack.
type Frame struct {
	Func string
	File string
	Line int32
}

// FrameID is an index into Tables.Frames.
type FrameID int32

// Tables map the ids in the events of a feed to names.
//
// Entry 0 of each table means "none". Tables only grow. An entry of Stacks or
// Frames never changes; NameThread and NameMonitor can rename a Thread or
// Monitor.
type Tables struct {
	Threads  []Thread
	Monitors []Monitor
	Frames   []Frame
	// Stacks lists frames, the innermost call first.
	Stacks [][]FrameID
	// Names are those of functions, tasks, regions, counters and types.
	Names []string
	// Processes are in the table before their threads. An entry never changes. The table
	// is empty, without the entry for "none", if the source does not distinguish processes.
	Processes []Process
	// Types are those whose supertypes the source knows. An entry never changes. The table is
	// empty, without the entry for "none", if there are none.
	Types []Type

	// renamedThreads and renamedMonitors list the entries that were renamed
	// after they were added, in the order of the changes, for
	// DeltaEncoder.
	renamedThreads  []ThreadID
	renamedMonitors []MonitorID
	// sharedThreads and sharedMonitors are the numbers of entries that a Snapshot
	// shares: they must not be changed in place.
	sharedThreads, sharedMonitors int
}

// NewTables returns tables that hold only the entries for "none".
func NewTables() *Tables {
	return &Tables{
		Threads:  make([]Thread, 1),
		Monitors: make([]Monitor, 1),
		Frames:   make([]Frame, 1),
		Stacks:   make([][]FrameID, 1),
		Names:    make([]string, 1),
	}
}

// AddThread appends a thread and returns its id.
func (t *Tables) AddThread(th Thread) ThreadID {
	t.Threads = append(t.Threads, th)
	return ThreadID(len(t.Threads) - 1)
}

// AddMonitor appends a monitor and returns its id.
func (t *Tables) AddMonitor(m Monitor) MonitorID {
	t.Monitors = append(t.Monitors, m)
	return MonitorID(len(t.Monitors) - 1)
}

// NameThread replaces the name of a thread.
func (t *Tables) NameThread(id ThreadID, th Thread) {
	if t.Threads[id] == th {
		return
	}
	if int(id) < t.sharedThreads {
		t.Threads, t.sharedThreads = slices.Clone(t.Threads), 0
	}
	t.Threads[id] = th
	t.renamedThreads = append(t.renamedThreads, id)
}

// NameMonitor replaces the name of a monitor.
func (t *Tables) NameMonitor(id MonitorID, m Monitor) {
	if t.Monitors[id] == m {
		return
	}
	if int(id) < t.sharedMonitors {
		t.Monitors, t.sharedMonitors = slices.Clone(t.Monitors), 0
	}
	t.Monitors[id] = m
	t.renamedMonitors = append(t.renamedMonitors, id)
}

// Snapshot returns the tables as they are now, without the changes for Namer. It
// copies nothing: the entries are shared, and NameThread and NameMonitor copy a
// table before they change a shared entry.
func (t *Tables) Snapshot() Tables {
	t.sharedThreads, t.sharedMonitors = len(t.Threads), len(t.Monitors)
	return Tables{Threads: slices.Clip(t.Threads), Monitors: slices.Clip(t.Monitors), Frames: slices.Clip(t.Frames),
		Stacks: slices.Clip(t.Stacks), Names: slices.Clip(t.Names), Processes: slices.Clip(t.Processes),
		Types: slices.Clip(t.Types)}
}

// AddName appends a name and returns its id. It does not look for an equal one;
// that is up to the caller.
func (t *Tables) AddName(name string) NameID {
	t.Names = append(t.Names, name)
	return NameID(len(t.Names) - 1)
}

// AddProcess appends a process and returns its id.
func (t *Tables) AddProcess(p Process) ProcessID {
	if len(t.Processes) == 0 {
		t.Processes = append(t.Processes, Process{})
	}
	t.Processes = append(t.Processes, p)
	return ProcessID(len(t.Processes) - 1)
}

// AddStack appends a stack, innermost frame first, and returns its id.
// The caller looks for an equal one first.
func (t *Tables) AddStack(frames []FrameID) StackID {
	t.Stacks = append(t.Stacks, frames)
	return StackID(len(t.Stacks) - 1)
}
