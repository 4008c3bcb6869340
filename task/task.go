package task

import (
	"sort"

	"tiv/execution"
	"tiv/task/definition"
	"tiv/tracefeed"
)

// Task is one piece of work that the program does for somebody: a request, a user action, a
// message. It can pass from thread to thread.
type Task struct {
	// Number identifies the task, from 1 on. A task that the trace itself names has the number
	// there. Parent is the number of the task of which it is a part, 0 for none.
	Number, Parent int64
	// Links are the numbers of tasks with which it goes on, as a retry or a delayed job does, or
	// for which it works together, as a batch; it is part of none of them.
	Links []int64
	// Around is the index of the task of which it is a part, -1 for none; Depth is the number of
	// tasks around it.
	Around, Depth int
	// Type is the name of its definition, or what the trace calls its kind; empty if the trace
	// does not have the start of the task.
	Type string
	// Definition is the index of its definition; -1 if the trace names the task.
	Definition int
	// Object is the object of the call with which it began, 0 for none.
	Object int64
	// Start and End are those of its own: End is the last exit of a call that belonged to it.
	// Begun and Ended are false where the trace has no start, or no end. Start is then the time
	// from which the trace has the task, if it says so.
	Start, End   tracefeed.Time
	Begun, Ended bool
	// EndedBy is the thread on which it ended; NoThread if the trace does not say it.
	EndedBy tracefeed.ThreadID
	// Threads are the threads that worked for it, and those that the trace names with it, by id.
	Threads []tracefeed.ThreadID
	// Evidence is the weakest evidence of its work.
	Evidence Evidence
	// Bill is what the task cost without its parts, Total what it cost with them.
	Bill, Total Bill
	// Batches is the task's part of what batches cost: tasks that are linked to several, and part
	// of none. It is not in Bill or Total.
	Batches tracefeed.StateTimes
	perCall spreads
}

// NoTask is the index of no task.
const NoTask = -1

// DefinedBy returns the word for what begins a task: the trace, a definition, or a handler that
// was found.
func (x *Index) DefinedBy(i int) string {
	switch {
	case x.Tasks[i].Definition < 0:
		return "trace"
	case x.Found:
		return "found"
	}
	return "definition"
}

// Evidence says how it is known that a thread worked for a task.
type Evidence uint8

// The kinds of evidence, the strongest first.
const (
	// Observed: by a call that a definition names, an object, or an id in the trace.
	Observed Evidence = iota
	// Inferred: by the thread that woke or created the worker.
	Inferred
)

func (e Evidence) String() string { return [...]string{"observed", "inferred"}[e] }

// Work is an interval in which a thread worked for a task.
type Work struct {
	Start, End tracefeed.Time
	Thread     tracefeed.ThreadID
	// Task is the index of the task in Index.Tasks.
	Task     int32
	Evidence Evidence
	// From is the thread that handed the task over: it woke or created this one (Inferred), or
	// made an object one of the task (Observed). It is NoThread if there was no such thread.
	From tracefeed.ThreadID
}

// Bill is what a task cost. Each moment of a thread, each call and each allocation count for
// one task: the one that the thread had begun, or was given, last.
type Bill struct {
	// Calls is the number of calls entered for the task.
	Calls int64
	// Times is the time that threads worked for the task, by their state.
	Times tracefeed.StateTimes
	// Allocs and AllocBytes are the allocations; Unfreed and UnfreedBytes those of them that
	// were not freed, nor their addresses allocated again.
	Allocs, AllocBytes, Unfreed, UnfreedBytes int64
	// Collections is the number of collections during which a thread worked for the task;
	// CollectionTime is the time of these in which at least one thread did.
	Collections    int
	CollectionTime tracefeed.Time
	// Queue is the time from its start to its end in which no thread worked for it, nor for a
	// part of it.
	Queue tracefeed.Time
}

// Add adds what another task cost. Collections and queues are not added up: tasks can share
// them.
func (b *Bill) Add(o *Bill) {
	b.Calls += o.Calls
	b.Times.Add(o.Times)
	b.Allocs += o.Allocs
	b.AllocBytes += o.AllocBytes
	b.Unfreed += o.Unfreed
	b.UnfreedBytes += o.UnfreedBytes
}

// AddEach is Add with the times in queues and in collections, for means of tasks: what tasks share counts for each.
func (b *Bill) AddEach(o *Bill) {
	b.Add(o)
	b.Queue += o.Queue
	b.CollectionTime += o.CollectionTime
}

// Index is the tasks of a trace. It does not change.
type Index struct {
	// Tasks are in order of Start, then of Number.
	Tasks []Task
	// Counts are the doubts of the result.
	Counts Counts
	// Unmatched are the definitions of files that begin no task of the trace.
	Unmatched []definition.Unmatched
	// Found says that the tasks are by handlers that were found (package task/found), because
	// neither the trace nor a definition has any.
	Found bool

	nesting *execution.Nesting
	work    []Work  // by thread, then by Start; those of a thread do not overlap
	of      []int32 // by thread, and one more: where its work begins
	forTask groups  // the indices of the work for each task itself
	parts   groups  // the indices of the parts of each task
}

// Counts are what tracking left out, or had to decide.
type Counts struct {
	// Deep is the number of calls and regions too deep to begin or to go on with a task.
	Deep int64
	// Conflicts is the number of objects that a second task claimed.
	Conflicts int64
	// Early is the number of times that bytes were read from a stream before they were written, by
	// the clocks of the processes, and Ahead the longest time between.
	Early int64
	Ahead tracefeed.Time
}

// Work returns the work of a thread, in order of time. Intervals do not overlap: where tasks
// are nested, the inner one counts.
func (x *Index) Work(t tracefeed.ThreadID) []Work {
	if int(t)+1 >= len(x.of) {
		return nil
	}
	return x.work[x.of[t]:x.of[t+1]]
}

// EachWorkIn calls f for the work of a thread in an interval, and the part of it there.
func (x *Index) EachWorkIn(t tracefeed.ThreadID, from, to tracefeed.Time, f func(w *Work, from, to tracefeed.Time)) {
	work := x.Work(t)
	for i := sort.Search(len(work), func(i int) bool { return work[i].End > from }); i < len(work) && work[i].Start < to; i++ {
		f(&work[i], max(from, work[i].Start), min(to, work[i].End))
	}
}

// EachWork calls f for all work, by thread and time.
func (x *Index) EachWork(f func(*Work)) {
	for i := range x.work {
		f(&x.work[i])
	}
}
