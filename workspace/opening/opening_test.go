package opening

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/interaction/detect/ending"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

const (
	ms = tracefeed.Millisecond
	s  = tracefeed.Second
)

// The texts of traces that end after 10 s, and the moments at which they open. A step is
// 100 ms long.
var openings = map[string]struct {
	text     string
	from, to tracefeed.Time
	why      string
}{
	"a deadlock, some steps after it closed": {`tiv-text 1
0s A start
0s B start
1s A monitor-enter M
1s B monitor-enter N
2s A monitor-wait N
3s B monitor-wait M
3s C start
10s C end
`, 3*s + 500*ms, 3*s + 500*ms, "at the worst finding: deadlock"},
	"a deadlock near the end": {`tiv-text 1
0s A start
0s B start
1s A monitor-enter M
1s B monitor-enter N
2s A monitor-wait N
9.9s B monitor-wait M
9.9s C start
10s C end
`, 9900*ms + 1, 10*s - 1, "at the worst finding: deadlock"},
	"two locks, while they are contended, and not the longer wait of one thread": {`tiv-text 1
0s A start
0s B start
0s C start
0s D start
0s A monitor-enter M
0s B monitor-wait M
4s C monitor-wait M
4s D monitor-wait M
5s A monitor-exit M
5s C monitor-enter M
5s C monitor-exit M
5s D monitor-enter M
5s D monitor-exit M
5s B monitor-enter M
5s B monitor-exit M
10s D end
`, 5 * s, 5 * s, "where most time is lost to locks"},
	"all threads end, not in the idle time after them": {`tiv-text 1
thread GC system=yes
0s GC start
0s A start
0s B start
0s A monitor-enter M
1s B monitor-wait M
1.025s A monitor-exit M
1.025s B monitor-enter M
1.025s B monitor-exit M
1.03s A end
1.03s B end
1.03s GC monitor-enter M
2s GC monitor-exit M
10s GC end
`, 1*s + 1, 1030*ms - 1, "where most time is lost to locks"},
	"many wait for a device, while they do": {`tiv-text 1
0s A start
0s B start
3s A io-start
3s B io-start
4s A io-end
4s B io-end
10s A end
`, 4 * s, 4 * s, "where time is lost to waiting for devices"},
	"more is lost to processors than to a lock, while they are wanted": {`tiv-text 1 sched
0s A start
0s B start
1s A monitor-enter M
1s B monitor-wait M
1.5s A monitor-exit M
1.5s B monitor-enter M
1.5s B monitor-exit M
3s A ready
3s B ready
4s A run
4s B run
10s A end
`, 4 * s, 4 * s, "where most time is lost to waiting for processors"},
	"many end before the worst, while they live": {manyEnd(10, 2*s), 1*s + 1, 2*s - 1, "where most time is lost to locks"},
	"a few end before the worst, at the worst":   {manyEnd(1, 2*s), 9 * s, 9 * s, "where most time is lost to locks"},
	"too few processors throughout, at the end": {busy(), 9900 * ms, 10 * s,
		"where time is lost to waiting for processors, as throughout the trace"},
	"the threads that lose most end together, while they live": {`tiv-text 1
0s A start
0s B start
0s C start
0s D start
0s E start
4s A monitor-enter M
4s B monitor-wait M
4s C monitor-wait M
4s D monitor-wait M
5s B end
5s C end
5s D end
10s A end
`, 4*s + 1, 5*s - 1, "where most time is lost to locks"},
	"one short wait, at the end": {`tiv-text 1
0s A start
0s B start
1s A monitor-enter M
1s B monitor-wait M
1.01s A monitor-exit M
1.01s B monitor-enter M
1.01s B monitor-exit M
10s A end
`, 10 * s, 10 * s, ""},
	"one short wait, while half of the threads live": {`tiv-text 1
0s A start
0s B start
0s C start
1s A monitor-enter M
1s B monitor-wait M
1.01s A monitor-exit M
1.01s B monitor-enter M
1.01s B monitor-exit M
8s C end
9s B end
10s A end
`, 9*s - 1, 9*s - 1, ""},
	"nobody waits, at the end": {"tiv-text 1\n0s A start\n10s A end\n", 10 * s, 10 * s, ""},
}

// manyEnd is the text of a trace of 10 s: a number of threads wait from the first second on,
// and end at a time; four others wait from then on.
func manyEnd(threads int, at tracefeed.Time) string {
	var b strings.Builder
	line := func(at tracefeed.Time, format string, words ...any) {
		fmt.Fprintf(&b, "%dms %s\n", at/ms, fmt.Sprintf(format, words...))
	}
	fmt.Fprintln(&b, "tiv-text 1")
	line(0, "H start")
	line(0, "H monitor-enter M")
	for i := range threads {
		line(0, "e%d start", i)
	}
	for i := range 4 {
		line(0, "w%d start", i)
	}
	for i := range min(threads, 3) {
		line(s, "e%d monitor-wait M", i)
	}
	for i := range threads {
		line(at, "e%d end", i)
	}
	for i := range 4 {
		line(at, "w%d monitor-wait M", i)
	}
	line(9*s, "H monitor-exit M")
	for i := range 4 {
		line(9*s, "w%d monitor-enter M", i)
		line(9*s, "w%d monitor-exit M", i)
	}
	line(10*s, "H end")
	return b.String()
}

