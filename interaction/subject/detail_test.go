package subject

import (
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// longest returns the first of some texts, the longest.
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
		{"a ring", "tiv-text 1\n" + ring, 20 * ms, "A and B wait for each other from 10 ms on: a deadlock",
			"A holds M and waits for N; B holds N and waits for M. None of them can go on."},
		{"before it", "tiv-text 1\n" + ring, 5 * ms, "Nothing found at this moment", ""},
		{"two rings", "tiv-text 1\n" + twoRings, 6 * ms, "4 threads wait for each other in 2 rings from 3 ms on: a deadlock",
			"The first ring: A holds M and waits for N; B holds N and waits for M. None of them can go on."},
		{"an answer that never comes", "tiv-text 1\n" + lost, 50 * ms, "A waits on a channel from 30 ms on, and nothing can wake it",
			"Proven: no thread that can go on has what could wake it. B, which woke it the last time, has ended at 40 ms: " +
				"perhaps it was to answer. It waits in main.receive."},
		{"before that thread ends", "tiv-text 1\n" + lost, 35 * ms, "A waits on a channel from 30 ms on, and nothing can wake it",
			"Proven: no thread that can go on has what could wake it. It waits in main.receive."},
		{"nothing runs any more", "tiv-text 1 alone\n0ms A start\n0ms B start\n40ms A suspend-start wait\n50ms B end\n95ms - none", 90 * ms,
			"A waits for a signal from 40 ms on",
			"Nothing in the program runs, sleeps or waits for a device, so nothing can wake it."},
		{"a cost", "tiv-text 1\n" + turns, 15 * ms, "2 threads wait in turn for lock A: 6.7 % of all thread time",
			"2 waits, each 10 ms on average. The 2 waiting threads lose 10.0 % of their time that way. No deadlock, no stuck thread."},
		{"a holder that sleeps", "tiv-text 1\n" + napping, 15 * ms,
			"A holds lock A while it sleeps: that costs 20.0 % of all thread time",
			"One such hold, 41 ms long, with 1 thread behind it. B loses 40.0 % of its time that way. No deadlock, no stuck thread."},
		{"too few processors", "tiv-text 1 sched\n" + crowded, 15 * ms,
			"On average 2 threads wait for a processor while the processor is busy: 66.7 % of all thread time",
			"Threads that can run wait 66.7 % of the time for a processor. No deadlock, no stuck thread."},
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

// heldAndQueued is the same beside three such waits.
const heldAndQueued = `
0ms A start
0ms B start
0ms C start
0ms D start
0ms E start
0ms F start
1ms A monitor-enter M
1ms B monitor-enter N
2ms A monitor-wait N
10ms B monitor-wait M
20ms C monitor-wait -
20ms E monitor-wait -
20ms F monitor-wait -
100ms D ready
`

// The threads that wait perhaps for ever are counted beside an accusation; more than it has are a sentence
// of the details, however short these are.
func TestLongWaitsBeside(t *testing.T) {
	s := teller(reduced.Story(t, "tiv-text 1\n"+heldAndUnheld)).At(60*ms, nil, nil)
	if want := []string{"also: 1 thread waits for a lock, perhaps for ever"}; !slices.Equal(s.Others, want) {
		t.Errorf("%q beside %q, want %q", s.Others, s.Sentence, want)
	}
	s = teller(reduced.Story(t, "tiv-text 1\n"+heldAndQueued)).At(60*ms, nil, nil)
	const besides = "Besides, 3 threads wait for locks, perhaps for ever."
	if len(s.Others) > 0 || len(s.Details) != 3 || s.Details[2] != besides || !strings.HasSuffix(s.Details[0], "go on. "+besides) {
		t.Errorf("%q beside %q", s.Details, s.Others)
	}
}

// Several other findings are told in plain words, with names or a number each.
func TestOthers(t *testing.T) {
	x := teller(reduced.Story(t, "tiv-text 1\n"+twoRings))
	found := []*detect.Finding{
		{Kind: detect.Deadlock, Severity: detect.Error, Threads: []tracefeed.ThreadID{3, 4}},
		{Kind: detect.Stuck, Severity: detect.Error, Threads: []tracefeed.ThreadID{2, 3, 4}, Root: &detect.Root{Thread: 1}},
		{Kind: detect.Oversubscription, Severity: detect.Cost, Share: 0.061},
		{Kind: detect.GCPressure, Severity: detect.Cost, Share: 0.026},
	}
	for _, tt := range []struct {
		of   []*detect.Finding
		want []string
	}{
		{nil, nil},
		{found[:1], []string{"also: a deadlock of C and D"}},
		{found[2:], []string{"also: waits for processors, 6.1 % of all thread time · garbage collection, 2.6 %",
			"also: waits for processors, 6.1 % of all thread time · 1 more"}},
		{found, []string{"also: a deadlock of C and D · 3 threads stuck behind A · waits for processors, 6.1 % of all thread time · 1 more",
			"also: a deadlock of C and D · 3 threads stuck behind A · 2 more", "also: a deadlock of C and D · 3 more"}},
	} {
		if got := x.others(tt.of, ""); !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	for _, kind := range detect.Kinds() {
		f := &detect.Finding{Kind: kind, Severity: detect.Cost, Threads: []tracefeed.ThreadID{1}, Facts: &detect.Contended{}}
		if causes[kind] != "" {
			f.Facts = nil
		}
		if text := x.phrase(f); strings.Contains(text, kind) && kind != detect.Deadlock && kind != detect.Stuck {
			t.Errorf("%s: %q", kind, text)
		}
	}
}
