package compare_test

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"tiv/interaction/compare"
	"tiv/interaction/detect"
	"tiv/internal/generate"
	"tiv/task"
	"tiv/task/slow"
	"tiv/timeline"
	"tiv/tracefeed"
)

// shop is an invented program of a second with 40 payments of 2 ms. Five of them also wait, in
// µs, for a lock that a report holds.
type shop struct {
	hold     int
	payments int  // 0 is 40
	orders   bool // 10 more tasks, of a third type
	lock     string
}

func (s shop) String() string {
	var b strings.Builder
	b.WriteString("tiv-text 1\nframe pay main.pay /src/pay.go:7\nstack pay pay\n0s A start name=worker-1\n0s R start name=reporter\n")
	if s.payments == 0 {
		s.payments = 40
	}
	if s.lock == "" {
		s.lock = "0xc0001"
	}
	for i := range s.payments {
		at, end := 20000*i, 20000*i+2000
		pay, report := fmt.Sprintf("pay object=%d", i+1), fmt.Sprintf("report object=%d", 100+i)
		slow := i%8 == 3
		if slow {
			fmt.Fprintf(&b, "%[1]dus R task-start %[2]s\n%[1]dus R region-start %[2]s\n%[1]dus R monitor-enter %[3]s\n", at, report, s.lock)
		}
		fmt.Fprintf(&b, "%[1]dus A task-start %[2]s\n%[1]dus A region-start %[2]s\n", at, pay)
		if slow {
			fmt.Fprintf(&b, "%dus A monitor-wait %s stack=pay\n", at, s.lock)
			end += s.hold
			fmt.Fprintf(&b, "%[1]dus R monitor-exit %[2]s\n%[1]dus A monitor-enter %[2]s\n%[1]dus A monitor-exit %[2]s\n", at+s.hold,
				s.lock)
			fmt.Fprintf(&b, "%[1]dus R region-end %[2]s\n%[1]dus R task-end %[2]s\n", at+s.hold, report)
		}
		fmt.Fprintf(&b, "%[1]dus A region-end %[2]s\n%[1]dus A task-end %[2]s\n", end, pay)
	}
	for i := 0; s.orders && i < 10; i++ {
		at := 900000 + i*4000
		fmt.Fprintf(&b, "%[1]dus R task-start order object=%[2]d\n%[3]dus R task-end order object=%[2]d\n", at, 200+i, at+3000)
	}
	b.WriteString("1s - none\n")
	return b.String()
}

func diffShops(t *testing.T, before, after shop) *compare.Diff {
	t.Helper()
	return of(t, []*compare.Run{runOf(t, before)}, []*compare.Run{runOf(t, after)})
}

// tasksIn returns the rows of a type in words.
func tasksIn(d *compare.Diff, name string) string {
	var rows []string
	for i := range d.Tasks {
		if r := &d.Tasks[i]; r.Name == name {
			word := fmt.Sprintf("%v %v→%v %s", r.Measure, r.Time.Before/1e3, r.Time.After/1e3, r.Status())
			if r.IsRate() {
				word = fmt.Sprintf("%v→%v %v→%v %s", r.Count.Before, r.Count.After, r.Time.Before, r.Time.After, r.Status())
			}
			if r.Small {
				word += " small"
			}
			rows = append(rows, word)
		}
	}
	return strings.Join(rows, ", ")
}

