package gotrace

import (
	"strings"
	"testing"

	"golang.org/x/exp/trace"

	"tiv/tracefeed"
)

const hangingDump = `goroutine 7 [sync.Mutex.Lock, 3 minutes]:
internal/sync.(*Mutex).lockSlow(0xc000012345)
	/go/src/internal/sync/mutex.go:149 +0x15d
sync.(*Mutex).Lock(...)
	/go/src/sync/mutex.go:46
main.f(0x1)
	/src/main.go:LINE +0x6a

goroutine 8 [running]:
main.main()
	/src/main.go:9 +0x1
`

// TestJoinDump joins a dump with the start of a trace: the lock is that of the dump if
// the dump agrees with the trace about the place of the wait, and the goroutine has not
// done anything before.
func TestJoinDump(t *testing.T) {
	t.Parallel()
	const stack = "runtime.gopark < runtime.semacquire1 < internal/sync.runtime_SemacquireMutex < " +
		"internal/sync.(*Mutex).lockSlow < sync.(*Mutex).Lock < main.f < main.main"
	for _, test := range []struct {
		name, line string
		before     func(s *story)
		lock       string
	}{
		{"same place", "7", func(*story) {}, "0xc000012345"},
		{"other place", "31", func(*story) {}, ""},
		{"was running", "7", func(s *story) { s.exists(7, trace.GoRunning, "") }, ""},
	} {
		s := newStory(t)
		d := readDump(strings.NewReader(strings.Replace(hangingDump, "LINE", test.line, 1)))
		s.m.dumps = append(s.m.dumps, d)
		test.before(s)
		dumpJoiner{s.m}.join()
		s.exists(7, trace.GoWaiting, stack)
		lock := ""
		for _, ev := range s.m.out.starts {
			if ev.Kind == tracefeed.MonitorWait && ev.Monitor != tracefeed.NoMonitor {
				lock = s.m.tables.Monitors[ev.Monitor].ID
			}
		}
		if lock != test.lock {
			t.Errorf("%s: lock %q, want %q", test.name, lock, test.lock)
		}
		if agreed := s.m.waited != ""; agreed != (test.name != "was running") {
			t.Errorf("%s: agreed: %v", test.name, agreed)
		}
	}
}
