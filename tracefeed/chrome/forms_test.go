package chrome

import (
	"strings"
	"testing"
)

// forms are files in rarer forms, with their events and a part of their note.
var forms = []struct{ name, file, want, note string }{
	{"states in the kernel's words", `[
{"ph":"T","cat":"thread_state","pid":1,"tid":2,"ts":10,"dur":5,"name":"Running","args":{"cpu":3}},
{"ph":"T","cat":"thread_state","pid":1,"tid":2,"ts":15,"dur":5,"name":"S","args":{"io_wait":0}},
{"ph":"T","cat":"thread_state","pid":1,"tid":2,"ts":20,"dur":5,"name":"D","args":{"io_wait":1}},
{"ph":"T","cat":"thread_state","pid":1,"tid":2,"ts":25,"dur":5,"name":"D","args":{"io_wait":0}},
{"ph":"T","cat":"thread_state","pid":1,"tid":2,"ts":30,"dur":5,"name":"R+"},
{"ph":"T","cat":"thread_state","pid":1,"tid":2,"ts":40,"dur":5,"name":"Running"},
{"ph":"i","pid":1,"tid":3,"ts":0,"name":"mark"},
{"ph":"T","cat":"net","id":1,"pid":1,"tid":3,"ts":50,"name":"step"}]`, `
thread 2
0s 3 region-start mark
0s 3 region-end mark
10us 2 run cpu=3
15us 2 suspend-start
20us 2 suspend-end
20us 2 io-start disk
25us 2 io-end
25us 2 suspend-start
30us 2 ready
35us 2 unknown
40us 2 run
45us 2 unknown
45us - none
`, "1 asynchronous step left out"},
	{"events without a thread are of the thread with the process's number", `[
{"ph":"M","pid":7,"name":"thread_name","args":{"name":"main"}},
{"ph":"X","pid":7,"tid":null,"cat":null,"ts":1,"dur":2,"name":"a"},
{"ph":"X","pid":7,"tid":7,"ts":4,"dur":2,"name":"b"}]`, `
thread 7 name=main
0s 7 run
0s 7 call-enter a
2us 7 call-exit a
2us 7 unknown
3us 7 run
3us 7 call-enter b
5us 7 call-exit b
5us 7 unknown
5us - none
`, ""},
	{"an event without a time", `[
{"ph":"i","pid":1,"tid":1,"ts":1,"name":"a"},
{"ph":"i","pid":1,"tid":1,"ts":"no","name":"b"},
{"ph":"i","pid":1,"tid":1,"name":"c"},
{"ph":"i","pid":1,"tid":1,"ts":3,"name":"d"}]`, `
0s 1 region-start a
0s 1 region-end a
2us 1 region-start d
2us 1 region-end d
2us - none
`, "2 events without a valid time left out"},
	{"kinds that are left out", `[
{"ph":"i","pid":1,"tid":1,"ts":1,"name":"a"},{"ph":"i","pid":1,"tid":1,"ts":1,"name":"a","s":"g"},
{"ph":"O","pid":1,"tid":1,"ts":1},{"ph":"N","pid":1,"tid":1,"ts":1},{"ph":"v","pid":1,"ts":1},{"ph":"?","pid":1,"ts":1}]`, `
0s 1 region-start a
0s 1 region-end a
0s - none
`, `2 object events, 1 event of phase '?', 1 instant of no thread, 1 memory dump left out`},
	{"an end before the begin of its time, an end within a slice with a length", `[
{"ph":"B","pid":1,"tid":1,"ts":0,"name":"A"},
{"ph":"E","pid":1,"tid":1,"ts":2,"name":"C"},
{"ph":"B","pid":1,"tid":1,"ts":2,"name":"C"},
{"ph":"E","pid":1,"tid":1,"ts":10,"name":"A"},
{"ph":"X","pid":1,"tid":1,"ts":20,"dur":10,"name":"X"},
{"ph":"E","pid":1,"tid":1,"ts":25,"name":"Y"}]`, `
0s 1 run
0s 1 call-enter A
2us 1 call-enter C
2us 1 call-exit C
10us 1 call-exit A
10us 1 unknown
20us 1 run
20us 1 call-enter X
30us 1 call-exit X
30us 1 unknown
30us - none
name Y
`, "1 unmatched slice end left out"},
	{"an end without a begin within a slice with a length, and one before any", `[
{"ph":"E","pid":1,"tid":1,"ts":15,"name":"before"},
{"ph":"X","pid":1,"tid":1,"ts":20,"dur":10,"name":"X"},
{"ph":"E","pid":1,"tid":1,"ts":25,"name":"Y"},
{"ph":"i","pid":1,"tid":1,"ts":10,"name":"first"}]`, `
name before
name X
name Y
0s 1 region-start first
0s 1 region-end first
5us 1 call-exit before
10us 1 run
10us 1 call-enter X
20us 1 call-exit X
20us 1 unknown
20us - none
`, "1 unmatched slice end left out"},
	{"a slice without an end that is the last to begin", `[
{"ph":"B","pid":1,"tid":1,"ts":0,"name":"a"},
{"ph":"B","pid":1,"tid":1,"ts":1,"name":"b"},
{"ph":"E","pid":1,"tid":1,"ts":5,"name":"a"},
{"ph":"X","pid":1,"tid":1,"ts":20,"dur":10,"name":"X"}]`, `
0s 1 run
0s 1 call-enter a
1us 1 call-enter b
5us 1 call-exit a
5us 1 unknown
20us 1 run
20us 1 call-enter X
30us 1 call-exit X
30us 1 unknown
30us - none
`, ""},
	{"slices that begin at one time, the inner ones first in the file", `[
{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"inner"},
{"ph":"B","pid":1,"tid":1,"ts":1,"name":"middle"},
{"ph":"X","pid":1,"tid":1,"ts":1,"dur":9,"name":"outer"},
{"ph":"E","pid":1,"tid":1,"ts":5,"name":"middle"}]`, `
0s 1 run
name inner
name middle
0s 1 call-enter outer
0s 1 call-enter middle
0s 1 call-enter inner
2us 1 call-exit inner
4us 1 call-exit middle
9us 1 call-exit outer
9us 1 unknown
9us - none
`, ""},
	{"a slice that ends after the one around it", `[
{"ph":"B","pid":1,"tid":1,"ts":0,"name":"alpha"},
{"ph":"B","pid":1,"tid":1,"ts":1,"name":"beta"},
{"ph":"E","pid":1,"tid":1,"ts":9,"name":"alpha"},
{"ph":"E","pid":1,"tid":1,"ts":10,"name":"beta"}]`, `
0s 1 run
0s 1 call-enter alpha
1us 1 region-start beta
9us 1 call-exit alpha
10us 1 region-end beta
10us 1 unknown
10us - none
`, ""},
	{"a slice whose end is missing", `[
{"ph":"B","pid":1,"tid":1,"ts":0,"name":"root"},
{"ph":"B","pid":1,"tid":1,"ts":1,"name":"alpha"},
{"ph":"B","pid":1,"tid":1,"ts":2,"name":"beta"},
{"ph":"E","pid":1,"tid":1,"ts":9,"name":"alpha"},
{"ph":"X","pid":1,"tid":1,"ts":10,"dur":1,"name":"x"},
{"ph":"E","pid":1,"tid":1,"ts":20,"name":"root"},
{"ph":"E","pid":1,"tid":1,"ts":21,"name":"beta"}]`, `
0s 1 run
0s 1 call-enter root
1us 1 call-enter alpha
2us 1 call-enter beta
9us 1 call-exit alpha
10us 1 call-enter x
11us 1 call-exit x
20us 1 call-exit root
20us 1 unknown
21us - none
`, "1 unmatched slice end left out"},
	{"samples without a process, with weights", `{"samples":[
{"tid":5,"ts":1,"sf":"2","weight":2.9},{"tid":5,"ts":2,"sf":9},{"tid":5,"ts":3}],
"stackFrames":{"1":{"name":"main"},"2":{"name":"f","parent":"1"}},
"traceEvents":[{"ph":"X","pid":4,"tid":5,"ts":0,"dur":5,"name":"a"}]}`, `
0s 5 run
0s 5 call-enter a
frame f1 f
frame f2 main
stack s1 f1 f2
1us 5 sample value=2 stack=s1
2us 5 sample value=1
5us 5 call-exit a
5us 5 unknown
5us - none
`, "1 sample without a stack left out"},
	{"a profile in two parts, the later one first in the file", `[
{"ph":"P","pid":1,"tid":9,"ts":50,"id":"0x2","name":"ProfileChunk","args":{"data":{"cpuProfile":{"samples":[2]},"timeDeltas":[10]}}},
{"ph":"P","pid":1,"tid":9,"ts":40,"id":"0x2","name":"ProfileChunk","args":{"data":{"timeDeltas":[5,-2],"cpuProfile":{"nodes":[
 {"id":1,"callFrame":{"functionName":"(root)"}},{"id":2,"parent":1,"callFrame":{"functionName":"","url":"u.js","lineNumber":0}}],"samples":[2,1]}}}},
{"ph":"P","pid":1,"tid":3,"ts":11,"id":"0x2","name":"Profile","args":{"data":{"startTime":10}}}]`, `
frame f1 (anonymous) u.js:1
frame f2 (root)
stack s1 f1 f2
stack s2 f2
3us 3 sample value=1 stack=s2
5us 3 sample value=1 stack=s1
13us 3 sample value=1 stack=s1
13us - none
`, "3 samples of a stack"},
	{"a .cpuprofile", `{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},"children":[2]},{"id":2,"callFrame":{"functionName":"f","url":"u.js","lineNumber":6}}],
"startTime":1000,"endTime":1500,"samples":[2,1],"timeDeltas":[100,200]}`, `
thread 0 name=JavaScript
frame f1 f u.js:7
frame f2 (root)
stack s1 f1 f2
100us 0 sample value=1 stack=s1
stack s2 f2
300us 0 sample value=1 stack=s2
300us - none
`, ""},
	{"a .cpuprofile of the older form", `{"head":{"functionName":"(root)","url":"","lineNumber":-1,"id":1,"hitCount":0,"children":[
{"functionName":"f","url":"u.js","lineNumber":7,"id":2,"hitCount":2,"children":[]}]},
"startTime":1.5,"endTime":2,"samples":[2,2],"timestamps":[1000,1010]}`, `
thread 0 name=JavaScript
frame f1 f u.js:7
frame f2 (root)
stack s1 f1 f2
0s 0 sample value=1 stack=s1
10us 0 sample value=1 stack=s1
10us - none
`, ""},
	{"a clock that stays at 0, as in Node.js", `[
{"ph":"X","pid":1,"tid":2,"ts":0,"dur":5,"tts":0,"tdur":0,"name":"a"},
{"ph":"X","pid":1,"tid":2,"ts":7,"dur":1,"tts":0,"tdur":0,"name":"b"}]`, `
0s 2 run
0s 2 call-enter a
5us 2 call-exit a
5us 2 unknown
7us 2 run
7us 2 call-enter b
8us 2 call-exit b
8us 2 unknown
8us - none
`, "running: within slices"},
	{"lengths, phases and counters that are none", `[
{"ph":"X","pid":1,"tid":2,"ts":3,"dur":-5,"name":"a"},
{"ph":"XY","pid":1,"tid":2,"ts":3,"dur":5,"name":"a"},
{"ph":"C","pid":1,"tid":2,"ts":3,"name":"c"},
{"ph":"C","pid":1,"tid":2,"ts":3,"name":"c","args":{"value":"x"}},
{"ph":"i","pid":1,"tid":2,"ts":4,"name":"m"}]`, `
0s 2 region-start m
0s 2 region-end m
0s - none
name c
`, "2 counters without a value, 1 event of phase '?', 1 slice of negative length left out"},
	{"another trace behind the first", `[{"ph":"i","pid":1,"tid":2,"ts":4,"name":"m"}]
[{"ph":"i","pid":1,"tid":2,"ts":5,"name":"n"}]`, `
0s 2 region-start m
0s 2 region-end m
0s - none
`, "what follows the end of the trace, at byte 47, is not read"},
	{"names that are no texts, late ones, and NaN beside them", `[
{"ph":"i","pid":1,"tid":2,"ts":4,"name":"m"},
{"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"old"}},
{"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"x":NaN,"name":17}}]`, `
thread 2 name=17
0s 2 region-start m
0s 2 region-end m
0s - none
`, ""},
	{"a profile with fractions", `{"nodes":[
{"id":1.0,"callFrame":{"functionName":"(root)","url":"","lineNumber":-1}, "children":[2.0]},
{"id":2,"callFrame":{"functionName":"f","url":"","lineNumber":3.0}}],
"startTime":1000.5,"samples":[2,2.0,2],"timeDeltas":[100.25,200.5,"x"]}`, `
thread 0 name=JavaScript
frame f1 f
frame f2 (root)
stack s1 f1 f2
100250ns 0 sample value=1 stack=s1
300750ns 0 sample value=1 stack=s1
300750ns - none
`, "1 sample without a time left out"},
}

func TestForms(t *testing.T) {
	t.Parallel()
	for _, c := range forms {
		got, h, err := read(t, c.file)
		if want := strings.TrimLeft(c.want, "\n"); err != nil || got != want {
			t.Errorf("%s: %v, got\n%s\nwant\n%s", c.name, err, got, want)
		}
		if !strings.Contains(h.Note, c.note) {
			t.Errorf("%s: the note %q lacks %q", c.name, h.Note, c.note)
		}
		if !sniff([]byte(c.file)) {
			t.Errorf("%s: not recognized", c.name)
		}
	}
}

// TestNothingToShow checks that a file is not said to have no events if it has some.
func TestNothingToShow(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		`[{"ph":"O","pid":1,"ts":1},{"ph":"O","pid":1,"ts":2}]`: "2 object events left out",
		`{"traceEvents":[{"ph":"X","ts":1e99}]}`:                "1 event without a valid time left out",
		`{"nodes":[{"id":1,"hitCount":3,"callFrame":{}}]}`:      "3 samples without a time left out",
	} {
		if _, _, err := read(t, file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
	if _, _, err := read(t, `{"traceEvents":[]}`); err != nil {
		t.Errorf("an empty list: %v", err)
	}
}