// TestTasks compares the tasks of two runs, to the nanosecond, by type.
func TestTasks(t *testing.T) {
	t.Parallel()
	d := diffShops(t, shop{hold: 4000}, shop{hold: 14000, lock: "0xc0ffee"})
	for name, want := range map[string]string{
		"pay": "40→40 40→40 same small, mean 2500→3750 longer, p50 2000→2000 same small, p95 6000→16000 longer, " +
			"running 2000→2000 same small, blocking 500→1750 longer",
		"report": "5→5 5→5 same small, mean 4000→14000 longer, p50 4000→14000 longer, running 4000→14000 longer",
	} {
		if got := tasksIn(d, name); got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
	if d.Tasks[0].Name != "pay" {
		t.Errorf("%s is first", d.Tasks[0].Name)
	}
	c := causeOf(d, "pay")
	if c == nil || c.Slowest != (compare.Figures{Before: 6 * ms, After: 16 * ms}) || c.Of != 10*ms || c.Change != 10*ms ||
		c.Time != (compare.Figures{Before: 4 * ms, After: 14 * ms}) || c.Lock != "lock main.pay:7" ||
		c.Factor != (slow.Factor{Kind: slow.Blocking, Holder: "report"}) {
		t.Errorf("cause: %+v", c)
	}
	if c := causeOf(d, "report"); c != nil {
		t.Errorf("the cause of 5 tasks: %+v", c)
	}
	row := &d.Tasks[0]
	for side := range 2 {
		if got := fmt.Sprint(d.Threads(side, row)); got != "[1]" {
			t.Errorf("threads of side %d: %s", side, got)
		}
		if at, ok := d.Moment(side, row); !ok || at != 60*ms {
			t.Errorf("longest on side %d: %v %v", side, at, ok)
		}
	}
	if d := diffShops(t, shop{hold: 4000}, shop{hold: 4000}); causeOf(d, "pay") != nil {
		t.Error("a cause without a change")
	}
}

func causeOf(d *compare.Diff, name string) *compare.Cause {
	for i := range d.Tasks {
		if r := &d.Tasks[i]; r.Name == name && r.Measure == compare.P95 {
			return r.Cause
		}
	}
	return nil
}

// TestTypesOfOneSide compares what both sides have: all of a new type, and no percentile of which one
// side has too few tasks.
func TestTypesOfOneSide(t *testing.T) {
	t.Parallel()
	d := diffShops(t, shop{hold: 4000}, shop{hold: 4000, payments: 19, orders: true})
	if got, want := tasksIn(d, "order"), "0→10 0→10 new, mean 0→3000 new, p50 0→3000 new, running 0→3000 new"; got != want {
		t.Errorf("orders: %s, want %s", got, want)
	}
	got := tasksIn(d, "pay")
	if !strings.HasPrefix(got, "40→19 40→19 fewer, mean ") || strings.Contains(got, "p95") {
		t.Errorf("19 payments: %s", got)
	}
	if c := causeOf(d, "pay"); c != nil {
		t.Errorf("cause: %+v", c)
	}
}

// TestTasksOfSeveralRuns tests the tasks of several runs, apart from the threads: noise is no
// difference, and has no cause.
func TestTasksOfSeveralRuns(t *testing.T) {
	t.Parallel()
	runs := func(holds ...int) (all []*compare.Run) {
		for _, h := range holds {
			all = append(all, runOf(t, shop{hold: h}))
		}
		return all
	}
	base := runs(4000, 5000, 4500, 5500, 4200, 5200)
	change := of(t, base, runs(9000, 9500, 10000, 9900, 9100, 9700))
	for i := range change.Tasks {
		if r := &change.Tasks[i]; r.Name == "pay" && r.Measure == compare.P95 {
			if r.Test == nil || !r.Test.Shown() || r.Time != (compare.Figures{Before: 6.75 * ms, After: 11.6 * ms}) || r.Cause == nil ||
				r.Cause.Factor.Holder != "report" || r.Cause.Lock != "lock main.pay:7" {
				t.Errorf("change: %+v %+v %+v", r, r.Test, r.Cause)
			}
		}
		if r := &change.Tasks[i]; r.Measure == compare.Rate && (r.Test == nil || r.Test.P != 1) {
			t.Errorf("rates that are all the same: %+v", r)
		}
	}
	if n := change.TaskTests.Compared; n == 0 || change.Tests.Compared == 0 || !change.TaskTests.Provable() {
		t.Errorf("%+v, %+v", change.Tests, change.TaskTests)
	}
	noise := of(t, base, runs(4100, 5100, 4600, 5400, 4300, 5000))
	for i := range noise.Tasks {
		if r := &noise.Tasks[i]; r.Test != nil && r.Test.Shown() || r.Cause != nil {
			t.Errorf("noise: %+v %+v", r, r.Test)
		}
	}
	// A run without orders has a rate, and no duration.
	some := of(t, []*compare.Run{runOf(t, shop{hold: 4000, orders: true}), runOf(t, shop{hold: 4000})},
		[]*compare.Run{runOf(t, shop{hold: 4000, orders: true}), runOf(t, shop{hold: 4000, orders: true})})
	if got, want := tasksIn(some, "order"),
		"5→10 5→10 more, mean 3000→3000 same, p50 3000→3000 same, running 3000→3000 same"; got != want {
		t.Errorf("orders of some runs: %s, want %s", got, want)
	}
}

// TestTasksOfSimulatedPrograms compares the measures of random traces with the definitions of them.
func TestTasksOfSimulatedPrograms(t *testing.T) {
	t.Parallel()
	for _, scenario := range generate.Scenarios() {
		for seed := range uint64(3) {
			var of [2]*timeline.Timeline
			for side := range of {
				of[side] = simulated(t, scenario, 20+2*seed+uint64(side))
			}
			d, err := compare.Of([]*compare.Run{runOfTimeline(t, of[0])}, []*compare.Run{runOfTimeline(t, of[1])}, compare.Second)
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Tasks) == 0 {
				t.Errorf("%s, %d: no tasks", scenario, seed)
			}
			for i := range d.Tasks {
				r := &d.Tasks[i]
				for side, got := range []float64{r.Time.Before, r.Time.After} {
					if want := slowMeasure(of[side], tasksOf(t, of[side]), r.Name, r.Measure); math.Abs(got-want) > 1e-6*want {
						t.Errorf("%s, %d, side %d: %s %v is %v, want %v", scenario, seed, side, r.Name, r.Measure, got, want)
					}
				}
			}
		}
	}
}

