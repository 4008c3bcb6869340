package filter

import (
	"cmp"
	"context"
	"slices"

	"tiv/expression"
	"tiv/interaction"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// evaluator computes the values of one filter's words in one view.
type evaluator struct {
	program *expression.Program
	v       *View
	// sums are the times in the window, by the thread's index.
	sums []tracefeed.StateTimes
	// known has the waits in the window, and the contacts with names.
	known *Memory
	// length is the length of the part of the window within the trace.
	length   tracefeed.Time
	clusters map[tracefeed.ThreadID]string
	// waits are the waits at the moment, blocks the threads that wait for each
	// thread.
	waits  map[tracefeed.ThreadID]*interaction.Wait
	blocks map[tracefeed.ThreadID][]tracefeed.ThreadID
	row    row
}

// newEvaluator computes the values that need all threads at once.
func newEvaluator(ctx context.Context, f *Filter, v *View, known *Memory, threads []tracefeed.ThreadID) *evaluator {
	e := &evaluator{program: f.program, v: v, known: known}
	e.length = max(1, v.To-max(v.From, 0))
	if e.program.Uses("running", "runnable", "suspended", "blocking", "io", "unknown") {
		e.sumUp(threads)
	}
	if e.program.Uses("cluster") {
		e.clusters = map[tracefeed.ThreadID]string{}
		for i := range v.Clusters {
			for _, t := range v.Clusters[i].Threads {
				e.clusters[t] = v.Clusters[i].Name
			}
		}
	}
	if e.program.Uses("waits_for", "blocks", "lock") {
		e.lookAtMoment()
	}
	if e.program.Uses("waits") {
		known.countWaits(ctx, v)
	}
	if e.program.Uses("processor") {
		known.findPlaces(ctx, v)
	}
	e.row.Interacts = func(string) bool { return false }
	if e.program.Uses("interacts") {
		known.findContacts(ctx, v, f.program.Arguments("interacts"))
	}
	return e
}

// sumUp computes the times of threads, which may be in any order.
func (e *evaluator) sumUp(threads []tracefeed.ThreadID) {
	byID := make([]int, len(threads))
	for i := range byID {
		byID[i] = i
	}
	slices.SortFunc(byID, func(a, b int) int { return cmp.Compare(threads[a], threads[b]) })
	ids := make([]tracefeed.ThreadID, len(threads))
	for n, i := range byID {
		ids[n] = threads[i]
	}
	e.sums = make([]tracefeed.StateTimes, len(threads))
	e.v.Timeline.EachSum(ids, e.v.From, e.v.To, func(n int, b *tracefeed.StateTimes) { e.sums[byID[n]] = *b })
}

// lookAtMoment computes the waits at the moment.
func (e *evaluator) lookAtMoment() {
	list := interaction.At(e.v.Timeline, e.v.Moment)
	e.waits = make(map[tracefeed.ThreadID]*interaction.Wait, len(list))
	e.blocks = map[tracefeed.ThreadID][]tracefeed.ThreadID{}
	for i := range list {
		e.waits[list[i].Thread] = &list[i]
		if e.program.Uses("blocks") {
			for _, b := range list[i].Blockers {
				e.blocks[b] = append(e.blocks[b], list[i].Thread)
			}
		}
	}
}

// values returns the values of the words for a thread, which is threads[i]. The
// row is valid until the next call.
func (e *evaluator) values(i int, t tracefeed.ThreadID) *row {
	r, th, lane := &e.row, &e.v.Timeline.Threads[t], e.v.Timeline.Lane(t)
	r.Name, r.ID, r.System = expression.Tame(th.Name), expression.Tame(th.ID), th.System
	if r.Process = ""; th.Process != tracefeed.NoProcess {
		r.Process = expression.Tame(e.v.Timeline.Processes[th.Process].Name)
	}
	if e.program.Uses("state", "alive") {
		state := lane.StateAt(e.v.Moment)
		r.State, r.Alive = state.String(), state != tracefeed.NotAlive
	}
	if e.sums != nil {
		r.times(&e.sums[i], e.length)
	}
	if e.program.Uses("waits") {
		r.Waits = int(e.known.waits.counts[t])
	}
	if e.program.Uses("function") {
		r.Function = expression.Tame(e.function(lane))
	}
	if e.program.Uses("start", "end") {
		r.Start.NS, r.End.NS = lane.Life()
	}
	if r.Slice = r.Slice[:0]; e.program.Uses("slice") && e.v.Slices != nil {
		for k, set := range e.v.Slices.Sets {
			if set.Overlaps(t, e.v.From, e.v.To) {
				r.Slice = append(r.Slice, e.v.Slices.Definitions[k].Name)
			}
		}
	}
	if r.Processor = r.Processor[:0]; e.program.Uses("processor") {
		for _, cpu := range e.known.processorsOf(t) {
			r.Processor = append(r.Processor, tracefeed.CPUName(cpu))
		}
	}
	e.fillTasks(t)
	r.Cluster = expression.Tame(e.clusters[t])
	e.fillMoment(t)
	if e.program.Uses("interacts") {
		from, to := e.v.past()
		r.Interacts = func(name string) bool { return e.known.contacts[name].Within(t, from, to) }
	}
	return r
}

// fillTasks fills in the tasks for which a thread worked in the window.
func (e *evaluator) fillTasks(t tracefeed.ThreadID) {
	r := &e.row
	r.Task, r.TaskNumber = r.Task[:0], r.TaskNumber[:0]
	if e.v.Tasks == nil || !e.program.Uses(taskWords...) {
		return
	}
	e.v.Tasks.EachAt(t, e.v.From, e.v.To, func(of *task.Task) {
		if name := expression.Tame(of.Type); !slices.Contains(r.Task, name) {
			r.Task = append(r.Task, name)
		}
		if n := len(r.TaskNumber); n == 0 || r.TaskNumber[n-1] != int(of.Number) {
			r.TaskNumber = append(r.TaskNumber, int(of.Number))
		}
	})
}

// fillMoment fills in a thread's blockers, the lock that it waits for, and the threads
// that wait for it.
func (e *evaluator) fillMoment(t tracefeed.ThreadID) {
	r := &e.row
	r.Lock, r.WaitsFor, r.Blocks = r.Lock[:0], r.WaitsFor[:0], r.Blocks[:0]
	if wait := e.waits[t]; wait != nil {
		if e.program.Uses("lock") {
			for _, term := range e.v.Locks.Terms(wait.Monitor) {
				r.Lock = append(r.Lock, expression.Tame(term))
			}
		}
		if e.program.Uses("waits_for") {
			r.WaitsFor = e.names(r.WaitsFor, wait.Blockers)
		}
	}
	r.Blocks = e.names(r.Blocks, e.blocks[t])
}

func (e *evaluator) names(out expression.Texts, threads []tracefeed.ThreadID) expression.Texts {
	for _, t := range threads {
		out = append(out, expression.Tame(e.v.Timeline.Threads[t].Name))
	}
	return out
}

// function returns the outermost function of a thread's first stack, if there
// is one in the first few spans.
func (e *evaluator) function(lane timeline.Lane) (name string) {
	tl, spans := e.v.Timeline, 0
	born, _ := lane.Life()
	lane.Spans(born, tl.End, func(s *timeline.Span, _ tracefeed.Time) bool {
		if frames := tl.Stacks[s.Stack]; len(frames) > 0 {
			name = tl.Frames[frames[len(frames)-1]].Func
		}
		const most = 20
		spans++
		return name == "" && spans < most
	})
	return name
}

// times fills in the times in states.
func (r *row) times(b *tracefeed.StateTimes, of tracefeed.Time) {
	r.Unknown = expression.Length{NS: b[tracefeed.Unknown], Of: of}
	r.Running = expression.Length{NS: b[tracefeed.Running], Of: of}
	r.Runnable = expression.Length{NS: b[tracefeed.Runnable], Of: of}
	r.Suspended = expression.Length{NS: b[tracefeed.Suspended], Of: of}
	r.Blocking = expression.Length{NS: b[tracefeed.Blocking], Of: of}
	r.IO = expression.Length{NS: b[tracefeed.IO], Of: of}
}
