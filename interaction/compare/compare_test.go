package compare_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/compare"
	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// program is a run of an invented program of one second: two workers wait 4 times each
// for a lock that the keeper holds, for a multiple of the hold, and another lock is
// waited for once, by name.
type program struct {
	hold    int    // in ms, for each of 4 turns
	first   int    // the number of the first worker
	address string // of the lock
	line    int    // of the wait
	put     int    // the line of another place of the lock, used by the second worker
	audit   int    // ms of the wait for the lock named audit; 0 for none
	extra   bool   // a third worker that only runs
	stuck   bool   // a deadlock at the end
	reverse bool   // the second worker waits first
}

var plain = program{hold: 50, first: 1, address: "0xc000010", line: 41, put: 60}

func (p program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, `tiv-text 1
frame get main.(*store).get /src/store.go:%d
frame put main.(*store).put /src/store.go:%d
frame lock sync.(*Mutex).Lock /go/sync.go:9
frame audit main.audit /src/audit.go:7
frame work main.work /src/main.go:5
stack get lock get work
stack put lock put work
stack audit lock audit work
0s k start name=keeper
0s a start name=worker-%d
0s b start name=worker-%d
`, p.line, p.put, p.first, p.first+1)
	if p.extra {
		fmt.Fprintf(&b, "0s c start name=worker-%d\n", p.first+2)
	}
	for turn := range 4 {
		at := 200 * turn
		waits := []string{"a monitor-wait " + p.address + " stack=get", "b monitor-wait " + p.address + " stack=put"}
		if p.reverse {
			slices.Reverse(waits)
		}
		fmt.Fprintf(&b, "%dms k monitor-enter %s\n%dms %s\n%dms %s\n%dms k monitor-exit %s\n", at, p.address, at, waits[0], at,
			waits[1], at+p.hold, p.address)
		for _, w := range []string{"a", "b"} {
			fmt.Fprintf(&b, "%dms %s monitor-enter %s\n%dms %s monitor-exit %s\n", at+p.hold, w, p.address, at+p.hold, w, p.address)
		}
	}
	if p.audit > 0 {
		fmt.Fprintf(&b, "800ms k monitor-enter audit\n800ms a monitor-wait audit stack=audit\n%dms k monitor-exit "+
			"audit\n%dms a monitor-enter audit\n%dms a monitor-exit audit\n",
			800+p.audit, 800+p.audit, 800+p.audit)
	}
	if p.stuck {
		b.WriteString("950ms a monitor-enter one\n950ms b monitor-enter two\n960ms a monitor-wait two\n970ms b monitor-wait one\n")
	}
	b.WriteString("1s - none\n")
	return b.String()
}

