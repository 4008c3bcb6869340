package findings

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/slow"
	"tiv/timeline"
	"tiv/tracefeed"
)

// event is a line of a story at a time in milliseconds.
type event struct {
	at   int
	text string
}

// found returns the texts of the findings about the tasks of a story.
func found(t *testing.T, events []event) (texts []string) {
	t.Helper()
	slices.SortStableFunc(events, func(a, b event) int { return a.at - b.at })
	var story strings.Builder
	story.WriteString("tiv-text 1\n")
	for _, e := range events {
		fmt.Fprintf(&story, "%dms %s\n", e.at, e.text)
	}
	tl := reduced.Story(t, story.String())
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := Find(t.Context(), tl, x, wordless)
	if err != nil {
		t.Fatal(err)
	}
	report := detect.Report{}.WithTasks(tl, list)
	for i := range report.Findings {
		f := &report.Findings[i]
		texts = append(texts, fmt.Sprintf("%s (%v): %s", f.Kind, f.Evidence, f.Text))
	}
	return texts
}

// wordless says nothing of slow tasks but their number: their words are tested where they are written.
func wordless(_ *timeline.Timeline, c *slow.Comparison, _ func(tracefeed.MonitorID) string) string {
	return fmt.Sprintf("%d slow, %d fast", len(c.Slow), len(c.Fast))
}

// reports returns a story in which a thread holds a lock for a time in each of n rounds of 100 ms,
// and requests wait for it for so long.
func reports(n, held, waited int, holder string) (list []event) {
	list = append(list, event{0, "A start"}, event{0, "R start"}, event{0, "A suspend-start sleep"}, event{0, "R suspend-start sleep"},
		event{100 * n, "A run"})
	add := func(at int, text string, args ...any) { list = append(list, event{at, fmt.Sprintf(text, args...)}) }
	for i := range n {
		at := 100 * i
		add(at, "R suspend-end")
		if holder != "" {
			add(at, "R task-start %s object=%d", holder, 100+i)
		}
		add(at, "R monitor-enter M")
		add(at+held-waited, "A suspend-end")
		add(at+held-waited, "A task-start pay object=%d", i+1)
		add(at+held-waited, "A monitor-wait M")
		add(at+held, "R monitor-exit M")
		if holder != "" {
			add(at+held, "R task-end object=%d", 100+i)
		}
		add(at+held, "R suspend-start sleep")
		add(at+held, "A monitor-enter M")
		add(at+held+1, "A monitor-exit M")
		add(at+held+10, "A task-end object=%d", i+1)
		add(at+held+10, "A suspend-start sleep")
	}
	return list
}

func TestInterference(t *testing.T) {
	t.Parallel()
	const advice = " Hold it for less time there, or take it less often."
	told := func(n, ms int, share, holder string) string {
		return fmt.Sprintf("task-interference (observed): %d tasks of pay were blocked for %d ms, %s of the time of all such tasks: "+
			"they waited for lock M, which threads that worked for %s held.", n, ms, share, holder) + advice
	}
	for _, tt := range []struct {
		story []event
		want  string
	}{
		{reports(5, 40, 30, "report"), told(5, 150, "75.0 %", "report")},
		{reports(3, 40, 30, ""), told(3, 90, "75.0 %", "no task")},
		{reports(2, 40, 30, "report"), ""},
		{reports(5, 40, 1, "report"), ""},
	} {
		if got := strings.Join(found(t, tt.story), "\n"); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// pool returns a story in which a thread takes requests and hands them to a worker, which needs
// 15 ms for each, and begins with the first after 200 ms. Until then it runs, or not.
func pool(n int, runs bool) (list []event) {
	list = append(list, event{0, "A start"}, event{0, "W start name=worker%201"}, event{0, "W suspend-start channel"},
		event{1000, "A run"})
	add := func(at int, text string, args ...any) { list = append(list, event{at, fmt.Sprintf(text, args...)}) }
	free := 201
	for i := range n {
		add(10*i, "A task-start pay object=%d", i+1)
		add(10*i, "A region-start take object=%d", i+1)
		add(10*i+1, "A region-end take object=%d", i+1)
		if i == 0 && runs {
			add(1, "W suspend-end")
		} else if i == 0 {
			add(free, "W suspend-end")
		}
		add(free, "W region-start work object=%d", i+1)
		free += 15
		add(free, "W region-end work object=%d", i+1)
		add(free, "W task-end object=%d", i+1)
	}
	return list
}

func TestQueueing(t *testing.T) {
	t.Parallel()
	// The first is handed over at 1 ms; its thread works for it until it begins the next one at
	// 10 ms, and for none of them from then on. Each of the others waits for 5 ms longer than the
	// one before. So they wait for 191, 205, 210 and 215 of their 216, 221, 226 and 231 ms.
	const text = "queueing (observed): 4 tasks of pay lay in a queue for 821 ms, 91.8 % of the time of all such tasks: no thread worked " +
		"for them until worker 1 took them. "
	for _, tt := range []struct {
		story []event
		want  string
	}{
		{pool(4, true), text + "For 100.0 % of that time this thread was busy. " +
			"More such threads, or less work in them, make the queue shorter."},
		// It is suspended until 201 ms: for 191, 190, 180 and 170 ms of them.
		{pool(4, false), text + "For 89.0 % of that time this thread had nothing to do: look at what wakes it."},
		{pool(2, true), ""},
	} {
		if got := strings.Join(found(t, tt.story), "\n"); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// TestSlow: of 40 requests, some wait for a lock that most do not need.
func TestSlow(t *testing.T) {
	t.Parallel()
	requests := func(waiting, ms int) (list []event) {
		list = append(list, event{0, "A start"}, event{0, "R start"}, event{0, "R suspend-start sleep"}, event{5000, "A run"})
		add := func(at int, text string, args ...any) { list = append(list, event{at, fmt.Sprintf(text, args...)}) }
		for i := range 40 {
			at, end := 100*i, 100*i+5
			add(at, "A task-start pay object=%d", i+1)
			if i%8 == 3 && i/8 < waiting {
				end += ms
				add(at, "R suspend-end")
				add(at, "R monitor-enter M")
				add(at+1, "A monitor-wait M")
				add(at+1+ms, "R monitor-exit M")
				add(at+1+ms, "R suspend-start sleep")
				add(at+1+ms, "A monitor-enter M")
				add(at+2+ms, "A monitor-exit M")
			}
			add(end, "A task-end object=%d", i+1)
		}
		return list
	}
	for _, tt := range []struct {
		story []event
		want  string
	}{
		{requests(5, 30), "slow-tasks (statistical): 5 slow, 35 fast"},
		{requests(5, 3), ""},
		{requests(0, 0), ""},
	} {
		var got []string
		for _, text := range found(t, tt.story) {
			if strings.HasPrefix(text, "slow-tasks") {
				got = append(got, text)
			}
		}
		if strings.Join(got, "\n") != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}
