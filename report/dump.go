package report

import (
	"fmt"
	"io"
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

// each calls f for every thread that is asked for, by id.
func (d *dump) each(f func(id tracefeed.ThreadID, lane timeline.Lane)) {
	for i := 1; i < len(d.tl.Threads); i++ {
		if d.Runtime || !d.tl.Threads[i].System {
			f(tracefeed.ThreadID(i), d.tl.Lane(tracefeed.ThreadID(i)))
		}
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

// buckets leaves out the steps in which a thread was not alive.
func (d *dump) buckets(w io.Writer, format Format) error {
	const chunk = 4096
	if d.Step <= 0 {
		return fmt.Errorf("step %v is not above 0", d.Step)
	}
	d.Step = min(d.Step, max(1, d.To-d.From)) // a longer one would be cut anyway
	t := newTable(w, format, "thread", "start_ns", "running", "runnable", "suspended", "blocking", "io", "unknown")
	out := make([]timeline.Bucket, chunk)
	d.each(func(id tracefeed.ThreadID, lane timeline.Lane) {
		for from := d.From; from < d.To; {
			n := min(chunk, (d.To-from-1)/d.Step+1)
			lane.Buckets(from, d.Step, out[:n])
			last := from + (n-1)*d.Step
			if d.To-last < d.Step {
				out[n-1] = lane.Sum(last, d.To)
			}
			for i, b := range out[:n] {
				if b.Alive() > 0 {
					bucketCells(t.str(d.thread(id)).num(int64(from+tracefeed.Time(i)*d.Step)), b).end()
				}
			}
			if d.To-last <= d.Step {
				break
			}
			from = last + d.Step
		}
	})
	return t.close()
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
	d.each(func(id tracefeed.ThreadID, lane timeline.Lane) {
		start, end := lane.Life()
		row := t.str(d.thread(id)).str(d.tl.Threads[id].Name).yes(d.tl.Threads[id].System).num(int64(start)).num(int64(end))
		bucketCells(row, lane.Sum(d.From, d.To)).end()
	})
	return t.close()
}

// monitors sums up who waited for what in the window.
func (d *dump) monitors(w io.Writer, format Format) error {
	waits := make([]struct {
		count           int64
		waited, longest tracefeed.Time
	}, len(d.tl.Monitors))
	d.each(func(id tracefeed.ThreadID, lane timeline.Lane) {
		lane.Spans(d.From, d.To, func(s *timeline.Span, end tracefeed.Time) bool {
			length := min(end, d.To) - max(s.Start, d.From)
			if s.State == timeline.Blocking && length > 0 {
				m := &waits[s.Monitor]
				m.count++
				m.waited += length
				m.longest = max(m.longest, length)
			}
			return true
		})
	})
	changes := make([]int, len(d.tl.Monitors))
	d.tl.Visit(timeline.Visitor{Hold: func(_ tracefeed.Time, m tracefeed.MonitorID, _ tracefeed.ThreadID, _, _ bool) {
		changes[m]++
	}})
	t := newTable(w, format, "monitor", "name", "changes", "waits", "waited_ns", "longest_ns")
	for i := 1; i < len(d.tl.Monitors); i++ {
		m := d.tl.Monitors[i]
		t.str(m.ID).str(m.Name).num(int64(changes[i])).num(waits[i].count).
			num(int64(waits[i].waited)).num(int64(waits[i].longest)).end()
	}
	return t.close()
}
