package slice_test

import (
	"fmt"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/where"
	"tiv/tracefeed"
)

// The names are hostile to conditions.
const elements = `tiv-text 1
0ms "a\ start name=same
0ms b||true start name=same
0ms c start
1ms "a\ call-enter f"||"
2ms "a\ call-exit f"||"
3ms "a\ call-enter f"||"
3ms "a\ call-enter f
4ms "a\ call-exit f
4ms "a\ call-exit f"||"
5ms b||true monitor-enter M"
6ms c monitor-wait M"
7ms b||true monitor-exit M"
7ms c monitor-enter M"
10ms "a\ end
10ms b||true end
10ms c end
`

// covers writes down what a slice covers, in milliseconds.
func covers(t *testing.T, d slice.Definition, ok bool) string {
	t.Helper()
	if !ok {
		return "no slice"
	}
	tl := reduced.Story(t, elements)
	locks := lockname.New(tl.Monitors, lockname.Ranks{}, nil)
	s, err := slice.Compute(t.Context(), slice.Input{Timeline: tl, Locks: locks.Terms}, []slice.Definition{d}, nil)
	if err != nil || s.Errors[0] != nil {
		t.Fatal(err, s.Errors[0])
	}
	var list []string
	for id := range tl.Threads {
		for _, v := range s.Sets[0].Of(tracefeed.ThreadID(id)) {
			list = append(list, fmt.Sprintf("%c %d-%d", "-abc"[id], v.Start/tracefeed.Millisecond, v.End/tracefeed.Millisecond))
		}
	}
	return strings.Join(list, ", ")
}

// Slices of elements cover these, whatever their names are.
func TestElements(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, elements)
	all := tl.Threads[1:]
	type made struct {
		d  slice.Definition
		ok bool
	}
	of := func(d slice.Definition, ok bool) made { return made{d, ok} }
	for name, x := range map[string]struct {
		made
		want string
	}{
		"a thread":        {of(slice.OfThreads(all[:1])), "a 0-10"},
		"two threads":     {of(slice.OfThreads(all[:2])), "a 0-10, b 0-10"},
		"no thread":       {of(slice.OfThreads(nil)), "no slice"},
		"the others":      {of(slice.ExceptThreads(all[:2])), "c 0-10"},
		"too many":        {of(slice.OfThreads(make([]tracefeed.Thread, 1000))), "no slice"},
		"a function":      {of(slice.OfFunction(`f"||"`)), "a 1-2, a 3-4"},
		"without a call":  {of(slice.OfFunctionExcept(`f"||"`, "same", 0, 3*tracefeed.Millisecond)), "a 1-2"},
		"a lock":          {of(slice.OfLock("any name", `M"`)), "b 6-7, c 6-7"},
		"an interval":     {of(slice.OfInterval(2*tracefeed.Millisecond, 4*tracefeed.Millisecond), true), "a 2-4, b 2-4, c 2-4"},
		"a long function": {of(slice.OfFunction(strings.Repeat("x", 2000))), "no slice"},
	} {
		if got := covers(t, x.d, x.ok); got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}

// A slice of tasks has these alone, whether its condition is on their numbers or on what they have in
// common.
func TestOfTasks(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ms a start\n")
	for i := range 900 { // the even ones are alike; numbers come again after 300
		name, n, at := []string{"even", "odd"}[i%2], i%300+1, 10*i+1
		const form = "%dms a task-start %s object=%d\n%dms a region-start r object=%d\n%dms a region-end r\n%dms a task-end %s object=%d\n"
		fmt.Fprintf(&b, form, at, name, n, at, n, at+2, at+2, name, n)
	}
	b.WriteString("9999ms a end\n")
	tl := reduced.Story(t, b.String())
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil || len(x.Tasks) != 900 {
		t.Fatal(len(x.Tasks), err)
	}
	for what, of := range map[string]func(i int) bool{
		"one": func(i int) bool { return i == 7 }, "a run": func(i int) bool { return i > 600 },
		"some":     func(i int) bool { return i%45 == 0 },
		"of type":  func(i int) bool { return i%2 == 0 && i >= 100 && i < 700 },
		"too many": func(i int) bool { return i%7 == 0 },
	} {
		var ids []task.ID
		for i := range x.Tasks {
			if of(i) {
				ids = append(ids, x.Tasks[i].ID())
			}
		}
		want := tracefeed.Time(0)
		x.EachWork(func(w *task.Work) {
			if of(int(w.Task)) {
				want += w.End - w.Start
			}
		})
		d, ok := slice.OfTasks(x, ids)
		if what == "too many" {
			if ok {
				t.Errorf("%s: %q", what, d.Where)
			}
			continue
		}
		in := slice.Input{Timeline: tl, Locks: lockname.New(tl.Monitors, lockname.Ranks{}, nil).Terms}
		s, err := slice.Compute(t.Context(), in, []slice.Definition{d}, nil)
		if !ok || err != nil || s.Errors[0] != nil {
			t.Errorf("%s: %q: %v %v", what, d.Where, err, s.Errors)
			continue
		}
		if got := s.Sets[0].Time(1, 0, tl.End); got != want || want == 0 {
			t.Errorf("%s: %q covers %v, want %v", what, d.Where, got, want)
		}
	}
}

// Slices of tasks have the words of all conditions for tasks, and find the same tasks with them: by some conditions that
// some tasks fit, and by the example of each word.
func TestTaskWords(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ms a start\n")
	for i := range 40 {
		at, length := 100*i, 10+i
		fmt.Fprintf(&b, "%dms a task-start pay object=%d\n%dms a suspend-start sleep\n%dms a suspend-end\n%dms a task-end object=%d\n",
			at, i+1, at+1, at+1+5*(i%2), at+length, i+1)
	}
	b.WriteString("9999ms a end\n")
	tl := reduced.Story(t, b.String())
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in := slice.Input{Timeline: tl, Locks: lockname.New(tl.Monitors, lockname.Ranks{}, nil).Terms}
	conditions := []string{"duration > p95", "slow", "duration <= p50", "suspended > 10%", "suspended > 4ms && slow", "depth == 0"}
	some := len(conditions)
	for _, w := range where.Words() {
		conditions = append(conditions, w.Example)
	}
	for i, condition := range conditions {
		parsed, err := where.Parse(condition)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := where.New(x, tl).Fitting(parsed)
		if err != nil {
			t.Fatal(err)
		}
		want := tracefeed.Time(0)
		x.EachWork(func(w *task.Work) {
			if fit[w.Task] {
				want += w.End - w.Start
			}
		})
		d := slice.Definition{Name: "s", Of: slice.Tasks, Where: condition, Extent: slice.Work}
		s, err := slice.Compute(t.Context(), in, []slice.Definition{d}, nil)
		if err != nil || s.Errors[0] != nil {
			t.Fatalf("%q: %v %v", condition, err, s.Errors)
		}
		if got := s.Sets[0].Time(1, 0, tl.End); got != want || want == 0 && i < some {
			t.Errorf("%q covers %v, want %v", condition, got, want)
		}
	}
}
