package session

import (
	"context"

	"tiv/handler"
	"tiv/interaction/detect"
	"tiv/internal/background"
	"tiv/report/tasks"
	"tiv/task"
	"tiv/task/findings"
	"tiv/timeline"
	"tiv/workspace"
	"tiv/workspace/idling"
)

// query is a computation for a picture, of one state of a workspace.
type query[R any] interface {
	comparable
	Run(context.Context) (R, error)
}

// result is computed for a workspace in the background: Query says which is due, Set takes it over.
type result[Q query[R], R any] interface {
	Query() Q
	Useful(Q) bool
	Set(Q, R)
}

// run is a computation in a goroutine; the zero value is none.
type run[Q query[R], R any] struct {
	job   *background.Job[R]
	about Q
}

// advance takes over the result of a computation that has ended, and cancels one that is of no
// use. If more is due and may begin, it starts that in a goroutine. It never blocks, and reports
// whether there was a result.
func (r *run[Q, R]) advance(of result[Q, R], may bool, wake func()) (changed bool) {
	if r.job != nil {
		if !of.Useful(r.about) {
			r.job.Cancel()
		}
		if !r.job.Done() {
			return false
		}
		found, err := r.job.Result()
		if r.job = nil; err == nil {
			of.Set(r.about, found)
			changed = true
		}
	}
	var none Q
	if q := of.Query(); q != none && may {
		r.about = q
		r.job = background.Start(func(ctx context.Context, _ func(float64)) (R, error) { return q.Run(ctx) }, wake)
	}
	return changed
}

// on reports whether a goroutine computes something.
func (r *run[Q, R]) on() bool { return r.job != nil }

// stop cancels the computation, and waits for its goroutine to end.
func (r *run[Q, R]) stop() {
	if r.job != nil {
		r.job.Stop()
		r.job = nil
	}
}

// taskFindings is the findings about the tasks of a trace that is complete and was searched.
type taskFindings struct{ t *Trace }

// findingsQuery is the search for them.
type findingsQuery struct {
	tl    *timeline.Timeline
	tasks *task.Index
}

func (f taskFindings) Query() *findingsQuery {
	w := f.t.Workspace
	if !f.t.Searched() || !w.Tasking.AskOnceComplete() {
		return nil
	}
	if w.Tasking.Query() != nil || w.Tasking.Index() == f.t.findingsOf {
		return nil
	}
	return &findingsQuery{w.Timeline, w.Tasking.Index()}
}

// Run searches.
func (q *findingsQuery) Run(ctx context.Context) ([]detect.Finding, error) {
	return findings.Find(ctx, q.tl, q.tasks, tasks.WhySlow)
}

func (f taskFindings) Useful(q *findingsQuery) bool {
	return q.tl == f.t.Workspace.Timeline && q.tasks == f.t.Workspace.Tasking.Index()
}

func (f taskFindings) Set(q *findingsQuery, found []detect.Finding) {
	if f.Useful(q) {
		f.t.findingsOf = q.tasks
		workspace.FindingsOf(f.t.Workspace).SetOfTasks(found)
	}
}

// idleThreads is when the threads of a trace are idle.
type idleThreads struct{ t *Trace }

func (x idleThreads) Query() *idling.Query { return x.t.Workspace.Idling.Query() }

func (x idleThreads) Useful(q *idling.Query) bool { return x.t.Workspace.Idling.Useful(q) }

func (x idleThreads) Set(q *idling.Query, found *handler.IdleTime) {
	workspace.SlicingOf(x.t.Workspace).TakeIdle(q, found)
}

// compute finds the tasks and the findings about them, computes the slices of a trace, and finds idle threads, in the background, if
// that is due.
// Slices of tasks wait for the tasks. It never blocks.
func (t *Trace) compute() {
	slices := workspace.SlicingOf(t.Workspace)
	found := t.taskRun.advance(&t.Workspace.Tasking, true, t.Wake)
	if found {
		slices.TakeTasks()
	}
	if t.sliceRun.advance(slices, !t.taskRun.on() || !slices.OfTasks(), t.Wake) || found {
		t.Stale = true
	}
	if t.findingsRun.advance(taskFindings{t}, true, t.Wake) {
		t.Stale = true
	}
	if t.idleRun.advance(idleThreads{t}, t.Searched() && !t.findingsRun.on(), t.Wake) {
		t.Stale = true
	}
}
