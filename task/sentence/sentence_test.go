package sentence_test

import (
	"testing"

	"tiv/interaction/lockname"
	"tiv/interaction/threadname"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/course"
	"tiv/task/sentence"
	"tiv/tracefeed"
)

// work is a task that is accepted by A, queued, and handled by B, which waits for a lock that C holds for
// another task.
const work = `tiv-text 1
0ms A start
0ms B start
0ms C start
0ms C task-start Report object=2
0ms C region-start r object=2
1ms C monitor-enter 0x1
10ms - task-start GET%20/pay object=1
20ms A region-start accept object=1
30ms A region-end accept object=1
60ms B region-start handle object=1
70ms B monitor-wait 0x1
90ms C monitor-exit 0x1
90ms B monitor-enter 0x1
95ms B monitor-exit 0x1
100ms B region-end handle object=1
100ms - task-end object=1
120ms C task-end object=2
`

// A sentence says where the time of a task went, and what happens to it at the moment.
func TestSentence(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, work)
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := course.Of(x, task.ID{Number: 1, Start: 10 * tracefeed.Millisecond}, nil)
	tell := sentence.Teller{Timeline: tl, Locks: lockname.New(tl.Monitors, lockname.Ranks{}, nil), Names: threadname.New(tl.Threads)}
	for at, want := range map[tracefeed.Time]string{
		0:   "it begins in 10 ms",
		25:  "now A works for it",
		40:  "now no thread works for it",
		80:  "now B works for it, blocked by 0x1, held by C for task 2, Report",
		100: "it has ended",
	} {
		s := tell.At(c, at*tracefeed.Millisecond)
		if want := "task 1, GET /pay: 90 ms; 40 ms in queues, 30 ms running, 20 ms blocked; " + want; s.Sentence != want {
			t.Errorf("at %d ms: %s\nwant %s", at, s.Sentence, want)
		}
		if len(s.Threads) != 2 || (len(s.Monitors) > 0) != (at == 80) {
			t.Errorf("at %d ms it is about the threads %v and the locks %v", at, s.Threads, s.Monitors)
		}
	}
}

// A holder can work for no task, or for the task itself.
func TestHolding(t *testing.T) {
	t.Parallel()
	x, err := task.Build(t.Context(), reduced.Story(t, work), task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ms := tracefeed.Millisecond
	for _, c := range []struct {
		holder  tracefeed.ThreadID
		at      tracefeed.Time
		waiting int
		want    string
	}{{1, 5 * ms, 0, " for no task"}, {3, 5 * ms, 0, " for the task itself"}, {3, 5 * ms, 1, " for task 2, Report"}} {
		if got := sentence.Holding(x, c.holder, c.waiting, c.at); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
