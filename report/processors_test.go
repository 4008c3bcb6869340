package report

import (
	"bytes"
	"strings"
	"testing"

	"tiv/interaction/totals"
	"tiv/report/table"
)

// processorStory has a thread that moves to another processor, one that runs on a processor that
// is not named, and a loss.
const processorStory = `tiv-text 1 sched
0ms A start
0ms B start
10ms A run cpu=0
30ms A suspend-start sleep
30ms B run cpu=0
40ms A ready
40ms A run cpu=1
50ms B run
70ms A suspend-start sleep
80ms - lost value=3
90ms A run cpu=1
100ms A end
`

// The tables of processors and of threads say where threads ran; without processors they say
// nothing about them.
func TestProcessors(t *testing.T) {
	t.Parallel()
	tl := load(t, processorStory)
	part := everything
	part.From, part.To = 40*ms, 90*ms
	for _, c := range []struct {
		table, want string
		win         Window
	}{
		{"processors", "processor,busy_ns,idle_ns,unknown_ns,several_ns,threads,switches\n" +
			"0,70000000,0,30000000,0,2,2\n1,40000000,10000000,50000000,0,1,2\n", everything},
		{"processors", "processor,busy_ns,idle_ns,unknown_ns,several_ns,threads,switches\n" +
			"0,40000000,0,10000000,0,1,0\n1,30000000,10000000,10000000,0,1,1\n", part},
		{"threads", "thread,name,runtime,start_ns,end_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns," +
			"processors,migrations\n" +
			"A,A,false,0,100000000,60000000,10000000,20000000,0,0,10000000,2,1\n" +
			"B,B,false,0,100000000,50000000,30000000,0,0,0,20000000,1,0\n", everything},
	} {
		var b bytes.Buffer
		if err := Dump(&b, tl, c.table, c.win, table.CSV); err != nil || b.String() != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.table, err, b.String(), c.want)
		}
	}
}

// A thread that runs on a processor without a name is said to.
func TestUnnamedProcessor(t *testing.T) {
	t.Parallel()
	tl := load(t, "tiv-text 1\n0ms A start\n10ms A run cpu=0\n30ms A end\n")
	var said []string
	win := everything
	win.Warn = func(s string) { said = append(said, s) }
	if err := Dump(&bytes.Buffer{}, tl, "processors", win, table.CSV); err != nil ||
		strings.Join(said, "; ") != "threads ran for 10 ms on processors that the trace does not name" {
		t.Errorf("%v, %q", err, said)
	}
}

// The table in the window says what it lacks, whichever threads it is asked for.
func TestProcessorList(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		rows int
		note string
	}{
		processorStory: {2, ""},
		"tiv-text 1\n0ms A start\n70ms A run cpu=0\n140ms A end\n": {1, "threads ran for 70 ms on processors that the trace does not name"},
		"tiv-text 1\n0ms A start\n10ms A end\n":                    {0, "the trace names no processors"},
	} {
		tl := load(t, text)
		l, ok := ProcessorList(t.Context(), tl, totals.Query{To: tl.End})
		if !ok || l.Len != want.rows || l.Note != want.note || l.Len > 0 && (l.Spot(0).Moment >= 0 || l.Shown(0, 1) != "70 ms") {
			t.Errorf("%t, %d rows, note %q; want %+v", ok, l.Len, l.Note, want)
		}
	}
}
