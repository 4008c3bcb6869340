package verdict

import (
	"context"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/internal/reduced"
)

// twoProcesses is a trace of two processes: thread A of p, which names the owner of its lock, and B of q.
const twoProcesses = "process p name=own\nprocess q name=other\nthread A process=p\nthread C process=p\nthread B process=q\n" +
	"0s A start\n0s C start\n0s A monitor-enter 0x1\n1ms C monitor-wait 0x1\n2ms A monitor-exit 0x1\n2ms C monitor-enter 0x1\n"

// goLock is a stack of a lock of Go's, hungSenders a semaphore whose places are kept.
const (
	goLock = "frame lock sync.(*Mutex).Lock /go/mutex.go:40\nframe f main.f /f.go:1\nstack s lock f\n" +
		"frame send runtime.chansend1 /go/chan.go:1\nstack c send f\n"
	hungSenders = "0s A start name=w%201\n0s B start name=w%202\n0s C start\n" +
		"1ms A suspend-start channel stack=c\n2ms - wake A by=B\n2ms A suspend-end\n" +
		"3ms A suspend-start channel stack=c\n4ms - wake A by=B\n4ms A suspend-end\n" +
		"5ms A suspend-start channel stack=c\n6ms - wake A by=B\n6ms A suspend-end\n" +
		"21ms A suspend-start channel stack=c\n22ms B suspend-start channel stack=c\n90ms C ready"
)

// A trace without a problem is described by figures, unless it has no holders.
func TestVerdict(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ trace, want string }{
		{"0s A start\n0s B start\n0s A monitor-enter 0x1\n25ms B monitor-wait 0x1\n50ms A monitor-exit 0x1\n" +
			"50ms B monitor-enter 0x1\n100ms A end\n100ms B end",
			"No deadlock, no stuck thread. Waiting for locks: 12.5 % of all thread time; most at lock A."},
		{"0s A start\n0s B start\n0s A monitor-enter 0x1\n49ms B monitor-wait 0x1\n50ms A monitor-exit 0x1\n" +
			"50ms B monitor-enter 0x1\n80ms B end\n100ms A end",
			"No deadlock, no stuck thread. Waiting for locks: 0.6 % of all thread time; most at lock A. " +
				"No thread lost more than 1 ms to another (B, 1.2 % of its time)."},
		{"0s A start\n0s - counter sampling%20period%20in%20ns value=1\n100ms A end",
			"No deadlock was seen; the owners of some kinds of locks cannot be. No thread was seen to wait for a lock."},
		{"0s A start\n50ms A ready\n100ms A end",
			"No deadlock, no stuck thread. No thread waited for a lock. Waiting for a processor: 50.0 %."},
		{"0s A start\n50ms A monitor-wait -\n60ms A run\n100ms A end",
			"The trace does not name the holders of locks, so deadlocks cannot be found. " +
				"Waiting for locks: 10.0 % of all thread time."},
		{"format go\n0s A start\n50ms A monitor-wait -\n60ms A run\n100ms A end",
			"The trace does not name the holders of locks, so deadlocks cannot be found; recordings by tiv record name them. " +
				"Waiting for locks: 10.0 % of all thread time."},
		{"format go\n0s A start\n0s A monitor-wait 0x1\n90ms A run\n100ms A end",
			"The trace does not name the holders of locks, so deadlocks cannot be found; recordings by tiv record name them. " +
				"Waiting for locks: 90.0 % of all thread time; most at lock A."},
		{"format go\n0s B start\n0s A start\n0s B monitor-enter 0x2\n1ms B monitor-exit 0x2\n50ms A monitor-wait -\n" +
			"60ms A run\n100ms A end\n100ms B end",
			"No deadlock was seen; the trace does not name the holders of the locks that threads waited for most. " +
				"Waiting for locks: 5.0 % of all thread time."},
		{"format go\n0s A start\n0s B start\n0s A monitor-enter 0x1\n1ms B monitor-wait 0x1\n1ms A monitor-exit 0x1\n" +
			"50ms B monitor-enter 0x1\n100ms A end\n100ms B end",
			"No deadlock, no stuck thread. Waiting for locks: 24.5 % of all thread time; most at lock A."},
		{"0s A start\n0s A unknown\n0s A region-start r\n90ms A region-end r",
			"The trace has no states of threads, so problems cannot be found."},
		{"0s A start\n0s B start\n1ms A monitor-enter M\n2ms A monitor-wait M\n90ms B ready", ""},
		{goLock + "0s A start\n0s B start\n1ms A monitor-enter M\n80ms A monitor-wait M stack=s\n90ms B ready",
			"A ring of waits is still closed at the end; another thread may open it. " +
				"Waiting for locks: 5.6 % of all thread time; most at mutex M. " +
				"No thread lost more than 10 ms to another (A, 11.1 % of its time)."},
		{"0s A start\n80ms A unknown\n100ms A end",
			"No deadlock, no stuck thread was seen. No thread was seen to wait for a lock. " +
				"What threads did for 20 ms is unknown: 20.0 % of all thread time."},
		{"0s A start\n96ms A unknown\n100ms A end", "No deadlock, no stuck thread. No thread waited for a lock."},
		{"0s A start\n0s B start\n1ms A suspend-start wait\n2ms B suspend-start wait\n100ms - gc-start",
			"No deadlock. All threads wait at the end, which something outside of the program may end. " +
				"No thread waited for a lock."},
		{twoProcesses + "50ms B start\n50ms B monitor-wait 0x2\n51ms B run\n100ms A end\n100ms B end\n100ms C end",
			"No deadlock was seen; of other, the holders of locks are not known. " +
				"Waiting for locks: 0.8 % of all thread time; most at lock A. " +
				"No thread lost more than 1 ms to another (C, 1.0 % of its time)."},
		{twoProcesses + "97ms B start\n97ms B unknown\n100ms A end\n100ms B end\n100ms C end",
			"No deadlock was seen; of other, no states of threads are known. " +
				"Waiting for locks: 0.5 % of all thread time; most at lock A. " +
				"No thread lost more than 1 ms to another (C, 1.0 % of its time)."},
		{twoProcesses + "97ms B start\n98ms B monitor-wait 0x1\n100ms A end\n100ms B end\n100ms C end",
			"No deadlock, no stuck thread. Waiting for locks: 1.5 % of all thread time; most at lock A."},
		{goLock + hungSenders, "Hung from 22 ms on: 2 of 3 threads do not go on."},
	} {
		text, goes := strings.CutPrefix(c.trace, "format go\n")
		tl := reduced.Story(t, "tiv-text 1\n"+text)
		if goes {
			tl.Header.Format = "go"
		}
		found := detect.Find(context.Background(), tl, nil)
		locks := lockname.New(tl.Monitors, found.Locks, nil)
		if got := Text(tl, locks, found, Whole(tl, locks)); got != c.want {
			t.Errorf("%s:\n%q, want\n%q", text, got, c.want)
		}
	}
}
