package chrome

import (
	"os"
	"strings"
	"testing"
)

// cases are files of testdata/cases, with their events and a part of their note.
var cases = []struct{ name, want, note string }{
	{"chrome-same-time-ends", `
0s 1 run
0s 1 call-enter first
5us 1 call-exit first
5us 1 unknown
10us 1 run
10us 1 call-enter outer
15us 1 call-enter inner
20us 1 call-exit inner
20us 1 call-exit outer
20us 1 unknown
30us 1 run
30us 1 call-enter last
35us 1 call-exit last
35us 1 unknown
35us - none
`, "running: within slices"},
	{"chrome-overlap-same-name", `
0s 1 run
0s 1 call-enter base
5us 1 region-start r
8us 1 region-start r
10us 1 call-exit base
25us 1 region-end r value=1
38us 1 region-end r
38us 1 unknown
50us 1 run
50us 1 call-enter last
55us 1 call-exit last
55us 1 unknown
55us - none
`, ""},
	{"chrome-async-other-name", `
0s 1 task-start request object=1
name other
40us 1 task-start child object=2 value=1
50us 1 task-end child object=2
100us 1 task-end request object=1
100us - none
`, "1 unmatched task end left out"},
	{"chrome-cpuprofile-only", `
thread 1 name=CrRendererMain
frame f1 work a.js:2
frame f2 (root)
stack s1 f1 f2
500us 1 sample value=1 stack=s1
1ms 1 sample value=1 stack=s1
1ms - none
`, "2 samples of a stack, between which nothing is known"},
	{"chrome-samples-only", `
thread 1 name=js
frame f1 work
frame f2 [root]
stack s1 f1 f2
0s 1 sample value=1 stack=s1
1ms 1 sample value=1 stack=s1
2ms 1 sample value=1 stack=s1
2ms - none
`, "3 samples of a stack"},
	{"pytorch-newline", `
0s 1 run
0s 1 call-enter aten::add
5us 1 call-exit aten::add
5us 1 unknown
10us 1 run
10us 1 call-enter aten::mul
15us 1 call-exit aten::mul
15us 1 unknown
15us - none
`, ""},
}

func TestCases(t *testing.T) {
	t.Parallel()
	for _, c := range cases {
		file, err := os.ReadFile("testdata/cases/" + c.name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		got, h, err := read(t, string(file))
		if want := strings.TrimLeft(c.want, "\n"); err != nil || got != want {
			t.Errorf("%s: %v, got\n%s\nwant\n%s", c.name, err, got, want)
		}
		if !strings.Contains(h.Note, c.note) {
			t.Errorf("%s: the note %q lacks %q", c.name, h.Note, c.note)
		}
		if !sniff(file) {
			t.Errorf("%s: not recognized", c.name)
		}
	}
}
