package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/ui"
)

// TestWindowSliceDrill goes from a slice to its threads, from a thread to its functions, from
// a function to its calls, and to the flame graph of the slice.
func TestWindowSliceDrill(t *testing.T) {
	t.Parallel()
	const story = `tiv-text 1
0ms A start name=Alpha
0ms B start name=Beta
0ms A call-enter work
0ms B call-enter work
10ms A call-enter parse
20ms A call-exit parse
30ms A call-enter parse
35ms A call-exit parse
40ms B call-enter other
60ms B call-exit other
90ms A call-exit work
90ms B call-exit work
100ms A end
100ms B end
`
	path := filepath.Join(t.TempDir(), "drill.tiv")
	if err := os.WriteFile(path, []byte(story), 0o600); err != nil {
		t.Fatal(err)
	}
	d := driveAs(t, path, t.TempDir())
	d.rest()
	d.key("r")
	d.click(middle(d.widget("table Functions")))
	d.rest()
	listed := func(want ...string) {
		t.Helper()
		d.until("rows "+strings.Join(want, ", "), func(s ui.Snapshot) bool {
			if !s.Resting || s.Rows != len(want) || len(s.Listed) != len(want) {
				return false
			}
			for i := range want {
				if !strings.HasPrefix(s.Listed[i], want[i]) {
					return false
				}
			}
			return true
		})
	}
	listed("work", "other", "parse")
	d.rightClick("row 2")
	d.click(middle(d.widget("function New slice")))
	d.slicesAre("parse")
	d.rightClick("slice parse")
	d.click(middle(d.widget("slice menu Threads in it")))
	d.until("the base", func(s ui.Snapshot) bool { return s.Base == "parse" && s.Resting })
	listed("Alpha", "Beta")
	d.rightClick("row 0")
	d.click(middle(d.widget("menu Code")))
	d.click(middle(d.widget("context List the functions it called")))
	d.widget("table thread")
	listed("parse 2", "work 1")
	d.rightClick("row 0")
	d.click(middle(d.widget("function List its calls")))
	listed("parse Alpha", "parse Alpha")
	d.rightClick("slice parse")
	d.click(middle(d.widget("slice menu Flame graph of it")))
	d.widget("flame save")
	d.rest()
}
