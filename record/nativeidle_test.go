package record_test

import (
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/record"
)

// TestNativeIdle kills programs all of whose threads wait. Those that something else can
// continue are not accused, and the finding names that.
func TestNativeIdle(t *testing.T) {
	t.Parallel()
	program := compiled(t, "idle.c", "-lrt")
	for name, want := range map[string]string{
		"handler":       "note: a handler of SIGTERM.",
		"timer":         "note: a timer or a thread that was not recorded.",
		"interval":      "note: a handler of SIGALRM or a timer.",
		"process":       "note: another process, through memory that both can change or a child process.",
		"timeout":       "note: does not say",
		"crash-handler": "error: nothing outside",
		"no-handler":    "error: nothing outside",
		"no-timer":      "error: nothing outside",
		"no-timeout":    "error: nothing outside",
		"removed":       "error: nothing outside",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: hanging(program, name)})
			if len(r.Traces) != 1 {
				t.Fatalf("traces %v: %s", r.Traces, r.notes)
			}
			_, found := findings(t, r.Traces[0])
			severity, part, _ := strings.Cut(want, ": ")
			idle := 0
			for _, f := range found {
				for _, f := range append(f.Also, f) {
					_, still := f.Facts.(*detect.Still)
					if f.Severity.Accuses() && !still {
						t.Errorf("it is accused of %s: %s", f.Kind, f.Text)
					}
					if still && f.Severity.String() == severity && strings.Contains(f.Text, part) {
						idle++
					}
				}
			}
			if idle != 1 {
				t.Errorf("findings %+v, want %q", found, want)
			}
		})
	}
}

// TestPythonIdle kills programs of Python that wait for a signal, with an idle pool. They
// are not accused, whatever the version of Python does to wait.
func TestPythonIdle(t *testing.T) {
	t.Parallel()
	const start = `
import concurrent.futures, queue, signal, threading
jobs, stop = queue.Queue(), threading.Event()
pool = concurrent.futures.ThreadPoolExecutor(2)
list(pool.map(len, ["a", "b"]))
threading.Thread(target=jobs.get, daemon=True).start()
signal.signal(signal.SIGTERM, lambda *_: stop.set())
`
	for name, wait := range map[string]string{"event": "stop.wait()", "queue": "queue.Queue().get()",
		"condition": "c = threading.Condition()\nwith c: c.wait()"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: hanging("python3", "-c", start+wait)})
			if len(r.Traces) != 1 {
				t.Fatalf("traces %v: %s", r.Traces, r.notes)
			}
			_, found := findings(t, r.Traces[0])
			for _, f := range found {
				if f.Severity.Accuses() {
					t.Errorf("it is accused of %s: %s", f.Kind, f.Text)
				}
			}
		})
	}
}