// busy is the text of a trace of 10 s with three threads and one processor. All wait for it in the
// second second, and one less before and after that.
func busy() string {
	var b strings.Builder
	fmt.Fprintln(&b, "tiv-text 1 sched\n0s A start\n0s B start\n0s C start\n0s D start\n0s D suspend-start sleep")
	for at := tracefeed.Time(0); at < 10*s; at += 20 * ms {
		runs := string("ABC"[at/(20*ms)%3])
		if at >= s && at < 2*s {
			runs = "D"
			if at == s {
				fmt.Fprintf(&b, "%dms D suspend-end\n", at/ms)
			}
		}
		fmt.Fprintf(&b, "%dms %s run\n%dms %s ready\n", at/ms, runs, (at+20*ms)/ms-1, runs)
		if at == 2*s-20*ms {
			fmt.Fprintf(&b, "%dms D suspend-start sleep\n", at/ms+19)
		}
	}
	fmt.Fprintln(&b, "10s A end")
	return b.String()
}

// jam is the text of a trace of 10 s: threads begin to wait for a lock up to 8 s, and one ends
// at 9 s.
const jam = `tiv-text 1
0s A start
0s B start
0s C start
0s D start
1s A monitor-enter M
2s B monitor-wait M
8s C monitor-wait M
9s D end
10s A io-start
`

// Findings are shown while they last, their threads live, and all of them wait that are to.
func TestWorst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text     string
		f        detect.Finding
		from, to tracefeed.Time
	}{
		"short":                 {jam, detect.Finding{Start: 4 * s, End: 4*s + 10*ms}, 4*s + 1, 4*s + 10*ms},
		"long":                  {jam, detect.Finding{Start: 4 * s, End: 8 * s}, 4*s + 1, 5 * s},
		"throughout":            {jam, detect.Finding{Start: ms, End: 10*s - ms}, 10*s - ms, 10*s - ms},
		"of nothing at the end": {jam, detect.Finding{Start: 10 * s, End: 10 * s}, 10 * s, 10 * s},
		"while its threads live": {manyEnd(9, 2*s), detect.Finding{End: 10 * s, Threads: named(t, manyEnd(9, 2*s), "e")},
			2*s - 1, 2*s - 1},
		"when its last thread waits":   {jam, stuckFrom(2*s, named(t, jam, "B", "C"), tracefeed.NoThread), 8*s + 1, 9 * s},
		"when the one missing is gone": {jam, stuckFrom(2*s, named(t, jam, "B"), named(t, jam, "D")[0]), 9*s + 1, 10*s - 1},
		"behind the costliest hold": {jam, detect.Finding{Start: s, End: 10 * s, Facts: &detect.Contended{Blame: detect.Blame{
			Hold: &detect.Hold{Start: 3 * s, At: 5 * s, End: 7 * s}}}}, 5*s + 1, 7 * s},
	} {
		tl := reduced.Story(t, c.text)
		if at := Worst(tl, &c.f); at < c.from || at > c.to {
			t.Errorf("%s: at %v; want %v to %v", name, at, c.from, c.to)
		}
	}
}

// named returns the threads of a text with names that begin so.
func named(t *testing.T, text string, prefixes ...string) (list []tracefeed.ThreadID) {
	tl := reduced.Story(t, text)
	for id := 1; id < len(tl.Threads); id++ {
		for _, p := range prefixes {
			if strings.HasPrefix(tl.Threads[id].Name, p) {
				list = append(list, tracefeed.ThreadID(id))
			}
		}
	}
	return list
}

// stuckFrom returns a finding of threads that wait for one that has ended, if any.
func stuckFrom(start tracefeed.Time, threads []tracefeed.ThreadID, gone tracefeed.ThreadID) detect.Finding {
	waiting := detect.Waiting{Since: start}
	if gone != tracefeed.NoThread {
		waiting.Answered = &ending.Answered{Waiter: threads[0], Thread: gone}
	}
	return detect.Finding{Severity: detect.Warning, Start: start, End: 10 * s, Threads: threads, Facts: &detect.Endless{Waiting: waiting}}
}

// TestLively compares the moment with the number of threads that have ended, in random traces.
func TestLively(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(50) {
		rng := rand.New(rand.NewPCG(seed, 2))
		trace := oracle.Random(rng, oracle.Small(rng))
		tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{})
		if err != nil {
			t.Fatal(err)
		}
		most := func(at tracefeed.Time) bool {
			all, ended := 0, 0
			for i := 1; i < len(tl.Threads); i++ {
				if tl.Threads[i].System {
					continue
				}
				all++
				if _, died := tl.Lane(tracefeed.ThreadID(i)).Life(); died <= at && died < tl.End {
					ended++
				}
			}
			return 2*ended > all
		}
		if at := Lively(tl); at > 0 && most(at) || at < tl.End && !most(at+1) {
			t.Errorf("seed %d: %v of %v", seed, at, tl.End)
		}
	}
}

func TestOpening(t *testing.T) {
	t.Parallel()
	for name, c := range openings {
		tl := reduced.Story(t, c.text)
		report := detect.Find(context.Background(), tl, nil)
		if o := Find(tl, report); tl.End != 10*s || o.At < c.from || o.At > c.to || o.Why != c.why {
			t.Errorf("%s: a trace up to %v opens at %v, %q; want %v to %v, %q", name, tl.End, o.At, o.Why, c.from, c.to, c.why)
		}
	}
}
