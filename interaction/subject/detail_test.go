package subject

import (
	"slices"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// longest returns the longest of the texts of which each is shorter than the one before.
func longest(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}

// turns is a lock at which two threads take turns, each for 10 ms, while a third one is idle.
const turns = `
0ms A start
0ms B start
0ms C start
0ms C suspend-start
0ms A monitor-enter 0x1
0ms B monitor-wait 0x1
10ms A monitor-exit 0x1
10ms B monitor-enter 0x1
10ms A monitor-wait 0x1
20ms B monitor-exit 0x1
20ms A monitor-enter 0x1
40ms A monitor-exit 0x1
100ms A end
100ms B end
100ms C end
`

// napping is a lock whose holder sleeps while another thread waits.
const napping = `
0ms A start
0ms B start
0ms A monitor-enter 0x1
1ms A suspend-start sleep
1ms B monitor-wait 0x1
40ms A suspend-end
41ms A monitor-exit 0x1
41ms B monitor-enter 0x1
42ms B monitor-exit 0x1
100ms A end
100ms B end
`

// crowded is a program whose threads get one processor in turn.
const crowded = `
0s A start
0s B start
0s C start
0s A ready
0s B ready
0s C ready
0s A run cpu=0
30ms A ready
30ms B run cpu=0
60ms B ready
60ms C run cpu=0
100ms A end
100ms B end
100ms C end
`

// What a sentence leaves out: who holds which lock, how it is known, and how much it is.
func TestDetails(t *testing.T) {
	for _, tt := range []struct {
		name, trace       string
		at                tracefeed.Time
		sentence, details string
	}{
		{"a ring", "tiv-text 1\n" + ring, 20 * ms, "A and B have waited for each other since 10 ms: a deadlock",
			"A holds M and waits for N; B holds N and waits for M. None of them can go on."},
		{"before it", "tiv-text 1\n" + ring, 5 * ms, "Nothing found at this moment", ""},
		{"two rings", "tiv-text 1\n" + twoRings, 6 * ms, "4 threads have waited for each other in 2 rings since 3 ms: a deadlock",
			"The first ring: A holds M and waits for N; B holds N and waits for M. None of them can go on."},
		{"an answer that never comes", "tiv-text 1\n" + lost, 50 * ms, "A has waited since 30 ms on a channel, and nothing can wake it",
			"Proven: no thread that can go on has what could wake it. B, which woke it the last time, has ended at 40 ms: " +
				"perhaps it was to answer. It waits in main.receive."},
		{"before that thread ends", "tiv-text 1\n" + lost, 35 * ms, "A has waited since 30 ms on a channel, and nothing can wake it",
			"Proven: no thread that can go on has what could wake it. It waits in main.receive."},
		{"nothing runs any more", "tiv-text 1 alone\n0ms A start\n0ms B start\n40ms A suspend-start wait\n50ms B end\n95ms - none", 90 * ms,
			"A has waited since 40 ms for a signal",
			"Nothing in the program runs, sleeps or waits for a device, so nothing can wake it."},
		{"a cost", "tiv-text 1\n" + turns, 15 * ms, "2 threads wait in turn for lock A: 6.7 % of all thread time",
			"2 waits, each 10 ms on average. These 2 threads lose 10.0 % of their time that way. No deadlock, no stuck thread."},
		{"a holder that sleeps", "tiv-text 1\n" + napping, 15 * ms,
			"A holds lock A while it sleeps: that costs 20.0 % of all thread time",
			"One such hold, 41 ms long, with 1 thread behind it. B loses 40.0 % of its time that way. No deadlock, no stuck thread."},
		{"too few processors", "tiv-text 1 sched\n" + crowded, 15 * ms,
			"On average 2 threads wait for a processor while the processor is busy: 66.7 % of all thread time",
			"Threads that could run did so for 33.3 % of that time. No deadlock, no stuck thread."},
	} {
		s := teller(reduced.Story(t, tt.trace)).At(tt.at, nil, nil)
		if s.Sentence != tt.sentence || longest(s.Details) != tt.details {
			t.Errorf("%s: %q\n%q", tt.name, s.Sentence, s.Details)
		}
		for i, text := range s.Details[min(1, len(s.Details)):] {
			if !strings.HasPrefix(s.Details[i], strings.TrimSuffix(text, ".")) {
				t.Errorf("%s: %q is no begin of %q", tt.name, text, s.Details[i])
			}
		}
	}
}

// A ring of many threads is told by some names.
func TestLongRing(t *testing.T) {
	var trace strings.Builder
	names := strings.Split("ABCDEF", "")
	for i, n := range names {
		trace.WriteString("0ms " + n + " start\n0ms " + n + " monitor-enter L" + names[i] + "\n")
	}
	for i, n := range names {
		trace.WriteString("1ms " + n + " monitor-wait L" + names[(i+1)%len(names)] + "\n")
	}
	s := teller(reduced.Story(t, "tiv-text 1\n"+trace.String()+"90ms Z start\n99ms Z end")).At(50*ms, nil, nil)
	if want := "Each waits for what the next one holds: A, B, C and 3 more. None of them can go on."; longest(s.Details) != want {
		t.Errorf("%q, want %q", s.Details, want)
	}
}

// heldAndUnheld is a deadlock beside a wait whose holder is unknown.
const heldAndUnheld = `
0ms A start
0ms B start
0ms C start
0ms D start
1ms A monitor-enter M
1ms B monitor-enter N
2ms A monitor-wait N
10ms B monitor-wait M
20ms C monitor-wait -
100ms D ready
`

// The threads that wait perhaps for ever are counted beside an accusation.
func TestLongWaitsBeside(t *testing.T) {
	s := teller(reduced.Story(t, "tiv-text 1\n"+heldAndUnheld)).At(60*ms, nil, nil)
	if want := []string{"also: 1 thread waits for a lock, perhaps for ever"}; !slices.Equal(s.Others, want) {
		t.Errorf("%q beside %q, want %q", s.Others, s.Sentence, want)
	}
}