func timelineOf(t *testing.T, text fmt.Stringer) *timeline.Timeline {
	t.Helper()
	feed, err := tracefeed.OpenInput(tracefeed.Input{Name: "program", Reader: strings.NewReader(text.String())},
		[]tracefeed.Format{textfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func runOf(t *testing.T, text fmt.Stringer) *compare.Run {
	t.Helper()
	ctx, tl := context.Background(), timelineOf(t, text)
	r, err := compare.NewRun(ctx, tl, accusations(detect.Find(ctx, tl, nil)), tasksOf(t, tl))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// tasksOf returns the tasks that a trace names.
func tasksOf(t *testing.T, tl *timeline.Timeline) *task.Index {
	t.Helper()
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// accusations keeps the errors, warnings and lock orders, for tests that do not depend on
// the costs that detectors find.
func accusations(r detect.Report) detect.Report {
	r.Findings = slices.DeleteFunc(r.Findings,
		func(f detect.Finding) bool { return !f.Severity.Accuses() && f.Kind != "lock-order-inversion" })
	for i := range r.Findings {
		r.Findings[i].Also = nil
	}
	return r
}

func of(t *testing.T, before, after []*compare.Run) *compare.Diff {
	t.Helper()
	d, err := compare.Of(before, after, compare.Second)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// diff compares one run of each of two programs.
func diff(t *testing.T, before, after program) *compare.Diff {
	t.Helper()
	return of(t, []*compare.Run{runOf(t, before)}, []*compare.Run{runOf(t, after)})
}

const ms = 1e6

// The known differences of two programs, to the nanosecond.
func TestKnownDifferences(t *testing.T) {
	t.Parallel()
	changed := plain
	changed.hold, changed.audit, changed.extra = 120, 30, true
	d := diff(t, plain, changed)
	if len(d.Locks) != 2 {
		t.Fatalf("locks: %+v", d.Locks)
	}
	l := d.Locks[0]
	if l.Name != "mutex main.(*store).get:41" || l.More != 1 || l.Other != "worker-*" || l.Was != "" || l.Small ||
		l.Time != (compare.Figures{Before: 400 * ms, After: 960 * ms}) || l.Count != (compare.Figures{Before: 8, After: 8}) ||
		l.Longest != (compare.Figures{Before: 50 * ms, After: 120 * ms}) || l.Locks != (compare.Figures{Before: 1, After: 1}) {
		t.Errorf("the lock of the store: %+v", l)
	}
	if l := d.Locks[1]; l.Name != "mutex audit" || l.Runs != [2]int{0, 1} || l.Time != (compare.Figures{After: 30 * ms}) {
		t.Errorf("the new lock: %+v", l)
	}
	if total := d.Total.Time; total != (compare.Figures{Before: 400 * ms, After: 990 * ms}) {
		t.Errorf("total: %+v", total)
	}
	p := d.Pairs[0]
	if p.Name != "worker-*" || p.Other != "keeper" || p.Time != (compare.Figures{Before: 400 * ms, After: 990 * ms}) {
		t.Errorf("pairs: %+v", d.Pairs)
	}
	g := d.Groups[0]
	if g.Name != "worker-*" || g.State != tracefeed.Blocking || g.Threads != (compare.Figures{Before: 2, After: 3}) ||
		g.Share != (compare.Figures{Before: 0.2, After: 0.33}) {
		t.Errorf("groups: %+v", d.Groups)
	}
	if d.Tested() || l.Test != nil {
		t.Error("one run of each was tested")
	}
}

// A trace does not differ from itself, nor from one with other numbers and addresses.
func TestSame(t *testing.T) {
	t.Parallel()
	other := plain
	other.first, other.address = 17, "0xc0ffee0"
	p, o := plain, other
	p.stuck, o.stuck = true, true
	for _, x := range [][2]program{{plain, plain}, {plain, other}, {p, o}} {
		d := diff(t, x[0], x[1])
		checkSame(t, d)
		if len(d.Locks) == 0 || len(d.Groups) == 0 || len(d.Pairs) == 0 || x[0].stuck != (len(d.Findings) > 0) {
			t.Errorf("rows are missing: %+v", d)
		}
	}
}

func checkSame(t *testing.T, d *compare.Diff) {
	t.Helper()
	for _, r := range rows(d) {
		if r.Change() != 0 || !r.Small || r.Runs[0] != r.Runs[1] || r.Was != "" {
			t.Errorf("a difference: %+v", r)
		}
	}
}

// Exchanged sides give exchanged figures, in the same order.
func TestMirrored(t *testing.T) {
	t.Parallel()
	changed := plain
	changed.hold, changed.audit, changed.extra, changed.stuck = 120, 30, true, true
	checkMirrored(t, diff(t, plain, changed), diff(t, changed, plain))
}

// rows returns all rows of a comparison.
func rows(d *compare.Diff) (all []compare.Row) {
	for _, rows := range [][]compare.Row{{d.Total}, d.Findings, d.Locks, d.Groups, d.Pairs, d.Tasks} {
		all = append(all, rows...)
	}
	return all
}

func checkMirrored(t *testing.T, there, back *compare.Diff) {
	t.Helper()
	mirrored, want := rows(back), rows(there)
	for i := range mirrored {
		r := &mirrored[i]
		for _, f := range []*compare.Figures{&r.Time, &r.Count, &r.Longest, &r.Threads, &r.Locks, &r.Share} {
			f.Before, f.After = f.After, f.Before
		}
		r.Runs[0], r.Runs[1] = r.Runs[1], r.Runs[0]
		if c := r.Cause; c != nil {
			c.Slowest.Before, c.Slowest.After, c.Time.Before, c.Time.After = c.Slowest.After, c.Slowest.Before, c.Time.After, c.Time.Before
			c.Change, c.Of = -c.Change, -c.Of
		}
		if i < len(want) && r.Kind == compare.Finding {
			r.Text = want[i].Text // an example of the other side
		}
	}
	if !reflect.DeepEqual(mirrored, want) {
		t.Errorf("mirrored:\n%+v\nwant\n%+v", mirrored, want)
	}
}

// A lock whose lines have moved is the same lock; its name has the new place.
func TestMovedLines(t *testing.T) {
	t.Parallel()
	moved := plain
	moved.line, moved.put = 43, 62
	d := diff(t, plain, moved)
	if len(d.Locks) != 1 || d.Locks[0].Name != "mutex main.(*store).get:43" || d.Locks[0].Was != "main.(*store).get:41" ||
		d.Locks[0].Change() != 0 {
		t.Errorf("%+v", d.Locks)
	}
}

// A lock is known by all of its places, whatever the place of the first wait.
func TestPlaces(t *testing.T) {
	t.Parallel()
	other := plain
	other.reverse, other.put = true, 70 // one common place is enough
	if d := diff(t, plain, other); len(d.Locks) != 1 || d.Locks[0].Was != "" || d.Locks[0].More != 1 {
		t.Errorf("%+v", d.Locks)
	}
}

// text is a trace as it stands.
type text string

func (t text) String() string { return "tiv-text 1\n" + string(t) }

// What is not of the program, or not a wait for a lock, is left out; goroutines have the
// name of their function; waits for locks without names belong to their places.
func TestWhatCounts(t *testing.T) {
	t.Parallel()
	const odd = text(`thread gc name=Collector system=yes
thread 12 name=main.work%2012
frame work main.work /src/main.go:5
frame other main.other /src/main.go:9
frame line main.work /src/main.go:6
stack here line work
stack there other work
0s gc start
0s 12 start
0s h start
0s h monitor-enter java.Object@1f2e
0s gc monitor-wait java.Object@1f2e
0s 12 monitor-wait java.Object@1f2e
100ms h monitor-exit java.Object@1f2e
100ms gc monitor-enter java.Object@1f2e
100ms gc monitor-exit java.Object@1f2e
100ms 12 monitor-enter java.Object@1f2e
100ms 12 monitor-exit java.Object@1f2e
200ms 12 monitor-wait - stack=here
230ms 12 monitor-enter -
300ms 12 monitor-wait - stack=there
350ms 12 monitor-enter -
400ms 12 suspend-start channel
500ms h wake 12
500ms 12 suspend-end
1s - none
`)
	moved := text(strings.ReplaceAll(string(odd), "1f2e", "abc"))
	d := of(t, []*compare.Run{runOf(t, odd)}, []*compare.Run{runOf(t, moved)})
	var locks []string
	for _, l := range d.Locks {
		locks = append(locks, fmt.Sprintf("%s %v %v", l.Name, l.Time.Before/ms, l.Time.After/ms))
	}
	if got, want := strings.Join(locks, ", "), "lock java.Object 100 100, lock main.other:9 50 50, lock main.work:6 30 30"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(d.Pairs) != 1 || d.Pairs[0].Name != "main.work" || d.Pairs[0].Time.After != 100*ms {
		t.Errorf("pairs: %+v", d.Pairs)
	}
	if d.Total.Time.After != 180*ms || d.Total.Threads.After != 2 {
		t.Errorf("total: %+v", d.Total)
	}
	for _, g := range d.Groups {
		if g.Name != "main.work" && g.Name != "h" {
			t.Errorf("group %s", g.Name)
		}
	}
}

// A lock that only a finding names, because no thread waited for it, is known by the
// places of its acquisitions.
func TestLocksOfFindings(t *testing.T) {
	t.Parallel()
	const orders = `frame first main.first /src/main.go:5
frame then main.then /src/main.go:6
stack first first
stack then then
0s a start
0s b start
1ms a monitor-enter 0x%[1]d0 stack=first
2ms a monitor-enter 0x%[1]d8 stack=then
3ms a monitor-exit 0x%[1]d8
4ms a monitor-exit 0x%[1]d0
5ms b monitor-enter 0x%[1]d8 stack=then
6ms b monitor-enter 0x%[1]d0 stack=first
7ms b monitor-exit 0x%[1]d0
8ms b monitor-exit 0x%[1]d8
1s - none
`
	d := of(t, []*compare.Run{runOf(t, text(fmt.Sprintf(orders, 1)))}, []*compare.Run{runOf(t, text(fmt.Sprintf(orders, 2)))})
	if len(d.Findings) != 1 || d.Findings[0].Lock != "lock main.first:5, lock main.then:6" || d.Findings[0].Runs != [2]int{1, 1} {
		t.Errorf("%+v", d.Findings)
	}
	// Nothing is lost: nothing differs.
	if !d.Total.Small || len(d.Groups) == 0 || !d.Groups[0].Small {
		t.Errorf("%+v, %+v", d.Total, d.Groups)
	}
}

func TestFindings(t *testing.T) {
	t.Parallel()
	stuck := plain
	stuck.stuck = true
	d := diff(t, plain, stuck)
	if len(d.Findings) != 1 {
		t.Fatalf("%+v", d.Findings)
	}
	f := d.Findings[0]
	if f.Name != "deadlock" || f.Other != "worker-*" || f.Lock != "lock one, lock two" || f.Severity != detect.Error ||
		f.Runs != [2]int{0, 1} ||
		f.Threads != (compare.Figures{After: 2}) || !strings.Contains(f.Text, "wait for each other") {
		t.Errorf("%+v", f)
	}
	later := stuck
	later.first = 30
	if f := diff(t, stuck, later).Findings[0]; !strings.Contains(f.Text, "worker-30") {
		t.Errorf("an example of before: %+v", f)
	}
}

// Several runs that differ as much within a side as between the sides show nothing; runs
// that all differ between the sides do, once there are enough.
func TestSeveralRuns(t *testing.T) {
	t.Parallel()
	runs := func(holds ...int) (all []*compare.Run) {
		for _, h := range holds {
			p := plain
			p.hold = h
			all = append(all, runOf(t, p))
		}
		return all
	}
	trifle := func(ms int) *compare.Run {
		p := plain
		p.audit = ms
		return runOf(t, p)
	}
	for _, l := range of(t, []*compare.Run{trifle(1), trifle(2), trifle(1)}, []*compare.Run{trifle(3), trifle(2), trifle(4)}).Locks {
		if small := l.Name == "mutex audit"; l.Small != small || (l.Test == nil) != small {
			t.Errorf("a hundredth: %+v", l)
		}
	}
	noise := of(t, runs(50, 60, 70, 80, 55, 65), runs(52, 62, 72, 78, 54, 66))
	if l := noise.Locks[0]; l.Test == nil || l.Test.Shown() || !noise.Tests.Provable() {
		t.Errorf("noise: %+v %+v", l, l.Test)
	}
	change := of(t, runs(50, 60, 70, 80, 55, 65), runs(120, 130, 140, 150, 125, 135))
	if l := change.Locks[0]; !l.Test.Shown() || l.Time != (compare.Figures{Before: 500 * ms, After: 1060 * ms}) || l.Test.Shift != 560*ms ||
		!l.Test.Bounded || l.Test.Low > 560*ms || l.Test.High < 560*ms || l.Test.Dominance != 1 || l.Test.Adjusted <= l.Test.P {
		t.Errorf("change: %+v %+v", l, l.Test)
	}
	if g := change.Groups[len(change.Groups)-1]; g.State != tracefeed.Running || g.Name != "keeper" || g.Test == nil {
		t.Errorf("running: %+v", g)
	}
	few := of(t, runs(50, 60, 70), runs(120, 130, 140))
	if l := few.Locks[0]; l.Test.Shown() || few.Tests.Provable() || few.Tests.Needed() < 5 || l.Test.P != 0.1 {
		t.Errorf("few: %+v, needed %d", l.Test, few.Tests.Needed())
	}
}

// Costs are matched by their lock, whoever lost time to it, and below whatever finding.
func TestCosts(t *testing.T) {
	t.Parallel()
	tl := timelineOf(t, plain)
	run := func(found ...detect.Finding) []*compare.Run {
		r, err := compare.NewRun(context.Background(), tl, detect.Report{Findings: found}, tasksOf(t, tl))
		if err != nil {
			t.Fatal(err)
		}
		return []*compare.Run{r}
	}
	cost := detect.Finding{Kind: "slow", Severity: detect.Cost, Threads: []tracefeed.ThreadID{1},
		Monitors: []tracefeed.MonitorID{1}, Lost: 10 * tracefeed.Millisecond}
	other := cost
	other.Threads, other.Lost = []tracefeed.ThreadID{2, 3}, 30*tracefeed.Millisecond
	note := detect.Finding{Kind: "odd", Threads: []tracefeed.ThreadID{1}, Also: []detect.Finding{other}}
	d := of(t, run(cost), run(note))
	if len(d.Findings) != 2 {
		t.Fatalf("%+v", d.Findings)
	}
	f := d.Findings[0]
	if f.Name != "slow" || f.Lock != "lock main.(*store).get:41" ||
		f.Time != (compare.Figures{Before: 10 * ms, After: 30 * ms}) || f.Runs != [2]int{1, 1} || f.Small {
		t.Errorf("%+v", f)
	}
	if f := d.Findings[1]; f.Name != "odd" || f.Runs != [2]int{0, 1} {
		t.Errorf("%+v", f)
	}
}

func TestUnits(t *testing.T) {
	t.Parallel()
	r := []*compare.Run{runOf(t, plain)}
	d, err := compare.Of(r, r, compare.Thread)
	if err != nil || d.Locks[0].Time.After != 400*ms/3 {
		t.Errorf("%v, %+v", err, d)
	}
	if _, err := compare.Of(r, r, compare.EachTask); err == nil || !strings.Contains(err.Error(), "no tasks") {
		t.Errorf("no tasks: %v", err)
	}
	tl := timelineOf(t, text("0s a start\n0s a task-start job object=1\n1s a task-end job object=1\n1s a task-start "+
		"job object=2\n1s a io-start net\n3s a io-end\n3s a task-end job object=2\n4s a end\n"))
	for unit, want := range map[compare.Unit]float64{compare.EachTask: 1000 * ms, compare.Second: 500 * ms, compare.Whole: 2000 * ms} {
		run, err := compare.NewRun(context.Background(), tl, detect.Report{}, tasksOf(t, tl))
		if err != nil {
			t.Fatal(err)
		}
		r := []*compare.Run{run}
		if d, err := compare.Of(r, r, unit); err != nil || d.Total.Time.After != want {
			t.Errorf("a %s: %v, %+v", unit, err, d)
		}
	}
	if _, err := compare.Of(r, nil, compare.Second); err == nil {
		t.Error("no runs after")
	}
	if _, err := compare.Of(r, slices.Repeat(r, 31), compare.Second); err == nil ||
		!strings.Contains(err.Error(), "31 runs of one side; at most 30") {
		t.Errorf("too many runs: %v", err)
	}
}
