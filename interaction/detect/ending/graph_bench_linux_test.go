package ending

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// BenchmarkWaitGraph analyses the end of a trace in which 10 000 threads wait: chains of
// ten locks with a hundred threads at each, one of them behind a deadlock.
func BenchmarkWaitGraph(b *testing.B) {
	const threads, queue, chain = 10_000, 100, 10
	var s strings.Builder
	s.WriteString("tiv-text 1\n")
	// Thread i holds lock i if it is the first of its queue. All wait for the lock of the
	// queue before; those of the first queue of a chain for the lock of a runner.
	for i := range threads {
		fmt.Fprintf(&s, "1s T%d start\n", i)
		if i%queue == 0 {
			fmt.Fprintf(&s, "1s T%d monitor-enter L%d\n", i, i/queue+1)
		}
	}
	for q := 0; q < threads/queue; q += chain {
		fmt.Fprintf(&s, "1s R%d start\n1s R%d monitor-enter C%d\n", q, q, q)
	}
	s.WriteString("2s R0 monitor-wait L1\n")
	for i := range threads {
		lock := fmt.Sprintf("L%d", i/queue)
		if q := i / queue; q%chain == 0 {
			lock = fmt.Sprintf("C%d", q)
		}
		fmt.Fprintf(&s, "3s T%d monitor-wait %s\n", i, lock)
	}
	s.WriteString("10s R10 end\n")
	tl := reduced.Story(b, s.String())
	var before, after syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	for b.Loop() {
		e := New(tl, Limits{Settled: 50 * tracefeed.Millisecond, Hang: tl.End / 4, Wakers: 3})
		if x := e.Settle(NewCustoms(e)); len(x.Open) != threads+1 || len(x.Dead) != 1 {
			b.Fatal(len(x.Open), " open waits, ", len(x.Dead), " deadlocks")
		}
	}
	syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	b.ReportMetric(float64(after.Utime.Nano()-before.Utime.Nano())/float64(b.N)/1e6, "user-ms")
}
