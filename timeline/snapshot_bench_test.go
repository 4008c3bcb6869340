package timeline

import (
	"fmt"
	"testing"

	"tiv/tracefeed"
)

// tablesOnly is a feed of which only the tables are used.
type tablesOnly struct{ tracefeed.Feed }

func (tablesOnly) Header() tracefeed.Header { return tracefeed.Header{} }

// growingFeed is a trace that grows: its tables, and its next events.
type growingFeed struct {
	tablesOnly
	tables *tracefeed.Tables
	now    tracefeed.Time
	// alive are the threads that still run; each of them waits for a monitor of its
	// neighbours and enters it, over and over.
	alive  []tracefeed.ThreadID
	events []tracefeed.Event
}

func (f *growingFeed) Tables() *tracefeed.Tables { return f.tables }

// next returns n events of the threads alive.
func (f *growingFeed) next(n int) []tracefeed.Event {
	kinds := [...]tracefeed.Kind{tracefeed.MonitorWait, tracefeed.MonitorEnter, tracefeed.MonitorExit}
	f.events = f.events[:0]
	for range n {
		f.now++
		step := int(f.now) / len(f.alive)
		t := f.alive[int(f.now)%len(f.alive)]
		f.events = append(f.events, tracefeed.Event{Time: 100 * f.now, Kind: kinds[step%len(kinds)], Thread: t,
			Monitor: 1 + tracefeed.MonitorID(t)%tracefeed.MonitorID(len(f.tables.Monitors)-1)})
	}
	return f.events
}

// grownReducer returns a reducer of a number of events of 100 000 threads, of
// which some are still alive.
func grownReducer(tb testing.TB, threads, alive, events int) (*Reducer, *growingFeed) {
	f := &growingFeed{tables: tracefeed.NewTables()}
	for i := range threads {
		f.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(i), Name: fmt.Sprint("thread ", i)})
		f.tables.AddMonitor(tracefeed.Monitor{ID: fmt.Sprint(i), Name: fmt.Sprint("monitor ", i)})
	}
	r := NewReducer(f, Tuning{})
	add := func(evs []tracefeed.Event) {
		if err := r.Add(evs); err != nil {
			tb.Fatal(err)
		}
	}
	for i := range threads {
		f.now++
		id := tracefeed.ThreadID(i + 1)
		add([]tracefeed.Event{{Time: 100 * f.now, Kind: tracefeed.ThreadStart, Thread: id}})
		if i < threads-alive {
			f.now++
			add([]tracefeed.Event{{Time: 100 * f.now, Kind: tracefeed.ThreadEnd, Thread: id}})
		} else {
			f.alive = append(f.alive, id)
		}
	}
	for n := 0; n < events; n += 4096 {
		add(f.next(4096))
	}
	return r, f
}

// BenchmarkSnapshot is a snapshot of a long trace after a thousand new events.
func BenchmarkSnapshot(b *testing.B) {
	for _, alive := range []int{100, 100_000} {
		b.Run(fmt.Sprintf("alive=%d", alive), func(b *testing.B) {
			r, f := grownReducer(b, 100_000, alive, 10_000_000)
			b.ReportAllocs()
			for b.Loop() {
				if err := r.Add(f.next(1000)); err != nil {
					b.Fatal(err)
				}
				if r.Snapshot(false, nil).Complete {
					b.Fatal("complete")
				}
			}
		})
	}
}
