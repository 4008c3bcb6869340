package launch

import (
	"runtime"
	"strings"
	"testing"
)

// Programs that are missing or end with an error are reported, and running ones do
// not keep the window from closing.
func TestLauncher(t *testing.T) {
	t.Parallel()
	l := Launcher{Wake: func() {}}
	if err := l.start([]string{"no-such-program", "x"}); err == nil || err.Error() != "the program no-such-program was not found" {
		t.Errorf("a missing program: %v", err)
	}
	for _, argv := range [][]string{{"true"}, {"sh", "-c", "exit 3"}} {
		if err := l.start(argv); err != nil {
			t.Fatal(err)
		}
	}
	var all []string
	for len(l.running) > 0 {
		if err := l.Failed(); err != nil {
			all = append(all, err.Error())
		}
		runtime.Gosched()
	}
	if got := strings.Join(all, "; "); got != "sh ended with an error: exit status 3" {
		t.Errorf("reported: %q", got)
	}
	lasting := []string{"sh", "-c", `while [ -d "$0" ]; do sleep 0.1; done`, t.TempDir()} // up to the end of the test
	if err := l.start(lasting); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if !l.running[0].Done() {
		t.Error("the program is still waited for")
	}
}
