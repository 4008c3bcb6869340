package record_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/internal/recorded"
	"tiv/record"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
)

// findingOf returns the finding of a kind in a recorded command, and its timeline.
func findingOf(t *testing.T, kind string, command ...string) (*detect.Finding, *timeline.Timeline) {
	t.Helper()
	keep := func(paths []string, _ string) ([]string, error) { return paths, nil }
	run := recordNative(t, record.Options{Command: command, Tasks: definition.List{}, Merge: keep})
	joined := filepath.Join(t.TempDir(), "all.join")
	if err := os.WriteFile(joined, []byte("tiv-join 1\n"+strings.Join(run.Traces, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	tl, report, err := recorded.Find(context.Background(), joined)
	if err != nil {
		t.Fatal(err)
	}
	for i := range report.Findings {
		if f := &report.Findings[i]; f.Kind == kind {
			return f, tl
		}
	}
	t.Fatalf("no %s in %v", kind, report.Findings)
	return nil, nil
}

// A client waits for the thread of the server that answers, observed; that one waits for a lock, and
// its owner sleeps.
func TestAnswers(t *testing.T) {
	t.Parallel()
	program := compiled(t, "answers.c")
	for name, command := range map[string][]string{"tcp": {program}, "unix": {program, "unix", filepath.Join(t.TempDir(), "socket")}} {
		f, tl := findingOf(t, detect.AnswerWait, command...)
		if name == "unix" && !strings.Contains(f.Text, "answers") {
			t.Errorf("%s: %s", name, f.Text)
		}
		client, keeper := f.Threads[0], f.Culprit()
		if len(f.Threads) != 1 || f.Evidence != interaction.Observed || !strings.HasSuffix(tl.Threads[keeper].Name, "keeper") ||
			tl.Threads[client].Process == tl.Threads[keeper].Process || len(f.Monitors) != 1 {
			t.Errorf("%s: threads %v, culprit %s, %v: %s", name, f.Threads, tl.Threads[keeper].Name, f.Evidence, f.Text)
		}
		edges := 0
		interaction.EachEdge(tl, client, 0, tl.End, func(e interaction.Edge) {
			if e.Kind == interaction.Signal && e.Evidence == interaction.Observed &&
				tl.Threads[e.Blocker].Process == tl.Threads[keeper].Process {
				edges++
			}
		})
		// Where the machine is busy, an answer can be there before the client reads it.
		if edges < 3 || edges > 6 {
			t.Errorf("%s: %d waits for answers, want 3 to 6 for six requests", name, edges)
		}
	}
}

// Two processes that each wait to read from the other are a deadlock, inferred from who wrote before.
func TestPipesDeadlock(t *testing.T) {
	t.Parallel()
	f, tl := findingOf(t, detect.Deadlock, hanging(compiled(t, "answers.c"), "pipes")...)
	if len(f.Threads) != 2 || f.Evidence != interaction.Inferred || tl.Threads[f.Threads[0]].Process == tl.Threads[f.Threads[1]].Process ||
		!strings.Contains(f.Text, "waits to read what") {
		t.Errorf("threads %v, %v: %s", f.Threads, f.Evidence, f.Text)
	}
	for _, id := range f.Threads {
		if tl.Lane(id).Sum(0, tl.End)[tracefeed.IO] == 0 {
			t.Errorf("%s does not wait", tl.Threads[id].Name)
		}
	}
}
