package where_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tiv/expression"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/where"
	"tiv/timeline"
	"tiv/tracefeed"
)

// story is two requests with a part each, and one without an end.
const story = `tiv-text 1
	0ms A start name=front
	0ms B start name=worker
	0ms A task-start request object=1
	0ms A region-start serve object=1
	0ms A alloc object=9 value=64
	1ms A io-start net
	3ms A io-end
	3ms A call-enter main.f
	4ms A call-exit main.f
	4ms A region-end serve object=1
	6ms B task-start query object=2 value=1
	6ms B region-start ask object=2
	9ms - gc-start
	10ms - gc-end
	10ms B region-end ask object=2
	10ms B task-end query object=2
	10ms A task-end request object=1
	20ms A task-start request object=3
	22ms A task-end request object=3
	30ms A task-start request object=4
	40ms A end
	40ms C start
	40ms - task-start request object=5
	40ms C region-start serve object=5
	42ms C region-end serve object=5
	44ms B region-start serve object=5
	44ms C region-start serve object=5
	48ms C region-end serve object=5
	48ms B region-end serve object=5
	48ms - task-end request object=5
	49ms B end`

func build(t testing.TB, text string) (*task.Index, *timeline.Timeline) {
	t.Helper()
	tl := reduced.Story(t, text)
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x, tl
}

// fitting returns the numbers of the tasks that fit a condition.
func fitting(t testing.TB, tasks *where.Tasks, x *task.Index, text string) string {
	t.Helper()
	c, err := where.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	fit, err := tasks.Fitting(c)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var out []string
	for i, yes := range fit {
		if yes {
			out = append(out, fmt.Sprint(x.Tasks[i].Number))
		}
	}
	return strings.Join(out, " ")
}

func TestFitting(t *testing.T) {
	t.Parallel()
	x, tl := build(t, story)
	tasks := where.New(x, tl)
	for text, want := range map[string]string{
		"":                             "1 2 3 4 5",
		"request":                      "1 3 4 5",
		`type == "query"`:              "2",
		"task == 3":                    "3",
		"parent == 1":                  "2",
		"depth == 0":                   "1 3 4 5",
		`within == "request"`:          "2",
		"parts == 1":                   "1",
		`thread ~ "work"`:              "2 5",
		"threads > 1":                  "5",
		"start > 10ms":                 "3 4 5",
		"end <= 10ms":                  "1 2",
		"open":                         "4",
		"duration == 10ms && !open":    "1",
		"duration > p50 && !open":      "1",
		"duration == p99 && depth < 1": "1",
		"p50 == 8ms && p95 == 10ms":    "1 3 4 5",
		"slow":                         "",
		"running == 12ms":              "1",
		"io == 20%":                    "1",
		"io + running > 120%":          "1 5",
		"queue == 2ms":                 "5",
		"queued > 10%":                 "4 5",
		"blocked > 0%":                 "",
		"collection == 1ms":            "1 2",
		"calls > 0":                    "1",
		"allocs == 1":                  "1",
		"alloc_bytes == 64":            "1",
		"object == 0 && calls == 1":    "1",
		`evidence == "observed"`:       "1 2 3 4 5",
		`evidence == "inferred"`:       "",
		"duration - queue > 7ms":       "1 4",
	} {
		if got := fitting(t, tasks, x, text); got != want {
			t.Errorf("%s: tasks %s, want %s", text, got, want)
		}
	}
}

// TestWords checks that each word can be used, and what is said of a wrong one.
func TestWords(t *testing.T) {
	t.Parallel()
	x, tl := build(t, story)
	tasks := where.New(x, tl)
	for _, w := range where.Words() {
		fitting(t, tasks, x, w.Example)
		if !strings.Contains(w.Example, w.Name) || w.Help == "" {
			t.Errorf("%+v", w)
		}
	}
	for text, want := range map[string]string{
		"open && duratoin > p95": `column 9: unknown word "duratoin"; did you mean duration?`,
		"duration > 5":           `column 10: ">" cannot be used between a length of time and a number: say how much, as in duration > 5ms`,
		"duration":               "column 1: this is a length of time, not a condition: say how much, as in duration > 5ms",
	} {
		var wrong *expression.Error
		if _, err := where.Parse(text); !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestSlow counts the slow ones of tasks with different durations.
func TestSlow(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ tasks, equal, slow int }{ // the shortest ones are equal
		{19, 0, 0}, {20, 0, 5}, {99, 0, 5}, {100, 0, 5}, {199, 0, 9}, {200, 0, 10},
		{20, 20, 0}, {20, 3, 5}, {20, 17, 2},
	} {
		var b strings.Builder
		b.WriteString("tiv-text 1\n0ms A start\n")
		for i := range test.tasks {
			d := 100 + max(i, test.equal)
			start := 1000 * i
			fmt.Fprintf(&b, "%dms A task-start x object=%d\n%dms A task-end x object=%d\n", start, i+1, start+d, i+1)
		}
		x, tl := build(t, b.String())
		if got := len(strings.Fields(fitting(t, where.New(x, tl), x, "slow"))); got != test.slow {
			t.Errorf("%d tasks, %d of them equal: %d are slow, want %d", test.tasks, test.equal, got, test.slow)
		}
	}
}

func TestPercentile(t *testing.T) {
	t.Parallel()
	d := where.NewDurations([]tracefeed.Time{40, 10, 30, 20})
	for percent, want := range map[int]tracefeed.Time{1: 10, 25: 10, 26: 20, 50: 20, 75: 30, 95: 40, 100: 40} {
		if got := d.Percentile(percent); got != want {
			t.Errorf("%d %%: %v, want %v", percent, got, want)
		}
	}
	if got := where.NewDurations(nil).Percentile(50); got != 0 {
		t.Errorf("%v of no tasks", got)
	}
}
