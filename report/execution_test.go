package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"tiv/report/table"
	"tiv/tracefeed"
)

// coded is a trace of a program whose thread A handles request 7, in which it waits
// for B, and is sampled on the way.
const coded = `tiv-text 1
frame main main.main main.go:3
frame parse main.parse[struct{a;b}]
stack deep parse main
stack flat main
0ms A start
0ms B start
0ms B monitor-enter M
5ms A task-start request object=7 value=3
5ms A call-enter main.parse
6ms A sample value=1 stack=deep
7ms A call-enter lock
10ms A monitor-wait M
10ms A sample value=2 stack=flat
15ms - sample value=4 stack=flat
20ms B monitor-exit M
20ms A monitor-enter M
20ms A sample value=1
21ms A call-exit main.parse
22ms A call-exit main.main
22ms A call-enter exit
23ms A call-exit never
25ms B region-start reply object=7
30ms B task-end request object=7
40ms B task-end old object=2
50ms A end
`

func TestDumpOfCode(t *testing.T) {
	tl := load(t, coded)
	late := everything
	late.From, late.To = 10*ms, 20*ms
	for _, c := range []struct {
		table string
		win   Window
		want  string
	}{
		{"samples", everything, `,15000000,4,,main.main
A,6000000,1,running,"main.main;main.parse[struct{a,b}]"
A,10000000,2,blocking,main.main
A,20000000,1,running,
`},
		{"samples", late, `,15000000,4,,main.main
A,10000000,2,blocking,main.main
`},
		{"calls", everything, `A,main.main,0,0,22000000,measured
A,main.parse,0,5000000,21000000,measured
A,lock,1,7000000,21000000,measured
A,exit,0,22000000,50000000,measured
`},
		{"calls", late, `A,main.parse,0,10000000,20000000,measured
A,lock,1,10000000,20000000,measured
`},
		{"functions", everything, `exit,1,28000000,28000000,28000000,0,0,0,0,0
main.main,1,22000000,6000000,6000000,0,0,0,0,0
main.parse,1,16000000,2000000,2000000,0,0,0,0,0
lock,1,14000000,14000000,4000000,0,0,10000000,0,0
`},
		{"functions", late, `lock,1,10000000,10000000,0,0,0,10000000,0,0
main.parse,1,10000000,0,0,0,0,0,0,0
`},
		{"regions", everything, "B,reply,7,25000000,50000000,measured\n"},
		{"tasks", everything, `2,,0,0,40000000,B,0,0,0,0,0,0,0,0,0,0,40000000,observed
7,request,3,5000000,30000000,A;B,0,3,40000000,50000000,0,0,0,0,0,0,0,observed
`},
		{"tasks", late, `2,,0,10000000,20000000,B,0,0,0,0,0,0,0,0,0,0,10000000,observed
7,request,3,10000000,20000000,A;B,0,0,0,10000000,0,0,0,0,0,0,0,observed
`},
	} {
		var b bytes.Buffer
		if err := Dump(&b, tl, c.table, c.win, table.CSV); err != nil {
			t.Fatal(err)
		}
		if _, got, _ := strings.Cut(b.String(), "\n"); got != c.want {
			t.Errorf("%s of %v to %v:\n%swant\n%s", c.table, c.win.From, c.win.To, got, c.want)
		}
	}
}

// Samples that exceed memory come from the spool's file in the same order.
func TestDumpOfManySamples(t *testing.T) {
	var story strings.Builder
	story.WriteString("tiv-text 1\n0ms A start\n0ms B start\n")
	for i := range 1000 {
		fmt.Fprintf(&story, "%dms %c sample value=%d\n", i, "AB"[i%2], i-500)
	}
	tl := load(t, story.String())
	want := rows(t, tl, "samples", everything)
	if got := rowsWithin(t, tl, "samples", everything, limits{rows: 30}); fmt.Sprint(got) != fmt.Sprint(want) || len(got) != 1001 {
		t.Errorf("from a file: got\n%v\nwant\n%v", got, want)
	}
}

// Calls from stacks are in the table, within measured ones too, and those that exceed
// memory come from the spool's file in the same order.
func TestDumpOfSampledCalls(t *testing.T) {
	tl := load(t, `tiv-text 1
frame main main.main main.go:3
frame read main.read main.go:9
frame parse main.parse main.go:12
stack reads read main
stack parses parse main
0ms A start
10ms A io-start disk stack=reads
20ms A io-end
30ms A sample stack=parses
40ms A call-enter main.main
41ms A io-start disk stack=reads
43ms A io-end
50ms A call-exit main.main
55ms A sample stack=parses
60ms A end
`)
	want := `[A main.main 0 10000000 30000000 sampled]
[A main.read 1 10000000 20000000 sampled]
[A main.parse 1 25000000 30000000 sampled]
[A main.main 0 40000000 50000000 measured]
[A main.read 1 41000000 43000000 sampled]
[A main.main 0 55000000 55000000 sampled]
[A main.parse 1 55000000 55000000 sampled]
`
	for _, limit := range []int{1, 2, 100} {
		got := ""
		for _, row := range rowsWithin(t, tl, "calls", everything, limits{rows: limit})[1:] {
			got += fmt.Sprintln(row)
		}
		if got != want {
			t.Errorf("%d rows in memory: got\n%swant\n%s", limit, got, want)
		}
	}
}

// The stack of a thread at a moment is that of its calls, of a sample in the same
// stretch of its state, or its regions.
func TestDescribeCode(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
frame main main.main main.go:3
frame parse main.parse parse.go:9
stack deep parse main
0ms A start
0ms B start
0ms C start
10ms A sample stack=deep
10ms C region-start reply
20ms A suspend-start sleep
25ms A suspend-end
30ms B call-enter main
35ms B call-enter work
36ms B sample stack=deep
40ms B call-exit work
60ms A end
60ms C none
`)
	for _, x := range []struct {
		thread tracefeed.ThreadID
		at     tracefeed.Time
		want   string
	}{
		{a, 7 * ms, "sampled 3 ms later: main.parse main.main"},
		{a, 10 * ms, "sampled at this moment: main.parse main.main"},
		{a, 12 * ms, "sampled 2 ms before: main.parse main.main"},
		{a, 22 * ms, ":"}, // it waits
		{a, 26 * ms, ":"}, // nothing since it waited
		{b, 29 * ms, "sampled 7 ms later: main.parse main.main"},
		{b, 37 * ms, "open calls: work main"},
		{b, 40 * ms, "open calls: main"},
		{b, 60 * ms, "open calls: main"},
		{c, 9 * ms, ":"},
		{c, 12 * ms, "open regions: reply"},
		{a, 60 * ms, ":"},
	} {
		d := Describe(tl, x.thread, x.at)
		got := d.StackNote + ":"
		for _, f := range d.Stack {
			got += " " + f.Func
		}
		if got != x.want {
			t.Errorf("thread %d at %v: got %q, want %q", x.thread, x.at, got, x.want)
		}
	}
}
