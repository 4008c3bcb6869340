package report

import (
	"slices"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
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
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: "story", Reader: strings.NewReader(text), Size: int64(len(text))}, workspace.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	all, err := workspace.Start(source, workspace.Options{}).Wait()
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
	if d.State != tracefeed.Blocking || d.Since != 20*ms || d.Until != 60*ms || d.ToEnd {
		t.Errorf("B at 45 ms: %+v", d)
	}
	if !slices.Equal(d.Blockers, []tracefeed.ThreadID{a}) || d.Evidence != interaction.Observed {
		t.Errorf("B waits for %v (%v), want A, observed", d.Blockers, d.Evidence)
	}
	if got, want := d.Doing(namesOf(tl))+" "+d.Lasting(), "blocking at lock M for 25 ms so far, 40 ms in all"; got != want {
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
	if d.Since != 30*ms || !d.ToEnd || !slices.Equal(d.Blockers, []tracefeed.ThreadID{b}) {
		t.Errorf("C at 80 ms: %+v", d)
	}
	if got, want := d.Doing(namesOf(tl))+" "+d.Lasting(), "blocking at lock M, to read for 50 ms so far, 70 ms to the end of the trace"; got != want {
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
		{a, 41 * ms, "suspended (sleep) for 1 ms so far, 10 ms in all"},
		{b, 92 * ms, "IO (net) for 2 ms so far, 10 ms in all"},
		{a, 100 * ms, "not alive for 5 ms, to the end of the trace"},
		{a, 5 * ms, "running for 5 ms so far, 40 ms in all"},
	} {
		d := Span(tl, x.thread, x.at)
		if got := d.Doing(namesOf(tl)) + " " + d.Lasting(); got != x.want {
			t.Errorf("thread %d at %v: got %q, want %q", x.thread, x.at, got, x.want)
		}
	}
}
