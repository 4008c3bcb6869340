package report

import (
	"fmt"
	"testing"
)

// TestDumpOfGroups adds up the calls of a story by all groupings.
func TestDumpOfGroups(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
frame lock example/store.(*Store).lock store.go:9
frame get example/store.(*Store).Get store.go:4
stack waits lock get
0ms A start name=Alpha
0ms B start name=Beta
0ms B call-enter main.work
10ms A call-enter net/http.(*Server).Serve object=0xc000
20ms A call-enter example/store.(*Store).Get object=0xd000
30ms A call-enter example/store.(*Store).Get object=0xd000
40ms A suspend-start park stack=waits
70ms A suspend-end
80ms A call-exit example/store.(*Store).Get
90ms A call-exit example/store.(*Store).Get
90ms B call-exit main.work
100ms A call-exit net/http.(*Server).Serve
100ms A end
100ms B end
`)
	for by, want := range map[string]string{
		"thread": `[thread calls cumulative_ns self_ns running runnable suspended blocking io unknown cumulative_running cumulative_runnable cumulative_suspended cumulative_blocking cumulative_io cumulative_unknown]
[A 4 90000000 90000000 60000000 0 30000000 0 0 0 60000000 0 30000000 0 0 0]
[B 1 90000000 90000000 90000000 0 0 0 0 0 90000000 0 0 0 0 0]
`,
		"package": `[package calls cumulative_ns self_ns running runnable suspended blocking io unknown cumulative_running cumulative_runnable cumulative_suspended cumulative_blocking cumulative_io cumulative_unknown]
[main 1 90000000 90000000 90000000 0 0 0 0 0 90000000 0 0 0 0 0]
[net/http 1 90000000 20000000 20000000 0 0 0 0 0 60000000 0 30000000 0 0 0]
[example/store 3 70000000 70000000 40000000 0 30000000 0 0 0 40000000 0 30000000 0 0 0]
`,
		"type": `[type calls cumulative_ns self_ns running runnable suspended blocking io unknown cumulative_running cumulative_runnable cumulative_suspended cumulative_blocking cumulative_io cumulative_unknown]
[ 1 90000000 90000000 90000000 0 0 0 0 0 90000000 0 0 0 0 0]
[net/http.Server 1 90000000 20000000 20000000 0 0 0 0 0 60000000 0 30000000 0 0 0]
[example/store.Store 3 70000000 70000000 40000000 0 30000000 0 0 0 40000000 0 30000000 0 0 0]
`,
		"object": `[object type calls cumulative_ns self_ns running runnable suspended blocking io unknown cumulative_running cumulative_runnable cumulative_suspended cumulative_blocking cumulative_io cumulative_unknown allocated size birth_ns death_ns age_ns ending allocated_by allocated_in]
[0xc000 net/http.Server 1 90000000 20000000 20000000 0 0 0 0 0 60000000 0 30000000 0 0 0 false 0 0 100000000 100000000 open  ]
[0xd000 example/store.Store 2 70000000 40000000 40000000 0 0 0 0 0 40000000 0 30000000 0 0 0 false 0 0 100000000 100000000 open  ]
`,
		"module": `[module calls cumulative_ns self_ns running runnable suspended blocking io unknown cumulative_running cumulative_runnable cumulative_suspended cumulative_blocking cumulative_io cumulative_unknown]
[ 1 90000000 90000000 90000000 0 0 0 0 0 90000000 0 0 0 0 0]
[std 1 90000000 20000000 20000000 0 0 0 0 0 60000000 0 30000000 0 0 0]
[example 3 70000000 70000000 40000000 0 30000000 0 0 0 40000000 0 30000000 0 0 0]
`,
	} {
		win, got := everything, ""
		win.By = by
		for _, row := range rows(t, tl, "functions", win) {
			got += fmt.Sprintln(row)
		}
		if got != want {
			t.Errorf("by %s: got\n%swant\n%s", by, got, want)
		}
	}
}
