package execution_test

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// callers is a feed of threads that call functions, or sleep.
type callers struct {
	tables *tracefeed.Tables
	events []tracefeed.Event
}

func (c *callers) Header() tracefeed.Header  { return tracefeed.Header{Format: "callers"} }
func (c *callers) Tables() *tracefeed.Tables { return c.tables }
func (c *callers) Close() error              { return nil }
func (c *callers) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if len(c.events) == 0 {
		return nil, io.EOF
	}
	n := min(len(c.events), 1024)
	batch := append(used[:0], c.events[:n]...)
	c.events = c.events[n:]
	return batch, nil
}

// newCallers returns threads that call each other's functions up to a depth of 20, or, if
// sleep is true, go to sleep and wake up instead.
func newCallers(threads, events int, sleep bool) *callers {
	const functions, deepest = 1000, 20
	c := &callers{tables: tracefeed.NewTables()}
	for i := range threads {
		c.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(i), Name: fmt.Sprint("worker ", i)})
	}
	for i := range functions {
		c.tables.AddName(fmt.Sprint("main.f", i))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	stacks := make([][]tracefeed.NameID, threads)
	for at := tracefeed.Time(0); len(c.events) < events; at += tracefeed.Time(rng.IntN(200)) {
		t := rng.IntN(threads)
		stack := &stacks[t]
		ev := tracefeed.Event{Time: at, Thread: tracefeed.ThreadID(t + 1)}
		switch depth := len(*stack); {
		case depth < deepest && (depth == 0 || rng.IntN(2) == 0):
			// Most functions call one other.
			ev.Kind, ev.Name = tracefeed.CallEnter, tracefeed.NameID(1+depth*37%functions)
			if depth%4 == 0 {
				ev.Name += tracefeed.NameID(rng.IntN(4))
			}
			*stack = append(*stack, ev.Name)
		default:
			ev.Kind, ev.Name = tracefeed.CallExit, (*stack)[depth-1]
			*stack = (*stack)[:depth-1]
		}
		if sleep {
			ev.Kind, ev.Name = map[tracefeed.Kind]tracefeed.Kind{tracefeed.CallEnter: tracefeed.SuspendStart, tracefeed.CallExit: tracefeed.SuspendEnd}[ev.Kind], 0
		}
		c.events = append(c.events, ev)
	}
	return c
}

// BenchmarkTree adds up calls; "spans" goes through as many changes of state.
func BenchmarkTree(b *testing.B) {
	const events, threads = 2_000_000, 8
	q := execution.Query{Of: make([]bool, threads+1)}
	for t := range q.Of {
		q.Of[t] = t > 0
	}
	for _, name := range []string{"calls", "spans"} {
		tl, err := reduced.Timeline(newCallers(threads, events, name == "spans"), timeline.Tuning{})
		if err != nil {
			b.Fatal(err)
		}
		q.To = tl.End
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if name == "calls" {
					execution.NewTree(b.Context(), tl, q)
					continue
				}
				tl.EachSpan(b.Context(), q.Of, 0, tl.End, func(tracefeed.ThreadID, *timeline.Span, tracefeed.Time) {})
			}
			b.ReportMetric(float64(b.N)*events/1e6/b.Elapsed().Seconds(), "Mevents/s")
		})
	}
}

// BenchmarkTreeParts makes the parts of a tree one after the other. The longest one is the
// time of a machine with a free processor for each part; the best of all runs counts.
func BenchmarkTreeParts(b *testing.B) {
	const events, threads = 500_000, 32
	tl, err := reduced.Timeline(newCallers(threads, events, false), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	q := execution.Query{Of: make([]bool, threads+1), To: tl.End}
	for t := range q.Of {
		q.Of[t] = t > 0
	}
	for _, n := range []int{1, 2, 4, 8, 16} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			best := time.Duration(math.MaxInt64)
			for b.Loop() {
				most := time.Duration(0)
				for _, part := range q.Split(b.Context(), tl, n) {
					start := time.Now()
					execution.TreeOf(b.Context(), tl, []execution.Query{part})
					most = max(most, time.Since(start))
				}
				best = min(best, most)
			}
			b.ReportMetric(events/1e6/best.Seconds(), "Mevents/s")
		})
	}
}

// BenchmarkLanes puts calls into lanes; "tree" adds them up.
func BenchmarkLanes(b *testing.B) {
	const events, threads = 2_000_000, 200
	tl, err := reduced.Timeline(newCallers(threads, events, false), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	q := execution.Query{Of: make([]bool, threads+1), To: tl.End}
	for t := range q.Of {
		q.Of[t] = t > 0
	}
	for _, name := range []string{"lanes", "pixels", "limited", "tree"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			entries := 0
			for b.Loop() {
				lq := execution.LaneQuery{Query: q, Cell: 1, Deepest: execution.MaxLanes}
				switch name {
				case "pixels":
					for lq.Cell = 1; lq.Cell < tl.End/2000; lq.Cell *= 2 {
					}
				case "limited":
					lq.Most = 100_000
				case "tree":
					execution.NewTree(b.Context(), tl, q)
					continue
				}
				entries = execution.NewLanes(b.Context(), tl, lq).Entries()
			}
			b.ReportMetric(float64(b.N)*events/1e6/b.Elapsed().Seconds(), "Mevents/s")
			b.ReportMetric(float64(entries), "entries")
		})
	}
}
