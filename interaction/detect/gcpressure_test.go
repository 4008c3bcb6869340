package detect

import (
	"context"
	"testing"

	"tiv/internal/reduced"
)

// collected is a story of a worker and a thread of the collector that share one
// processor. In each of four collections of 10 ms, the worker is suspended for 1 ms and
// then waits for 4 ms while the collector runs; it runs for the rest of the time.
const collected = `tiv-text 1 sched
	0s w start
	0s g start
	0s w run
	0s g suspend-start park
	`

func TestGCPressure(t *testing.T) {
	t.Parallel()
	collection := func(at string) string {
		return at + "0ms - gc-start\n" + at + "0ms w suspend-start gc\n" + at + "1ms w suspend-end\n" + at + "1ms g suspend-end\n" +
			at + "1ms g run\n" + at + "5ms g suspend-start park\n" + at + "5ms w run\n" + at + "9ms - gc-end\n"
	}
	four := collected + collection("1") + collection("3") + collection("5") + collection("7") + "100ms w end"
	for _, c := range []struct {
		name, story string
		lost        string
		text        string
	}{
		{"four collections", four, "20 ms",
			"The garbage collector was at work for 36.0 % of the trace, in 4 collections. Threads were suspended for " +
				"it for 4 ms, and waited 16 ms for processors that it used (16.0 % of all processor time): 20 ms in " +
				"all (20.0 % of all thread time). Look at what allocates most: reuse memory, or allow a larger heap."},
		{"two collections", collected + collection("1") + collection("3") + "100ms w end", "", ""},
		{"in a long trace", four[:len(four)-len("100ms w end")] + "3s w end", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tl := reduced.Story(t, c.story)
			tl.Threads[2].System = true
			text, lost := "", ""
			for _, f := range Find(context.Background(), tl, nil).Findings {
				if f.Kind == GCPressure {
					text, lost = text+f.Text, f.Lost.String()
				}
			}
			if text != c.text || lost != c.lost {
				t.Errorf("%s: %s", lost, text)
			}
		})
	}
}
