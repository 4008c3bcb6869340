package report

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Window is the part of a trace that a table is about.
type Window struct {
	// From and To bound the time; rows that reach beyond are cut.
	From, To tracefeed.Time
	// Step is the length of buckets.
	Step tracefeed.Time
	// Runtime includes the threads of the language's runtime.
	Runtime bool
}

// Tables lists the names of all tables of a timeline. The table "events" is
// not among them, because a timeline does not keep events.
func Tables() []string { return []string{"spans", "buckets", "edges", "threads", "monitors"} }

// Dump writes a table of a timeline.
func Dump(w io.Writer, tl *timeline.Timeline, name string, win Window, format Format) error {
	d := dump{tl: tl, Window: win}
	d.To = min(d.To, tl.End)
	switch name {
	case "spans":
		return d.spans(w, format)
	case "buckets":
		return d.buckets(w, format)
	case "edges":
		return d.edges(w, format)
	case "threads":
		return d.threads(w, format)
	case "monitors":
		return d.monitors(w, format)
	}
	return fmt.Errorf("unknown table %q: want events, %s", name, strings.Join(Tables(), ", "))
}

type dump struct {
	Window
	tl *timeline.Timeline
}

// asked reports whether a thread is asked for.
func (d *dump) asked(t tracefeed.ThreadID) bool {
	return t != tracefeed.NoThread && (d.Runtime || !d.tl.Threads[t].System)
}

// threadIDs lists the threads that are asked for, by id.
func (d *dump) threadIDs() (ids []tracefeed.ThreadID) {
	for t := range tracefeed.ThreadID(len(d.tl.Threads)) {
		if d.asked(t) {
			ids = append(ids, t)
		}
	}
	return ids
}

// each calls f for every thread that is asked for, by id.
func (d *dump) each(f func(id tracefeed.ThreadID, lane timeline.Lane)) {
	for _, t := range d.threadIDs() {
		f(t, d.tl.Lane(t))
	}
}

func (d *dump) thread(t tracefeed.ThreadID) string   { return d.tl.Threads[t].ID }
func (d *dump) monitor(m tracefeed.MonitorID) string { return d.tl.Monitors[m].ID }

// place names the place of a stack.
func (d *dump) place(s tracefeed.StackID) string {
	f, _ := Place(frames(d.tl, s))
	return f.Func
}

func (d *dump) spans(w io.Writer, format Format) error {
	t := newTable(w, format, "thread", "start_ns", "end_ns", "state", "cause", "monitor", "other", "shared", "place")
	d.each(func(id tracefeed.ThreadID, lane timeline.Lane) {
		lane.Spans(d.From, d.To, func(s *timeline.Span, end tracefeed.Time) bool {
			start, end := max(s.Start, d.From), min(end, d.To)
			if s.State == timeline.NotAlive || start >= end {
				return true
			}
			cause := ""
			if s.State == timeline.Suspended || s.State == timeline.IO {
				cause = s.Cause.String()
			}
			t.str(d.thread(id)).num(int64(start)).num(int64(end)).str(s.State.String()).str(cause).
				str(d.monitor(s.Monitor)).str(d.thread(s.Other)).yes(s.Shared).str(d.place(s.Stack)).end()
			return true
		})
	})
	return t.close()
}

// mostCells is how many buckets are in memory at once.
var mostCells tracefeed.Time = 1 << 20

// buckets leaves out the steps in which a thread was not alive. It reads the
// trace once for as many threads as there is room for.
func (d *dump) buckets(w io.Writer, format Format) error {
	if d.Step <= 0 {
		return fmt.Errorf("step %v is not above 0", d.Step)
	}
	d.Step = min(d.Step, max(1, d.To-d.From)) // a longer one would be cut anyway
	t := newTable(w, format, "thread", "start_ns", "running", "runnable", "suspended", "blocking", "io", "unknown")
	steps := (max(d.From, d.To)-d.From-1)/d.Step + 1
	band := min(max(steps, 1), mostCells)
	for group := range slices.Chunk(d.threadIDs(), int(mostCells/band)) {
		// Where there is more than one band, there is only one thread.
		for first := tracefeed.Time(0); first < steps; first += band {
			d.someBuckets(t, group, d.From+first*d.Step, int(min(band, steps-first)))
		}
	}
	return t.close()
}