// slowMeasure returns a measure of the tasks of a type by its definition.
func slowMeasure(tl *timeline.Timeline, x *task.Index, name string, m compare.Measure) float64 {
	var durations []tracefeed.Time
	n, sum := 0.0, 0.0
	for i := range x.Tasks {
		k := &x.Tasks[i]
		if k.Type != name {
			continue
		}
		if n++; k.Begun && k.Ended {
			durations = append(durations, k.End-k.Start)
		}
		switch m {
		case compare.Running, compare.Runnable, compare.Suspended, compare.Blocking, compare.IO, compare.Unknown:
			state := map[compare.Measure]tracefeed.State{compare.Running: tracefeed.Running, compare.Runnable: tracefeed.Runnable,
				compare.Suspended: tracefeed.Suspended, compare.Blocking: tracefeed.Blocking, compare.IO: tracefeed.IO,
				compare.Unknown: tracefeed.Unknown}[m]
			x.EachWork(func(w *task.Work) {
				if x.Within(int(w.Task), i) {
					b := tl.Lane(w.Thread).Sum(w.Start, w.End)
					sum += float64(b[state])
				}
			})
		case compare.Queue:
			sum += float64(k.Total.Queue)
		case compare.Collector:
			sum += float64(k.Total.CollectionTime)
		}
	}
	switch m {
	case compare.Rate:
		return n / (float64(tl.End) / 1e9)
	case compare.Mean:
		for _, d := range durations {
			sum += float64(d)
		}
		return sum / float64(len(durations))
	case compare.P50, compare.P95, compare.P99:
		percent := map[compare.Measure]int{compare.P50: 50, compare.P95: 95, compare.P99: 99}[m]
		best := tracefeed.Time(math.MaxInt64)
		for _, d := range durations {
			within := 0
			for _, e := range durations {
				if e <= d {
					within++
				}
			}
			if within*100 >= percent*len(durations) {
				best = min(best, d)
			}
		}
		return float64(best)
	}
	return sum / n
}

// TestFindingsAboutTasks tells findings about tasks apart by what they are about, in its order, and compares the time that tasks
// lose where threads lose none.
func TestFindingsAboutTasks(t *testing.T) {
	t.Parallel()
	tl := timelineOf(t, shop{hold: 4000})
	run := func(lost tracefeed.Time, about ...[]string) *compare.Run {
		var report detect.Report
		for _, names := range about {
			report.Findings = append(report.Findings, detect.Finding{Kind: detect.Queueing, Severity: detect.Cost,
				Threads: []tracefeed.ThreadID{1}, Facts: &detect.Stated{About: names, Lost: lost}})
		}
		r, err := compare.NewRun(t.Context(), tl, report, &task.Index{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	d := of(t, []*compare.Run{run(2*ms, []string{"pay", "report"}, []string{"report", "pay"})},
		[]*compare.Run{run(50*ms, []string{"pay", "report"}, []string{"order", ""})})
	got := map[string]string{}
	for i := range d.Findings {
		r := &d.Findings[i]
		got[r.Other] = fmt.Sprintf("%s %v→%v", r.Status(), r.Time.Before/ms, r.Time.After/ms)
	}
	want := map[string]string{"pay, report": "longer 2→50", "report, pay": "gone 2→0", "order": "new 0→50"}
	if !maps.Equal(got, want) {
		t.Errorf("the findings are %v, want %v", got, want)
	}
}
