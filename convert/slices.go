package convert

import (
	"context"
	"io"
	"slices"
	"strconv"

	"tiv/execution"
	"tiv/interaction"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/chrome"
	"tiv/tracefeed/perfetto"
	"tiv/tracefeed/slicefeed"
)

// sliceWriter writes a trace for a trace viewer. Threads have numbers, and are named
// first.
type sliceWriter interface {
	Program(name string)
	Thread(tid int64, name string, system bool, order int64)
	State(tid int64, words string, from, to tracefeed.Time)
	Begin(tid int64, lane int, name string, at tracefeed.Time)
	End(tid int64, lane int, name string, at tracefeed.Time)
	Wake(number, from, to int64, at tracefeed.Time)
	Task(number, tid int64, name string, from, to tracefeed.Time, ends bool)
	Collection(number int64, from, to tracefeed.Time)
	Counter(name string, at tracefeed.Time, value int64)
	Moment(at tracefeed.Time)
	Close() error
}

// Chrome writes a trace in the Trace Event Format, for trace viewers: docs/trace-viewers.md. The
// errors are as in Text.
func Chrome(w io.Writer, source *tracefeed.Source, o Options) (Result, error) {
	return toSlices(source, o, func(e *export) sliceWriter { return chrome.NewWriter(w, slices.Max(e.tids)) })
}

// Perfetto is Chrome for Perfetto's protobuf format. It also writes the switches of
// threads, if the trace has them.
func Perfetto(w io.Writer, source *tracefeed.Source, o Options) (Result, error) {
	return toSlices(source, o, func(*export) sliceWriter { return perfetto.NewWriter(w) })
}

// toSlices reduces a trace, and writes it.
func toSlices(source *tracefeed.Source, o Options, to func(*export) sliceWriter) (Result, error) {
	c := newConversion(source, o)
	c.fetch()
	defer c.readAhead()()
	r := timeline.NewReducer(c.feed, timeline.Tuning{})
	if err := c.each(r.Add, func() error { return nil }); err != nil {
		return Result{}, err
	}
	c.report("writing")
	tl := r.Snapshot(true, c.result.Damage)
	c.result.Lost = tl.Counts
	e := newExport(tl)
	tasks, err := task.Build(e.ctx, tl, task.Options{})
	if err != nil {
		return Result{}, err
	}
	e.w = to(e)
	e.write(tracefeed.Title(source.Name), tasks)
	if err := e.w.Close(); err != nil {
		return Result{}, err
	}
	return c.finish(), nil
}

// export writes a timeline as slices.
type export struct {
	tl   *timeline.Timeline
	w    sliceWriter
	tids []int64 // by thread
	all  execution.Query
	ctx  context.Context
}

func newExport(tl *timeline.Timeline) *export {
	e := &export{tl: tl, tids: make([]int64, len(tl.Threads)), ctx: context.Background()}
	e.all = execution.Query{Of: make([]bool, len(tl.Threads)), To: tl.End}
	for t := range e.all.Of {
		e.all.Of[t] = true
	}
	e.number()
	return e
}

// number gives the threads their numbers in the source, where these are unique and fit,
// and others the next higher ones.
func (e *export) number() {
	used := map[int64]bool{}
	highest := int64(0)
	for t := range e.tids {
		id, err := strconv.ParseInt(e.tl.Threads[t].ID, 10, 32)
		if err == nil && id > 0 && !used[id] {
			e.tids[t], used[id], highest = id, true, max(highest, id)
		}
	}
	for t := 1; t < len(e.tids); t++ {
		if e.tids[t] == 0 {
			highest++
			e.tids[t] = highest
		}
	}
}

func (e *export) write(program string, tasks *task.Index) {
	e.w.Program(program)
	for t := 1; t < len(e.tids); t++ {
		th := &e.tl.Threads[t]
		e.w.Thread(e.tids[t], th.Name, th.System, int64(t))
	}
	e.w.Moment(0)
	e.states()
	e.calls()
	e.wakes()
	for i := range tasks.Tasks {
		t, tid := &tasks.Tasks[i], int64(0)
		if len(t.Threads) > 0 {
			tid = e.tids[t.Threads[0]]
		}
		e.w.Task(t.Number, tid, t.Type, t.Start, t.End, t.End < e.tl.End)
	}
	for i, gc := range e.tl.GC {
		if gc.End < 0 {
			gc.End = e.tl.End
		}
		e.w.Collection(int64(i+1), gc.Start, gc.End)
	}
	for _, name := range e.tl.Header.Recorder.OldCounters() {
		e.w.Counter(name, 0, 0)
	}
	e.counters()
	if k, ok := e.w.(switchWriter); ok {
		e.switches(k)
	}
	e.w.Moment(e.tl.End)
}

// states writes the spans of threads.
func (e *export) states() {
	e.tl.EachSpan(e.ctx, e.all.Of, 0, e.tl.End, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		if t != tracefeed.NoThread && s.State != tracefeed.NotAlive && end > s.Start {
			words := slicefeed.Words(s.State, s.Cause, e.tl.Monitors[s.Monitor].Name)
			e.w.State(e.tids[t], words, s.Start, end)
		}
	})
}

// wakes writes the threads that ended waits: for each wait, its last edge.
func (e *export) wakes() {
	number := int64(0)
	for t := 1; t < len(e.tids); t++ {
		var last interaction.Edge
		write := func() {
			if last.Blocker != tracefeed.NoThread && last.End < e.tl.End {
				number++
				e.w.Wake(number, e.tids[last.Blocker], e.tids[last.Blocked], last.End)
			}
		}
		interaction.EachEdge(e.tl, tracefeed.ThreadID(t), 0, e.tl.End, func(edge interaction.Edge) {
			switch goesOn := edge.Start == last.End && edge.Monitor == last.Monitor && edge.Kind == last.Kind; {
			case edge.Rank > 0:
				return
			case !goesOn:
				write()
			}
			last = edge
		})
		write()
	}
}

// counters writes the values of counters.
func (e *export) counters() {
	e.tl.EachPage(e.ctx, 0, e.tl.End, func(p *timeline.Page) {
		e.eachEvent(p, func(ev *tracefeed.Event, _ tracefeed.State) {
			if ev.Kind == tracefeed.Counter {
				e.w.Counter(e.tl.Names[ev.Name], ev.Time, ev.Value)
			}
		})
	})
}

// eachEvent calls f for each event of a page, thread by thread, with the state after it.
func (e *export) eachEvent(p *timeline.Page, f func(*tracefeed.Event, tracefeed.State)) {
	var ev tracefeed.Event
	for g := range p.Groups {
		events := p.Events(g)
		for state, ok := events.Next(&ev); ok; state, ok = events.Next(&ev) {
			f(&ev, state)
		}
	}
}
