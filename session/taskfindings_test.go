package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/interaction/detect"
)

// A trace with tasks gets the findings about them once they are found, besides its own ones.
func TestTaskFindings(t *testing.T) {
	var story strings.Builder
	story.WriteString("tiv-text 1\n0ms A start\n0ms R start\n")
	for i := range 5 {
		at := 100 * i
		fmt.Fprintf(&story, "%dms R task-start report object=%d\n%dms R monitor-enter M\n", at, 101+i, at)
		fmt.Fprintf(&story, "%dms A task-start pay object=%d\n%dms A monitor-wait M\n", at, 1+i, at)
		fmt.Fprintf(&story, "%dms R monitor-exit M\n%dms R task-end object=%d\n%dms A monitor-enter M\n", at+50, at+50, 101+i, at+50)
		fmt.Fprintf(&story, "%dms A monitor-exit M\n%dms A task-end object=%d\n", at+60, at+60, 1+i)
	}
	path := filepath.Join(t.TempDir(), "x.tiv")
	if err := os.WriteFile(path, []byte(story.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	s := opened(t, path)
	kinds := func() (list []string) {
		for i := range s.Shown.Workspace.Report.Findings {
			list = append(list, s.Shown.Workspace.Report.Findings[i].Kind)
		}
		return list
	}
	for range 10_000 {
		if slices.Contains(kinds(), detect.TaskInterference) {
			break
		}
		s.Update(func(_ *Trace, _ bool, err error) { t.Error(err) })
		s.Advance(time.Now(), 0, false)
		time.Sleep(time.Millisecond)
	}
	if got := kinds(); !slices.Contains(got, detect.TaskInterference) || !slices.Contains(got, detect.Contention) {
		t.Errorf("only %v", got)
	}
}
