package detect_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
)

// workersAnd is the trace of three workers that wait for items, without its other thread, and
// more events behind it.
func workersAnd(t *testing.T, more string) *timeline.Timeline {
	t.Helper()
	text, err := os.ReadFile("../../testdata/workers.tiv")
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for line := range strings.Lines(string(text)) {
		if !strings.Contains(line, " main ") {
			kept = append(kept, line)
		}
	}
	return tell(t, "", strings.Join(kept, "")+more)
}

const inLoop = "wait for the next item in acme.Worker.loop"

// What idle threads are in: a program of idle threads alone is no finding, unless nothing can end
// their waits; what is proven stays; others are said to be idle.
func TestIdle(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, more string
		outside    tracefeed.Outside
		want       []string // a kind, its severity and a part of its text
	}{
		{"all idle", "4000ms - gc-start", "", nil},
		{"all idle, and nothing can end that", "4000ms - gc-start", "4000000000 nothing",
			[]string{"stuck (error): , idle: they " + inLoop + ". Since"}},
		{"one waits for something else", "1400ms M start\n1500ms M suspend-start wait\n4000ms - gc-start", "",
			[]string{"long-wait (note): ; of them 3 idle: " + inLoop + ". Since"}},
		{"proven",
			"1500ms M start\n1500ms M run\n1600ms worker-2 suspend-start wait monitor=queue stack=w lasts=forever\n4000ms M run", "",
			[]string{"stuck (warning): , idle: waits for the next item in acme.Worker.loop. Nothing can ever wake it."}},
		{"a leak", "1500ms M start\n1500ms M run\n" + forever("worker-1", "worker-2", "worker-3") + "4000ms M run", "",
			[]string{"leak (warning): , idle: they " + inLoop + ". Nothing can ever wake them."}},
		{"not in the loop",
			"1500ms M start\n1500ms M run\n1600ms N start\n1600ms N suspend-start wait stack=q lasts=forever\n4000ms M run", "",
			[]string{"stuck (warning): N has been waiting for a signal in acme.Db.query since 1.6 s (2.4 s). Nothing"}},
		{"holds a lock", "1500ms worker-3 monitor-enter L\n1600ms M start\n1600ms M monitor-wait L\n4000ms - gc-start", "",
			[]string{"long-wait (note): M waits behind worker-3, which holds lock L and has been suspended since 1.348 s in " +
				"acme.Queue.next (idle: waits for the next item in acme.Worker.loop)."}},
	} {
		tl := workersAnd(t, test.more)
		tl.Header.Outside = test.outside
		report := detect.Find(context.Background(), tl, nil)
		again, err := detect.ParseReport(detect.AppendReport(nil, report), tl, nil)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		for _, found := range [][]detect.Finding{report.Findings, again.Findings} {
			if len(found) != len(test.want) {
				t.Errorf("%s: got %+v, want %q", test.name, found, test.want)
				continue
			}
			for i, f := range found {
				text := ""
				for _, f := range append([]detect.Finding{f}, f.Also...) {
					text += f.Kind + " (" + f.Severity.String() + "): " + f.Text + "\n"
				}
				if kind, part, _ := strings.Cut(test.want[i], ": "); !strings.Contains(text, kind+": ") || !strings.Contains(text, part) {
					t.Errorf("%s: got %s, want %s", test.name, text, test.want[i])
				}
			}
		}
	}
}

// Threads that fetch their work already are not told to: their loop is named.
func TestIdleImbalance(t *testing.T) {
	t.Parallel()
	tl := tell(t, "tiv-text 1", rounds(10, 1, 10, 2, 2, 2))
	report := detect.Find(context.Background(), tl, nil)
	for i := range report.Findings {
		if shares, ok := report.Findings[i].Facts.(*detect.Shares); ok {
			shares.Idle = "acme.loop"
		}
	}
	const want = "to that, idle: they waited for the next item in acme.loop. Divide the work into smaller pieces."
	if texts := textsOf(report.Renamed(tl, nil)); !strings.Contains(texts, want) || strings.Contains(texts, "fetch the next piece") {
		t.Errorf("no %q in %s", want, texts)
	}
}

func textsOf(r detect.Report) (texts string) {
	for _, f := range r.Findings {
		texts += f.Text + "\n"
	}
	return texts
}

func forever(threads ...string) (text string) {
	for _, t := range threads {
		text += "1600ms " + t + " suspend-start wait monitor=queue stack=w lasts=forever\n"
	}
	return text
}
