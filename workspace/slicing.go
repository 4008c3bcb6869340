package workspace

import (
	"context"
	"slices"

	"tiv/execution/slice"
	"tiv/handler"
	"tiv/interaction/lockname"
	"tiv/task"
	"tiv/timeline"
	"tiv/workspace/idling"
)

// Slicing is what the slices of a workspace cover: Look.Slicing. It is computed in the
// background, and follows the trace and the list of slices.
type Slicing struct{ w *Workspace }

// SlicingOf returns the slicing of a workspace. It follows its changes.
func SlicingOf(w *Workspace) Slicing { return Slicing{w} }

// slicingInput is what slices are computed of, except for their definitions.
type slicingInput struct {
	tl    *timeline.Timeline
	locks *lockname.Names
	// tasks is nil if no slice is defined by tasks, or they are not found yet.
	tasks *task.Index
}

// current reports whether Look.Slicing is that of the present trace and list.
func (s Slicing) current() bool {
	w, l := s.w, s.w.Look.Slicing
	if len(w.Look.Slices) == 0 && w.Look.Base == "" {
		return l == nil
	}
	return l != nil && w.sliced == s.input(w.Look.Slices) && slices.Equal(l.Definitions, w.Look.Slices)
}

// OfTasks reports whether slices are defined by tasks.
func (s Slicing) OfTasks() bool { return ofTasks(s.w.Look.Slices) }

func ofTasks(list []slice.Definition) bool {
	return slices.ContainsFunc(list, func(d slice.Definition) bool { return d.Of == slice.Tasks })
}

// input returns what slices are computed of.
func (s Slicing) input(list []slice.Definition) slicingInput {
	in := slicingInput{tl: s.w.Timeline, locks: s.w.Look.Locks}
	if ofTasks(list) {
		in.tasks = s.w.Tasking.Index()
	}
	return in
}

// SliceQuery is the computation of slices for one state of a workspace, for a background
// goroutine.
type SliceQuery struct {
	input       slicingInput
	tasks       func(context.Context) (*task.Index, error)
	definitions []slice.Definition
	base        string
	before      *slice.Slices
}

// Query returns the computation that is due; nil if Look.Slicing is current.
func (s Slicing) Query() *SliceQuery {
	if s.current() {
		return nil
	}
	q := s.query(s.w.Look.Slices)
	q.base = s.w.Look.Base
	return q
}

// query returns the computation of some definitions.
func (s Slicing) query(list []slice.Definition) *SliceQuery {
	q := &SliceQuery{input: s.input(list), tasks: s.w.Tasking.Finder(), definitions: list}
	if s.w.sliced == q.input {
		q.before = s.w.Look.Slicing
	}
	return q
}

// Draft returns a computation that ends with a draft of the slice at an index, or, below
// 0, of a new one. The slices that it can depend on are in front of it.
func (s Slicing) Draft(index int, draft slice.Definition) *SliceQuery {
	front := s.w.Look.Slices
	if index >= 0 {
		front = front[:min(index, len(front))]
	}
	draft.Name = "\x00" // no other slice has it
	return s.query(append(slices.Clip(front), draft))
}

// Run computes the slices, in any goroutine. Once ctx is done, it returns an error soon.
func (q *SliceQuery) Run(ctx context.Context) (*slice.Slices, error) {
	in := slice.Input{Timeline: q.input.tl, Locks: q.input.locks.Terms, Tasks: q.tasks}
	computed, err := slice.Compute(ctx, in, q.definitions, q.before)
	if err == nil {
		computed.Base(q.base) // so that no frame waits for it
	}
	return computed, err
}

// Useful reports whether the result of a query is still of use: the list is the same,
// though the trace may have grown.
func (s Slicing) Useful(q *SliceQuery) bool { return slices.Equal(q.definitions, s.w.Look.Slices) }

// Set takes the result of a query, if it is of use.
func (s Slicing) Set(q *SliceQuery, result *slice.Slices) {
	if s.Useful(q) {
		s.w.Look.Slicing, s.w.sliced = result, q.input
		s.w.sync()
	}
}

// TakeTasks takes over the tasks that Tasking found last.
func (s Slicing) TakeTasks() {
	l := &s.w.Look
	before := l.Tasks
	ShowTasks(s.w.Timeline, l, s.w.Tasking.Index())
	if l.Tasks == before {
		return
	}
	l.TaskTop.Task = l.Tasks.Resolve(l.TaskTop.Task, l.Moment)
	l.SelectedTasks = combined(nil, knownTasks(l.Tasks, l.SelectedTasks, l.Moment), SelectOnly)
	if FilteringOf(s.w).OfTasks() {
		FilteringOf(s.w).refresh()
	}
}

// SyncPicture is Sync for a picture: it also finds out when threads are idle.
func (s Slicing) SyncPicture(ctx context.Context) error {
	if q := s.w.Idling.Query(); q != nil {
		found, err := q.Run(ctx)
		if err != nil {
			return err
		}
		s.TakeIdle(q, found)
	}
	return s.Sync(ctx)
}

// TakeIdle takes the result of a search for idle threads, if it is of use.
func (s Slicing) TakeIdle(q *idling.Query, found *handler.IdleTime) {
	s.w.Idling.Set(q, found)
	s.w.Look.Idle = s.w.Idling.Time()
}

// Sync finds the tasks, if something shows them, and computes the slices now.
func (s Slicing) Sync(ctx context.Context) error {
	if err := s.w.Tasking.Sync(ctx); err != nil {
		return err
	}
	s.TakeTasks()
	q := s.Query()
	if q == nil {
		return nil
	}
	result, err := q.Run(ctx)
	if err == nil {
		s.Set(q, result)
	}
	return err
}