// someBuckets writes n steps of some threads, the last of which ends where the
// window does.
func (d *dump) someBuckets(t *table, group []tracefeed.ThreadID, from tracefeed.Time, n int) {
	out := make([]timeline.Bucket, len(group)*n)
	put := func(first int) func(row, i int, b *timeline.Bucket) {
		return func(row, i int, b *timeline.Bucket) { out[row*n+first+i] = *b }
	}
	whole := int(min(tracefeed.Time(n), (d.To-from)/d.Step))
	d.tl.EachBucket(context.Background(), group, from, d.Step, whole, put(0))
	if last := from + tracefeed.Time(whole)*d.Step; whole < n {
		d.tl.EachBucket(context.Background(), group, last, d.To-last, 1, put(whole))
	}
	for k, b := range out {
		if b.Alive() > 0 {
			start := from + tracefeed.Time(k%n)*d.Step
			bucketCells(t.str(d.thread(group[k/n])).num(int64(start)), b).end()
		}
	}
}

// bucketCells adds a bucket's states in the order of the command line's promise.
func bucketCells(t *table, b timeline.Bucket) *table {
	for _, s := range StateOrder {
		t.num(int64(b[s]))
	}
	return t
}

// StateOrder is the order in which tables list states.
var StateOrder = [timeline.NumStates]timeline.State{timeline.Running, timeline.Runnable, timeline.Suspended,
	timeline.Blocking, timeline.IO, timeline.Unknown}

func (d *dump) edges(w io.Writer, format Format) error {
	t := newTable(w, format, "kind", "blocked", "blocker", "monitor", "start_ns", "end_ns", "evidence")
	d.each(func(id tracefeed.ThreadID, _ timeline.Lane) {
		interaction.EachWholeEdge(d.tl, id, d.From, d.To, func(e interaction.Edge) {
			t.str(e.Kind.String()).str(d.thread(e.Blocked)).str(d.thread(e.Blocker)).str(d.monitor(e.Monitor)).
				num(int64(e.Start)).num(int64(e.End)).str(e.Evidence.String()).end()
		})
	})
	return t.close()
}

func (d *dump) threads(w io.Writer, format Format) error {
	t := newTable(w, format, "thread", "name", "runtime", "start_ns", "end_ns",
		"running", "runnable", "suspended", "blocking", "io", "unknown")
	sums := make([]timeline.Bucket, len(d.tl.Threads))
	ids := d.threadIDs()
	d.tl.EachSum(ids, d.From, d.To, func(row int, b *timeline.Bucket) { sums[ids[row]] = *b })
	d.each(func(id tracefeed.ThreadID, lane timeline.Lane) {
		start, end := lane.Life()
		row := t.str(d.thread(id)).str(d.tl.Threads[id].Name).yes(d.tl.Threads[id].System).num(int64(start)).num(int64(end))
		bucketCells(row, sums[id]).end()
	})
	return t.close()
}

// waits is what a table says of the waits for a monitor.
type waits struct {
	count           int64
	waited, longest tracefeed.Time
	changes         int // of holders, in the whole trace
}

// monitors sums up who waited for what in the window.
func (d *dump) monitors(w io.Writer, format Format) error {
	all := make([]waits, len(d.tl.Monitors))
	open := make([]timeline.Span, len(d.tl.Threads)) // what each thread does
	end := func(t tracefeed.ThreadID, s *timeline.Span, at tracefeed.Time) {
		if s.State == timeline.Blocking && d.asked(t) {
			all[s.Monitor].add(min(at, d.To) - max(s.Start, d.From))
		}
		open[t] = timeline.Span{}
	}
	d.tl.Visit(timeline.Visitor{
		Begin: func(t tracefeed.ThreadID, s *timeline.Span) { open[t] = *s },
		End:   end,
		Hold: func(_ tracefeed.Time, m tracefeed.MonitorID, _ tracefeed.ThreadID, _, _ bool) {
			all[m].changes++
		},
	})
	for t := range open {
		end(tracefeed.ThreadID(t), &open[t], d.tl.End)
	}
	t := newTable(w, format, "monitor", "name", "changes", "waits", "waited_ns", "longest_ns")
	for i := 1; i < len(d.tl.Monitors); i++ {
		m := d.tl.Monitors[i]
		t.str(m.ID).str(m.Name).num(int64(all[i].changes)).num(all[i].count).
			num(int64(all[i].waited)).num(int64(all[i].longest)).end()
	}
	return t.close()
}

// add adds the part of a wait that lies in the window.
func (w *waits) add(length tracefeed.Time) {
	if length > 0 {
		w.count++
		w.waited += length
		w.longest = max(w.longest, length)
	}
}
