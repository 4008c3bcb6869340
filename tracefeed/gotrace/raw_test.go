package gotrace_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/exp/trace"

	"tiv/tracefeed"
)

// rawTimes is the time a goroutine spent in each of the library's states.
type rawTimes [trace.GoSyscall + 1]tracefeed.Time

// raw adds the states of each goroutine up straight from the library's events,
// and the time that the world was stopped.
func raw(t *testing.T, data []byte, end tracefeed.Time) (map[string]*rawTimes, tracefeed.Time) {
	t.Helper()
	type state struct {
		is    trace.GoState
		since tracefeed.Time
	}
	r, err := trace.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	times, states := map[string]*rawTimes{}, map[string]state{}
	var t0 trace.Time
	var stopped, stoppedAt tracefeed.Time
	for first := true; ; first = false {
		ev, err := r.ReadEvent()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if first {
			t0 = ev.Time()
		}
		now := tracefeed.Time(ev.Time() - t0)
		switch ev.Kind() {
		case trace.EventRangeBegin:
			if strings.HasPrefix(ev.Range().Name, "stop-the-world") {
				stoppedAt = now
			}
		case trace.EventRangeEnd:
			if strings.HasPrefix(ev.Range().Name, "stop-the-world") {
				stopped += now - stoppedAt
			}
		case trace.EventStateTransition:
			tr := ev.StateTransition()
			if tr.Resource.Kind != trace.ResourceGoroutine {
				continue
			}
			id := fmt.Sprint(int64(tr.Resource.Goroutine()))
			from, to := tr.Goroutine()
			if times[id] == nil {
				times[id] = new(rawTimes)
			}
			switch from {
			case trace.GoUndetermined:
				times[id][to] += now
			default:
				times[id][from] += now - states[id].since
			}
			states[id] = state{to, now}
		}
	}
	for id, s := range states {
		times[id][s.is] += end - s.since
		times[id][trace.GoNotExist] = 0
	}
	return times, stopped
}

// TestAgainstRaw compares the time of each goroutine in our states with the
// library's. Only running and the world's stops can be compared one to one; all
// the rest is kinds of waiting.
func TestAgainstRaw(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"go-mutex2", "go-mutex2-lockids", "go-flight", "go-deadlock", "go-deadlock-lockids", "go-netserver", "go-zoo", "tiny",
	} {
		data := sample(t, name)
		tl := load(t, data)
		times, stopped := raw(t, data, tl.End)
		if len(times) != len(tl.Threads)-1 {
			t.Errorf("%s: %d threads, want %d", name, len(tl.Threads)-1, len(times))
		}
		for i, th := range tl.Threads[1:] {
			got, want := tl.Lane(tracefeed.ThreadID(i+1)).Sum(0, tl.End), times[th.ID]
			var alive tracefeed.Time
			for _, d := range want {
				alive += d
			}
			if got.Alive() != alive || got[tracefeed.Running] != want[trace.GoRunning] {
				t.Errorf("%s: %s: alive %d and running %d, want %d and %d", name, th.Name,
					got.Alive(), got[tracefeed.Running], alive, want[trace.GoRunning])
			}
			least := want[trace.GoRunnable] - stopped
			if r := got[tracefeed.Runnable]; r > want[trace.GoRunnable] || r < least {
				t.Errorf("%s: %s: runnable %d, want %d less at most %d", name, th.Name,
					r, want[trace.GoRunnable], stopped)
			}
		}
	}
}
