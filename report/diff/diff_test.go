package diff_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/compare"
	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/report/diff"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// documentOf compares text traces, with those of their findings that accuse. Paths with a folder are in the folder of all tests.
func documentOf(t *testing.T, before, after []string) *diff.Document {
	t.Helper()
	d := &diff.Document{}
	load := func(paths []string, facts *[]diff.Trace) (runs []*compare.Run) {
		for _, path := range paths {
			if !strings.Contains(path, "/") {
				path = filepath.Join("testdata", path)
			}
			tl := timelineAt(t, path)
			found := detect.Find(context.Background(), tl, nil)
			found.Findings = slices.DeleteFunc(found.Findings, func(f detect.Finding) bool { return !f.Severity.Accuses() })
			x, err := task.Build(t.Context(), tl, task.Options{})
			if err != nil {
				t.Fatal(err)
			}
			run, err := compare.NewRun(context.Background(), tl, found, x)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, run)
			*facts = append(*facts, diff.TraceOf(filepath.Base(path), tl, run))
		}
		return runs
	}
	first, second := load(before, &d.Before), load(after, &d.After)
	var err error
	if d.Diff, err = compare.Of(first, second, compare.Second); err != nil {
		t.Fatal(err)
	}
	return d
}

// timelineAt reads a text trace.
func timelineAt(t *testing.T, path string) *timeline.Timeline {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	feed, err := tracefeed.OpenInput(tracefeed.Input{Name: path, Reader: bytes.NewReader(data)}, []tracefeed.Format{textfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func textOf(t *testing.T, d *diff.Document) string {
	t.Helper()
	var b strings.Builder
	if err := d.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The whole text of a comparison.
func TestText(t *testing.T) {
	t.Parallel()
	const want = `Changes from before.tiv to after.tiv

Threads of worker-* wait 2.4 times as long for mutex main.(*store).get:41: 480 ms a second, before 200 ms.
One run of each: these are differences of two runs. Whether they are more than chance needs several runs of each (--base, --head).

                        before   after
  length                   1 s     1 s
  threads                    3       3
  time lost a second    210 ms  491 ms  ×2.3: runnable, blocking and IO of all threads
  of the threads' time   7.0 %  16.4 %
  many wait for one     10.0 %  24.0 %  of the trace

Locks: time that threads waited for them, a second
    before     after     change        waits a second    longest wait  locks  waited for by  lock
  200.0 ms  480.0 ms  +280.0 ms  ×2.4               4  50 ms → 120 ms      1  worker-*       mutex main.(*store).get:41

Threads: time in each state, a second
   before    after    change                   share  threads  state     threads of
  0.200 s  0.480 s  +0.280 s   ×2.4  10.0 % → 24.0 %        2  blocking  worker-*
  1.790 s  1.509 s  −0.281 s  −16 %  89.5 % → 75.4 %        2  running   worker-*
  and 1 more below 1 %

Who waits for whom: time that threads waited for locks of others, a second
    before     after     change        times a second    longest wait  waits     for
  200.0 ms  480.0 ms  +280.0 ms  ×2.4               4  50 ms → 120 ms  worker-*  keeper
`
	if got := textOf(t, documentOf(t, []string{"before.tiv"}, []string{"after.tiv"})); got != want {
		t.Errorf("got\n%s", got)
	}
}

// The sentence at the top, and what the numbers of runs can show.
func TestSummary(t *testing.T) {
	t.Parallel()
	const stories = "../../testdata/"
	before, after := []string{"before.tiv"}, []string{"after.tiv"}
	for _, x := range []struct {
		before, after []string
		want          []string
	}{
		{after, before, []string{"wait 58 % less for mutex main.(*store).get:41: 200 ms a second, before 480 ms.", "One run of each"}},
		{before, before, []string{"No difference above 1 % of the time lost, which is 210 ms a second, before 210 ms.",
			"  time lost a second    210 ms  210 ms  same"}},
		{[]string{stories + "handoff.tiv"}, []string{stories + "deadlock.tiv"},
			[]string{"New: deadlock. 2 threads wait for each other", "deadlock (error)   lock M, lock N\n      2 " +
				"threads wait for each other"}},
		{[]string{stories + "deadlock.tiv"}, []string{stories + "handoff.tiv"},
			[]string{"Threads wait 85 % less for lock M", "gone    deadlock (error)"}},
		{[]string{"before.tiv", "before.tiv", "before.tiv"}, []string{"after.tiv", "after.tiv", "after.tiv"}, []string{
			"No difference that the runs can show.", "3 and 3 runs cannot show a difference in 7 figures: the least " +
				"possible p is 0.7. 6 runs of each can.", "~, p 0.7:"}},
		{repeat("before.tiv", 6), repeat("after.tiv", 6), []string{"wait 2.4 times as long for mutex main.(*store).get:41",
			"6 and 6 runs, 7 figures compared", "+280.0 ms … +280.0 ms  0.015", "and 1 more without a difference that the runs can show"}},
		{repeat("before.tiv", 6), repeat("before.tiv", 6), []string{"No difference that the runs can show. Time " +
			"lost: 210 ms a second, before 210 ms."}},
	} {
		got := textOf(t, documentOf(t, x.before, x.after))
		for _, want := range x.want {
			if !strings.Contains(got, want) {
				t.Errorf("%v, %v: no %q in\n%s", x.before, x.after, want, got)
			}
		}
	}
}

// waits is a trace of a second in which each of some threads waits for a lock, a device
// and a processor, each for a number of milliseconds.
func waits(t *testing.T, lock, device, processor, threads int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0s k start name=keeper\n0s k monitor-enter M\n")
	each := func(at int, events ...string) {
		for i := range threads {
			for _, ev := range events {
				fmt.Fprintf(&b, "%dms w%d %s\n", at, i, ev)
			}
		}
	}
	each(0, "start")
	if lock > 0 {
		each(0, "monitor-wait M")
		fmt.Fprintf(&b, "%dms k monitor-exit M\n", lock)
		each(lock, "monitor-enter M", "monitor-exit M")
	}
	each(300, "io-start disk")
	each(300+device, "io-end")
	each(600, "ready")
	each(600+processor, "run")
	b.WriteString("1s - none\n")
	path := filepath.Join(t.TempDir(), "waits.tiv")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// The sentence names the wait that has changed most; devices only where they are most of
// the change.
func TestSentence(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		before, after [4]int // of waits
		want          string
	}{
		{[4]int{50, 10, 10, 1}, [4]int{100, 10, 10, 1}, "Threads of w* wait 2.0 times as long for lock M: 100 ms a second, before 50 ms."},
		{[4]int{50, 10, 10, 1}, [4]int{60, 10, 10, 1}, "Threads of w* wait 20 % longer for lock M: 60 ms a second, before 50 ms."},
		{[4]int{50, 10, 10, 1}, [4]int{50, 10, 10, 3}, "Threads of w* (3, before 1) wait 3.0 times as long for lock " +
			"M: 150 ms a second, before 50 ms."},
		{[4]int{0, 10, 10, 1}, [4]int{50, 10, 10, 1}, "Threads of w* now wait for lock M: 50 ms a second, before not at all."},
		{[4]int{50, 10, 10, 1}, [4]int{0, 10, 10, 1}, "Threads of w* no longer wait for lock M: before 50 ms a second."},
		{[4]int{50, 10, 10, 1}, [4]int{50, 10, 200, 1}, "Threads of w* wait 20.0 times as long for a processor: 200 " +
			"ms a second, before 10 ms."},
		{[4]int{0, 200, 10, 1}, [4]int{0, 20, 10, 1}, "Threads of w* wait 90 % less for devices: 20 ms a second, before 200 ms."},
		{[4]int{50, 10, 10, 1}, [4]int{60, 100, 10, 1}, "Threads of w* wait 20 % longer for lock M: 60 ms a second, before 50 ms."},
		{[4]int{50, 10, 10, 1}, [4]int{60, 200, 10, 1},
			"Threads of w* wait 20.0 times as long for devices: 200 ms a second, before 10 ms."},
		{[4]int{0, 0, 0, 1}, [4]int{0, 0, 0, 1}, "No difference: no thread lost time in either."},
	} {
		of := func(w [4]int) []string { return []string{waits(t, w[0], w[1], w[2], w[3])} }
		if got := documentOf(t, of(x.before), of(x.after)).Summary(); got != x.want {
			t.Errorf("%v, %v: %s", x.before, x.after, got)
		}
	}
}

// A much shorter time in a column has its own unit.
func TestShortTimes(t *testing.T) {
	t.Parallel()
	got := textOf(t, documentOf(t, []string{waits(t, 1, 10, 10, 1)}, []string{waits(t, 250, 10, 10, 9)}))
	if !strings.Contains(got, "  1 ms  2.250 s  +2.249 s  ×2250 ") {
		t.Error(got)
	}
}

func repeat(name string, n int) (names []string) {
	for range n {
		names = append(names, name)
	}
	return names
}

// Losses and guesses of each trace are named.
func TestCaveats(t *testing.T) {
	t.Parallel()
	lossy := filepath.Join(t.TempDir(), "lossy.tiv")
	text, err := os.ReadFile("testdata/after.tiv")
	if err != nil {
		t.Fatal(err)
	}
	more := strings.Replace(string(text), "1s    - none\n", "500ms a lost value=12\n600ms b monitor-wait - "+
		"stack=get\n700ms b monitor-enter -\n1s    - none\n", 1)
	if err := os.WriteFile(lossy, []byte(more), 0o644); err != nil {
		t.Fatal(err)
	}
	got := textOf(t, documentOf(t, []string{"before.tiv"}, []string{lossy}))
	for _, want := range []string{"after, lossy.tiv: 12 events lost in 1 gap", "after: the trace does not name the " +
		"locks of 17.2 % of the waiting for locks"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if !strings.Contains(got, "200.0 ms  580.0 ms") {
		t.Errorf("the wait without a lock is not counted at its place:\n%s", got)
	}
}

// The JSON has all rows, also those that the text leaves out, and its documented fields.
func TestJSON(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := documentOf(t, repeat("before.tiv", 6), repeat("after.tiv", 6)).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	type figures struct{ Before, After float64 }
	var got struct {
		Format, Per, Summary string
		Version, Compared    int
		Least                float64 `json:"least_p"`
		Needed               int     `json:"needed_runs"`
		Before, After        []diff.Trace
		Locks, Threads       []struct {
			Status, Lock, Group, State string
			Time                       figures `json:"time_ns"`
			Change                     int64   `json:"change_ns"`
			Small                      bool
			Test                       *struct {
				P, Low, High float64
				Holm         float64 `json:"p_holm"`
				Shown        bool
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Format != "tiv-diff" || got.Version != 1 || got.Per != "second" || got.Compared != 7 || got.Needed != 6 ||
		len(got.Before) != 6 ||
		got.After[0].Length != tracefeed.Second || got.After[0].Threads != 3 ||
		!strings.HasPrefix(got.Summary, "Threads of worker-* wait") {
		t.Errorf("%+v", got)
	}
	l := got.Locks[0]
	if l.Status != "longer" || l.Lock != "mutex main.(*store).get:41" || l.Group != "worker-*" ||
		l.Time != (figures{200e6, 480e6}) || l.Change != 280e6 ||
		l.Test == nil || !l.Test.Shown || l.Test.Holm <= l.Test.P {
		t.Errorf("%+v", l)
	}
	if n := len(got.Threads); n != 4 {
		t.Errorf("%d states of threads", n)
	}
	documented, err := os.ReadFile("../../docs/diff.md")
	if err != nil {
		t.Fatal(err)
	}
	var fields any
	if err := json.Unmarshal(b.Bytes(), &fields); err != nil {
		t.Fatal(err)
	}
	eachField(fields, func(name string) {
		if !strings.Contains(string(documented), "`"+name+"`") {
			t.Errorf("docs/diff.md does not have the field %s", name)
		}
	})
}

// eachField calls f for the name of each field of a JSON value.
func eachField(v any, f func(string)) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			f(name)
			eachField(value, f)
		}
	case []any:
		for _, value := range v {
			eachField(value, f)
		}
	}
}

// Markdown has the tables, and names from a trace cannot change its form.
func TestMarkdown(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := documentOf(t, []string{"before.tiv"}, []string{"after.tiv"}).WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<!-- tiv diff -->\n**Threads of worker-\\* wait 2.4 times as long for mutex main.(\\*store).get:41: 480 ms " +
			"a second, before 200 ms.**\n",
		"\nChanges from before.tiv to after.tiv. One run of each: these", "|  | before | after |  " +
			"|\n|---|--:|--:|---|\n| length | 1 s | 1 s |  |\n", "\n#### Locks\n\nTime that threads waited for them, " +
			"a second.\n\n| before |",
		"| 200.0 ms | 480.0 ms | +280.0 ms | ×2.4 | 4 | 50 ms → 120 ms | 1 | worker-\\* | mutex main.(\\*store).get:41 |\n",
		"\nAnd 1 more below 1 %.\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// Files of all forms are recognized.
func TestKind(t *testing.T) {
	t.Parallel()
	d := documentOf(t, []string{"before.tiv"}, []string{"after.tiv"})
	for name, write := range map[string]func(*bytes.Buffer) error{
		"text":     func(b *bytes.Buffer) error { return d.WriteText(b) },
		"Markdown": func(b *bytes.Buffer) error { return d.WriteMarkdown(b) },
		"JSON":     func(b *bytes.Buffer) error { return d.WriteJSON(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil || !diff.Kind.Has(b.Bytes()) {
			t.Errorf("%s: %v, %.30q", name, err, b.Bytes())
		}
	}
	if diff.Kind.Has([]byte("tiv-text 1\n")) {
		t.Error("a text trace is no comparison")
	}
}
