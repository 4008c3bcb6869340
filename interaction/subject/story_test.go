package subject

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/threadname"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

const ms = tracefeed.Millisecond

func teller(tl *timeline.Timeline) *Teller {
	report := detect.Find(context.Background(), tl, nil)
	return &Teller{Timeline: tl, Report: report, Locks: lockname.New(tl.Monitors, report.Locks, nil),
		Names: threadname.New(tl.Threads)}
}

// names returns the names of threads, separated by spaces.
func names(tl *timeline.Timeline, threads []tracefeed.ThreadID) string {
	list := make([]string, len(threads))
	for i, t := range threads {
		list[i] = tl.Threads[t].Name
	}
	return strings.Join(list, " ")
}

const ring = `
0ms main.A start
0ms main.B start
0ms main.C start
0ms main.D start
1ms main.A monitor-enter M
1ms main.B monitor-enter N
2ms main.A monitor-wait N
10ms main.B monitor-wait M
50ms main.C monitor-wait M
100ms main.D end
`

// Two equal deadlocks, of which the second closes later.
const twoRings = `
frame a main.move /src/bank.go:36
stack a a
0ms A start
0ms B start
0ms C start
0ms D start
1ms A monitor-enter M
1ms B monitor-enter N
1ms C monitor-enter O
1ms D monitor-enter P
2ms A monitor-wait N stack=a
3ms B monitor-wait M stack=a
4ms C monitor-wait P stack=a
5ms D monitor-wait O stack=a
90ms E start
99ms E end
`

// A thread whose answer never comes, and the thread that answered before.
const lost = `
frame f1 main.receive
stack s1 f1
0ms A start
0ms B start
10ms A suspend-start channel stack=s1
20ms - wake A by=B
20ms A suspend-end
30ms A suspend-start channel stack=s1 lasts=forever
40ms B end
90ms C ready
`

// Each lock of a ring is kept by the thread that the one before waits for, once the ring closed.
func TestRingLocks(t *testing.T) {
	tl := reduced.Story(t, "tiv-text 1\n"+twoRings)
	x := teller(tl)
	for at, want := range map[tracefeed.Time]string{4 * ms: "N<B M<A", 6 * ms: "N<B M<A P<D O<C"} {
		var locks []string
		for _, l := range x.At(at, nil, nil).Locks {
			locks = append(locks, tl.Monitors[l.Monitors[0]].Name+"<"+tl.Threads[l.Keeper].Name)
		}
		slices.Sort(locks)
		wanted := strings.Fields(want)
		if slices.Sort(wanted); !slices.Equal(locks, wanted) {
			t.Errorf("at %v: locks %v, want %v", at, locks, wanted)
		}
	}
}

// A story names its threads, and says what is true at its moment.
func TestStory(t *testing.T) {
	tests := []struct {
		name, text        string
		at                tracefeed.Time
		threads, sentence string
	}{
		{"nothing is wrong", "0ms A start\n100ms A end\n", 50 * ms, "", "No deadlock, no stuck thread"},
		{"before a deadlock", ring, 5 * ms, "", "Nothing found at this moment"},
		{"a deadlock", ring, 20 * ms, "main.A main.B", "A and B wait for each other from 10ms on: a deadlock"},
		{"the first of two", twoRings, 4 * ms, "A B C", "A and B wait for each other from 3ms on: a deadlock"},
		{"two of them", twoRings, 6 * ms, "A B C D", "4 threads wait for each other in 2 rings from 3ms on: a deadlock"},
		{"before the thread that answers ends", lost, 35 * ms, "A B", "A waits on a channel from 30ms on, and nothing can wake it"},
		{"the thread that answers has ended", lost, 50 * ms, "A B",
			"A waits on a channel from 30ms on, and nothing can wake it"},
		{"its last moment", ring, 100 * ms, "main.A main.B", "A and B wait for each other from 10ms on: a deadlock"},
	}
	for _, tt := range tests {
		tl := reduced.Story(t, "tiv-text 1\n"+tt.text)
		s := teller(tl).At(tt.at, nil, nil)
		if got := strings.ReplaceAll(s.Sentence, " ms", "ms"); got != tt.sentence || names(tl, s.Threads) != tt.threads {
			t.Errorf("%s: %q about %q, want %q about %q", tt.name, got, names(tl, s.Threads), tt.sentence, tt.threads)
		}
	}
}

// The chosen finding comes first, at any moment; the selection only without a finding.
func TestChoice(t *testing.T) {
	tl := reduced.Story(t, "tiv-text 1\n"+ring)
	x := teller(tl)
	behind := slices.IndexFunc(x.Report.Findings, func(f detect.Finding) bool { return f.Kind == detect.Stuck })
	if behind < 0 {
		t.Fatalf("no thread is stuck: %v", x.Report.Findings)
	}
	d := tracefeed.ThreadID(slices.IndexFunc(tl.Threads, func(th tracefeed.Thread) bool { return th.Name == "main.D" }))
	if s := x.At(60*ms, &x.Report.Findings[behind], nil); s.Finding != &x.Report.Findings[behind] ||
		!strings.HasPrefix(s.Sentence, "C waits from 50 ms on for ") {
		t.Errorf("the chosen finding: %q", s.Sentence)
	}
	want := []string{"also: " + x.Report.Findings[behind].Brief, "also: C stuck behind A"}
	if s := x.At(60*ms, nil, []tracefeed.ThreadID{d}); x.Report.Findings[behind].Brief == "" || slices.Contains(s.Threads, d) ||
		!slices.Equal(s.Others, want) {
		t.Errorf("beside a deadlock: threads %v, others %q, want %q", s.Threads, s.Others, want)
	}
	if s := x.At(5*ms, nil, []tracefeed.ThreadID{d}); !slices.Equal(s.Threads, []tracefeed.ThreadID{d}) || !s.Calm {
		t.Errorf("without a finding: threads %v, %q", s.Threads, s.Sentence)
	}
}

