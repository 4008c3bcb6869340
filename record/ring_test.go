package record

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// TestKeep records a program that counts for longer than is kept: the trace has
// the last numbers without a gap, and not the first, also where the program is
// killed.
func TestKeep(t *testing.T) {
	for _, command := range []string{"go run ./ring", "go run ./ring killed"} {
		r := recordWith(t, Options{Command: words(command), Keep: 200 * time.Millisecond})
		got := read(t, r.path)
		if got.err != nil || len(got.ticks) == 0 {
			t.Fatalf("%s: %d ticks, %v", command, len(got.ticks), got.err)
		}
		first, _ := strconv.Atoi(got.ticks[0])
		for i, tick := range got.ticks {
			if tick != strconv.Itoa(first+i) {
				t.Errorf("%s: tick %d after the first, %d, is %s", command, i, first, tick)
			}
		}
		last := first + len(got.ticks) - 1
		if first == 0 || r.ExitCode == 0 && last != 59 {
			t.Errorf("%s: ticks %d to %d are kept", command, first, last)
		}
		if _, err := os.Stat(r.path + partBefore); err == nil {
			t.Errorf("%s: the part before is left", command)
		}
	}
}

// TestNoKeepLeavesOthersAlone records beside a file that has the name of a part
// before: only recordings in parts touch such files.
func TestNoKeepLeavesOthersAlone(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.trace")
	if err := os.WriteFile(out+partBefore, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	r := recordWith(t, Options{Command: words("go run ./ring"), Out: out})
	if got := read(t, r.path); got.err != nil || len(got.ticks) != 60 {
		t.Errorf("%d ticks, %v", len(got.ticks), got.err)
	}
	if data, err := os.ReadFile(out + partBefore); err != nil || string(data) != "mine" {
		t.Errorf("the file beside the trace has %q, %v", data, err)
	}
}
