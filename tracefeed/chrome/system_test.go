package chrome

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/schedtext"
)

// scheduled returns the text of ftrace about six threads on two processors, which the kernel
// switches and wakes at random.
func scheduled(rng *rand.Rand) string {
	var b strings.Builder
	state := []byte("RRRRRRR") // of thread 10+i; thread 0 is the idle one
	var on [2]int
	number := func(i int) int {
		if i == 0 {
			return 0
		}
		return 10 + i
	}
	for at := range 2000 {
		cpu := rng.IntN(2)
		i, next := on[cpu], rng.IntN(len(state))
		head := fmt.Sprintf("t %d-%d [%03d] d..2. 5.%06d: ", i, number(i), cpu, at)
		switch {
		case next != 0 && state[next] != 'R' && i != 0:
			state[next] = 'R'
			fmt.Fprintf(&b, "%ssched_waking: comm=t %d pid=%d prio=120 target_cpu=000\n", head, next, number(next))
		case next != i && next != on[1-cpu] && (next == 0 || state[next] == 'R'):
			left := "RRSD"[rng.IntN(4)]
			if i != 0 {
				state[i] = left
			}
			on[cpu] = next
			fmt.Fprintf(&b, "%ssched_switch: prev_comm=t %d prev_pid=%d prev_prio=120 prev_state=%c ==> next_comm=t "+
				"%d next_pid=%d next_prio=120\n",
				head, i, number(i), left, next, number(next))
		}
	}
	return b.String()
}

// TestSystemAsText compares the scheduler's events in systemTraceEvents with those that the
// reader of the text alone gives: when each thread got a processor, lost it, and was woken by
// which other one.
func TestSystemAsText(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		text := scheduled(rand.New(rand.NewPCG(seed, 5)))
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		want := switches(t, schedtext.Formats()[1], []byte(text))
		got := switches(t, Format(), []byte(`{"systemTraceEvents":`+string(quoted)+`,"traceEvents":[]}`))
		for i := range want {
			if i >= len(got) || got[i] != want[i] {
				t.Fatalf("seed %d: event %d of %d is %q, want %q", seed, i, len(got), got[i:min(i+1, len(got))], want[i])
			}
		}
		if len(got) != len(want) || len(want) < 500 {
			t.Errorf("seed %d: %d events, want %d", seed, len(got), len(want))
		}
	}
}

// switches returns the events of processors and wake-ups in words, ordered by these.
func switches(t *testing.T, format tracefeed.Format, file []byte) (all []string) {
	t.Helper()
	feed, err := format.Open(tracefeed.Input{Reader: bytes.NewReader(file)})
	if err != nil {
		t.Fatal(err)
	}
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			t.Fatal(err)
		}
		switch ev.Kind {
		case tracefeed.Run, tracefeed.Ready, tracefeed.Wake:
			threads := feed.Tables().Threads
			all = append(all, fmt.Sprintf("%s %s %v %d by %s", ev.Time.Exact(), threads[ev.Thread].ID, ev.Kind, ev.CPU,
				threads[ev.Other].ID))
		}
	}
	slices.Sort(all)
	return all
}
