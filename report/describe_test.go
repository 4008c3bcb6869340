package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

const story = `tiv-text 1
0s   A start name=Alpha
0s   B start
0s   C start
10ms A monitor-enter M
20ms B monitor-wait M
30ms C monitor-wait M mode=shared
40ms A suspend-start sleep
50ms A suspend-end
60ms A monitor-exit M
60ms B monitor-enter M
90ms B io-start net
95ms A end
100ms B io-end
`

func load(t *testing.T, text string) *timeline.Timeline {
	t.Helper()
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: "story", Reader: strings.NewReader(text), Size: int64(len(text))},
		loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	all, err := loader.Start(source, loader.Options{}).Wait()
	if err != nil || all.Timeline.Damage != nil {
		t.Fatal(err)
	}
	return all.Timeline
}

const (
	a, b, c = tracefeed.ThreadID(1), tracefeed.ThreadID(2), tracefeed.ThreadID(3)
	ms      = tracefeed.Millisecond
)

func TestDescribeWait(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	d := Describe(tl, b, 45*ms)
	if d.State != tracefeed.Blocking || d.Since != 20*ms || d.Until != 60*ms || d.toEnd {
		t.Errorf("B at 45 ms: %+v", d)
	}
	if !slices.Equal(d.Blockers, []tracefeed.ThreadID{a}) || d.Evidence != interaction.Observed {
		t.Errorf("B waits for %v (%v), want A, observed", d.Blockers, d.Evidence)
	}
	if got, want := d.Doing(namesOf(tl))+" "+d.Lasting(), "blocking at lock M 25 ms so far, 40 ms in total"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDescribeWaiters(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	var who []tracefeed.ThreadID
	for _, w := range Describe(tl, a, 45*ms).Waiters {
		who = append(who, w.Thread)
	}
	if !slices.Equal(who, []tracefeed.ThreadID{b, c}) {
		t.Errorf("%v wait for A at 45 ms, want B and C", who)
	}
	if w := Describe(tl, a, 70*ms).Waiters; len(w) > 0 {
		t.Errorf("%v wait for A at 70 ms, want nobody", w)
	}
}

// A wait continues when the owner of its monitor changes.
func TestDescribeHandOver(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	d := Describe(tl, c, 80*ms)
	if d.Since != 30*ms || !d.toEnd || !slices.Equal(d.Blockers, []tracefeed.ThreadID{b}) {
		t.Errorf("C at 80 ms: %+v", d)
	}
	if got, want := d.Doing(namesOf(tl))+" "+d.Lasting(), "blocking at lock M, to read 50 ms so far; never got it (70 ms)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDescribeOthers(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	for _, x := range []struct {
		thread tracefeed.ThreadID
		at     tracefeed.Time
		want   string
	}{
		{a, 41 * ms, "suspended (sleep) 1 ms so far, 10 ms in total"},
		{b, 92 * ms, "IO (net) 2 ms so far, 10 ms in total"},
		{a, 100 * ms, "ended at 95 ms 5 ms ago"},
		{a, 5 * ms, "running 5 ms so far, 40 ms in total"},
	} {
		d := Span(tl, x.thread, x.at)
		if got := d.Doing(namesOf(tl)) + " " + d.Lasting(); got != x.want {
			t.Errorf("thread %d at %v: got %q, want %q", x.thread, x.at, got, x.want)
		}
	}
}

func TestDescribeObject(t *testing.T) {
	t.Parallel()
	tl := load(t, "tiv-text 1\n0s A start\n0s B start\n1ms A suspend-start wait monitor=idle\n9ms A suspend-end\n9ms B end\n")
	d := Span(tl, a, 5*ms)
	names := lockname.New(tl.Monitors, lockname.Ranks{Kinds: []byte{1: byte(lockname.Object)}}, nil)
	if got, want := d.Doing(names), "suspended (wait) at object idle"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Of a thread that is not alive, the description says when it ended, or when it starts.
func TestDescribeAbsence(t *testing.T) {
	t.Parallel()
	tl := load(t, "tiv-text 1\n0s A start\n30ms B start\n50ms A end\n60ms B run\n")
	for _, x := range []struct {
		thread tracefeed.ThreadID
		at     tracefeed.Time
		want   string
	}{{b, 10 * ms, "starts at 30 ms, in 20 ms"}, {a, 50 * ms, "ended at 50 ms, 0 ns ago"}, {a, 58 * ms, "ended at 50 ms, 8 ms ago"}} {
		d := Span(tl, x.thread, x.at)
		if got, now := d.Doing(namesOf(tl))+", "+d.Lasting(), d.Now(namesOf(tl)); got != x.want || !strings.HasPrefix(got, now+",") {
			t.Errorf("thread %d at %v: got %q, now %q; want %q", x.thread, x.at, got, now, x.want)
		}
	}
}

// A description has the monitors held, with the place of their acquisition.
func TestDescribeHolds(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
frame f main.take /x/main.go:7
frame l sync.(*Mutex).Lock /go/mutex.go:70
frame o sync.(*Mutex).tivSlow /go/mutex.go:90
stack s o l f
0ms  A start
0ms  B start
5ms  A monitor-enter N
10ms B monitor-enter M stack=s
20ms A monitor-wait M stack=s
30ms B monitor-exit M
30ms A monitor-enter M
40ms B monitor-wait M
50ms A monitor-exit M
60ms A end
60ms B end
`)
	d := Describe(tl, 1, 45*ms)
	var got []string
	for _, h := range d.Holds {
		got = append(got, fmt.Sprintf("%s: %s, %d", namesOf(tl).Full(h.Monitor), h.Lasting(45*ms), h.Waiters))
	}
	want := []string{"lock M: since 30 ms (15 ms), taken in main.take (main.go:7), 1", "lock N: since 5 ms or earlier, 0"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if d := Span(tl, 1, 25*ms); len(d.Stack) != 2 || d.Now(namesOf(tl)) != "blocking at lock M since 20 ms in main.take (main.go:7)" {
		t.Errorf("%q, %v", d.Now(namesOf(tl)), d.Stack)
	}
}