// waitsUnheld is a trace whose locks have no holders, of which two threads wait to the end.
const waitsUnheld = `
0ms A start
0ms B start
0ms C start
20ms A monitor-wait -
30ms B monitor-wait -
100ms C ready
`

// Without a finding a picture says what that means: nothing before the trace was searched.
func TestCalm(t *testing.T) {
	for _, tt := range []struct {
		name, trace string
		at          tracefeed.Time
		calm        bool
		want        string
		details     string
	}{
		{"before a deadlock", ring, 5 * ms, true, "Nothing found at this moment", ""},
		{"a healthy trace", "0ms A start\n50ms A suspend-start\n60ms A run\n100ms A end", 70 * ms, true, "No deadlock, no stuck thread",
			"No thread waited for a lock."},
		{"no holders", "0ms A start\n50ms A monitor-wait -\n60ms A run\n100ms A end", 70 * ms, true,
			"The trace does not name the holders of locks, so deadlocks cannot be found",
			"No thread waits for a lock at the end, and nothing else was found. Waiting for locks: 10.0 % of all thread time."},
		{"waits without holders", waitsUnheld, 100 * ms, false,
			"2 threads wait, the first from 20 ms on, for locks: their holders are unknown",
			"This can be a deadlock, or a holder that is slow: the trace does not tell. They still wait at its end."},
	} {
		x := teller(reduced.Story(t, "tiv-text 1\n"+tt.trace))
		s := x.At(tt.at, nil, nil)
		if s.Sentence != tt.want || s.Calm != tt.calm || longest(s.Details) != tt.details {
			t.Errorf("%s: %q and %q, calm %v", tt.name, s.Sentence, s.Details, s.Calm)
		}
		x = teller(x.Timeline)
		if x.Report = (detect.Report{}); x.At(tt.at, nil, nil).Sentence != "" {
			t.Errorf("%s: a verdict before the search", tt.name)
		}
	}
}

// On random traces, a story counts the threads that wait at its moment, and none else.
func TestRandom(t *testing.T) {
	told := 0
	for seed := range oracle.Seeds(400) {
		rng := rand.New(rand.NewPCG(seed, 5))
		trace := oracle.Random(rng, oracle.Small(rng))
		tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{})
		if err != nil {
			t.Fatal(err)
		}
		x := teller(tl)
		for range 10 {
			at := tracefeed.Time(rng.Int64N(int64(tl.End) + 1))
			s := x.At(at, nil, nil)
			if s.Finding == nil {
				continue
			}
			told++
			if s.Sentence == "" || !slices.IsSorted(s.Threads) || len(s.Threads) == 0 {
				t.Fatalf("seed %d at %v: %+v", seed, at, s)
			}
			for _, m := range s.Monitors {
				if m == tracefeed.NoMonitor {
					t.Fatalf("seed %d at %v: no monitor in %v", seed, at, s.Monitors)
				}
			}
			w := x.waiting(s.Finding, at)
			for _, thread := range w.threads {
				wait, ok := interaction.WaitAt(tl, thread, at)
				state := tl.Lane(thread).StateAt(at)
				if !ok && state != tracefeed.Suspended || ok && wait.Since < w.since || !slices.Contains(s.Threads, thread) {
					t.Fatalf("seed %d at %v: thread %d is %v since %v, the first since %v", seed, at, thread, state, wait.Since, w.since)
				}
			}
		}
	}
	if told == 0 {
		t.Error("no trace has a story")
	}
}

// The story of a dump is that of the lock with the longest queue, and has no invented times.
func TestDump(t *testing.T) {
	tl := reduced.Story(t, "tiv-text 1\n"+`
0ms A start
0ms B start
0ms C start
0ms D start
0ms A monitor-wait 0x1
0ms B monitor-wait 0x2
0ms C monitor-wait 0x2
1ms D ready
`)
	tl.Header.Kind = tracefeed.Dump
	if s := teller(tl).At(tl.End, nil, nil); !strings.HasPrefix(s.Sentence, "2 threads wait for ") || s.Calm {
		t.Errorf("%q, calm %v", s.Sentence, s.Calm)
	}
	tl = reduced.Story(t, "tiv-text 1\n"+ring)
	tl.Header.Kind = tracefeed.Dump
	if s := teller(tl).At(tl.End, nil, nil); s.Sentence != "A and B wait for each other: a deadlock" {
		t.Errorf("%q", s.Sentence)
	}
}
