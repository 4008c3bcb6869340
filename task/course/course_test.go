package course_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/course"
	"tiv/tracefeed"
)

// tasksOf returns the tasks of a trace.
func tasksOf(t *testing.T, events string) *task.Index {
	t.Helper()
	x, err := task.Build(t.Context(), reduced.Story(t, "tiv-text 1\n"+events), task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// courseOf returns the course of the first task of a trace.
func courseOf(t *testing.T, events string) *course.Course {
	t.Helper()
	x := tasksOf(t, events)
	return course.Of(x, x.Tasks[0].ID(), nil)
}

// passages returns the passages of a course in words: "1-2 5-9 queue" for one from thread 1 to 2.
func passages(c *course.Course) string {
	var all []string
	c.EachPassage(0, 1<<40, 1, func(p *course.Passage) {
		s := fmt.Sprintf("%d-%d %d-%d", p.From, p.To, p.Left, p.Arrived)
		if p.Queued {
			s += " queue"
		}
		if p.Evidence != task.Observed {
			s += " " + p.Evidence.String()
		}
		all = append(all, s)
	})
	return strings.Join(all, ", ")
}

// A task passes from thread to thread: at once, after some time in a queue, by the thread that handed
// it over while that goes on, and from nowhere if nothing says from where.
func TestPassages(t *testing.T) {
	t.Parallel()
	const head = "0ns A start\n0ns B start\n0ns Z start\n0ns B suspend-start channel monitor=Q\n0ns Z suspend-start channel monitor=Q\n" +
		"0ns A task-start load object=1\n"
	for _, c := range []struct{ name, events, want string }{
		{"at once", `1ns A region-start r object=1
			3ns A region-end r object=1
			3ns B region-start r object=1
			5ns B region-end r object=1`, "1-2 3-3"},
		{"a queue", `1ns A region-start r object=1
			3ns A region-end r object=1
			7ns B region-start r object=1
			9ns B region-end r object=1`, "1-2 3-7 queue"},
		{"back to itself", `1ns A region-start r object=1
			3ns A region-end r object=1
			7ns A region-start r object=1
			9ns A region-end r object=1`, "1-1 3-7 queue"},
		{"beside another", `1ns A region-start r object=1
			7ns B region-start r object=1
			8ns A region-end r object=1
			9ns B region-end r object=1`, ""},
		{"handed over by a wake-up", `1ns A region-start r object=1
			4ns A wake B
			4ns B suspend-end
			8ns A region-end r object=1`, "1-2 4-4 inferred"},
	} {
		events := strings.Replace(head, "0ns A task-start", "0ns - task-start", 1) + c.events + "\n20ns A end"
		if got := passages(courseOf(t, events)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// randomWork is a trace with regions of three tasks, some of them parts of others.
func randomWork(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("0ns - task-start a object=1\n0ns - task-start b object=2 value=1\n0ns - task-start c object=3\n")
	open := map[string]int{}
	for i := range 3 {
		fmt.Fprintf(&b, "0ns T%d start\n", i)
	}
	at := 0
	for range 60 {
		at += rng.IntN(4)
		name := fmt.Sprintf("T%d", rng.IntN(3))
		if of := open[name]; of > 0 {
			fmt.Fprintf(&b, "%dns %s region-end r object=%d\n", at, name, of)
			open[name] = 0
		} else {
			open[name] = 1 + rng.IntN(3)
			fmt.Fprintf(&b, "%dns %s region-start r object=%d\n", at, name, open[name])
		}
	}
	fmt.Fprintf(&b, "%dns T0 end\n", at+5)
	return b.String()
}

// At each time, those work for a task whose work contains it, and stretches cover exactly that.
func TestStretches(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		x := tasksOf(t, randomWork(rng))
		for i := range x.Tasks {
			c := course.Of(x, x.Tasks[i].ID(), nil)
			if course.Of(x, x.Tasks[i].ID(), c) != c {
				t.Fatal("the same course is made again")
			}
			work := x.WorkOf(i)
			from := tracefeed.Time(rng.IntN(60))
			to := from + 1 + tracefeed.Time(rng.IntN(60))
			for at := tracefeed.Time(0); at < 130; at++ {
				var want, now, in []tracefeed.ThreadID
				for _, w := range work {
					if w.Start <= at && at < w.End {
						want = append(want, w.Thread)
					}
				}
				for _, s := range c.At(at) {
					now = append(now, s.Thread)
				}
				for _, id := range c.Threads {
					c.EachStretch(id, from, to, 0, func(s *course.Stretch) {
						if s.Start <= at && at < s.End {
							in = append(in, s.Thread)
						}
					})
				}
				slices.Sort(want)
				slices.Sort(now)
				if !slices.Equal(now, want) {
					t.Fatalf("seed %d, task %d: at %d %v work, want %v", seed, i, at, now, want)
				}
				if at >= from && at < to && !slices.Equal(in, want) {
					t.Fatalf("seed %d, task %d: from %d to %d, %v at %d, want %v", seed, i, from, to, in, at, want)
				}
			}
		}
	}
}

// However many stretches and passages there are, an interval has a bounded number of them.
func TestFew(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("0ns - task-start a object=1\n0ns A start\n0ns B start\n")
	for i := range 5000 {
		name := []string{"A", "B"}[i%2]
		fmt.Fprintf(&b, "%dns %s region-start r object=1\n%dns %s region-end r object=1\n", 10*i, name, 10*i+9, name)
	}
	c := courseOf(t, b.String())
	stretches, passed := 0, 0
	c.EachStretch(c.Threads[0], 0, 50_000, 500, func(*course.Stretch) { stretches++ })
	c.EachPassage(0, 50_000, 500, func(*course.Passage) { passed++ })
	if stretches < 50 || stretches > 100 || passed < 50 || passed > 101 {
		t.Errorf("%d stretches and %d passages in 100 parts", stretches, passed)
	}
	passed = 0
	c.EachPassage(0, 10, 1, func(*course.Passage) { passed++ })
	if passed != 1 {
		t.Errorf("%d passages overlap the first nanoseconds", passed)
	}
}
