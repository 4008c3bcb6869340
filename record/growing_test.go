package record

import (
	"strings"
	"sync"
	"testing"
)

// The trace of a process is told of once, while it grows.
func TestGrowing(t *testing.T) {
	var mu sync.Mutex
	var list []Growing
	grow := func(g Growing) {
		mu.Lock()
		defer mu.Unlock()
		list = append(list, g)
	}
	r := recordWith(t, Options{Command: words("go run ./deadlock"), Growing: grow})
	if r.ExitCode != 3 || len(list) != 1 || list[0].Path != r.path || list[0].Program != "deadlock" || list[0].Process == 0 {
		t.Errorf("exit code %d, %+v", r.ExitCode, list)
	}
}

// A program of Go that was built to record cannot send its trace, and says so.
func TestAddress(t *testing.T) {
	r := record(t, "go", "run", "-exec", "env TIV_TRACE=unix:x", "./deadlock")
	if r.ExitCode != 3 || !strings.Contains(r.stderr, "tiv: no trace: TIV_TRACE=unix:x: this program can write a file only") {
		t.Errorf("exit code %d, errors %q", r.ExitCode, r.stderr)
	}
	if len(r.Traces) != 0 {
		t.Errorf("traces %q", r.Traces)
	}
}
