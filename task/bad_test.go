package task_test

import (
	"fmt"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/tracefeed"
)

// TestBadTraces checks what is left of traces that contradict themselves, or that want too much:
// the tasks by number, type, parent, depth, start and end, and the doubts.
func TestBadTraces(t *testing.T) {
	t.Parallel()
	everything := definition.Definition{Name: "all", Method: "*"}
	nothing := definition.Definition{Name: "nothing", Method: "missing", MarkObject: true}
	for _, test := range []struct {
		name, text string
		list       definition.List
		want       string
	}{
		{"a definition that matches everything begins a task with each outermost call", `
			0ms A start
			1ms A call-enter a.b
			2ms A call-enter c.d
			3ms A call-exit c.d
			4ms A call-exit a.b
			5ms A call-enter c.d
			6ms A call-exit c.d`, definition.List{everything},
			"1 all part of 0 depth 0, 1 ms to 4 ms; 2 all part of 0 depth 0, 5 ms to 6 ms; deep 0"},
		{"a definition that matches nothing begins none", `
			0ms A start
			1ms A call-enter a.b
			2ms A call-exit a.b`, definition.List{nothing}, "deep 0"},
		{"tasks that are parts of each other, or of themselves", `
			0ms A start
			1ms A task-start x object=1 value=2
			1ms A task-start x object=2 value=1
			2ms A task-start x object=3 value=3
			3ms A task-end x object=1
			3ms A task-end x object=2
			3ms A task-end x object=3
			4ms A end`, nil,
			"1 x part of 2 depth 1, 1 ms to 3 ms; 2 x part of 1 depth 0, 1 ms to 3 ms; 3 x part of 3 depth 0, 2 ms to 3 ms; deep 0"},
		{"a task without an end lasts to the end of the trace, one without a start to its end", `
			0ms A start
			1ms A task-start x object=1
			2ms A task-end y object=7
			9ms A end`, nil, "7  part of 0 depth 0, 0 ns to 2 ms; 1 x part of 0 depth 0, 1 ms to 9 ms; deep 0"},
		{"an object that is freed twice, and one that is allocated twice", `
			0ms A start
			1ms A call-enter a.b
			2ms A alloc object=5 value=10
			3ms A free object=5
			3ms A free object=5
			4ms A alloc object=5 value=10
			5ms A alloc object=5 value=10
			6ms A call-exit a.b`, definition.List{everything}, "1 all part of 0 depth 0, 1 ms to 6 ms; deep 0"},
		{"a call without an exit ends with its thread", `
			0ms A start
			1ms A call-enter a.b
			2ms A call-enter c.d
			5ms A end
			9ms B start`, definition.List{everything}, "1 all part of 0 depth 0, 1 ms to 5 ms; deep 0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			index, err := task.Build(t.Context(), reduced.Story(t, "tiv-text 1\n"+test.text), task.Options{Definitions: test.list})
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, x := range index.Tasks {
				fmt.Fprintf(&got, "%d %s part of %d depth %d, %v to %v; ", x.Number, x.Type, x.Parent, x.Depth, x.Start, x.End)
			}
			fmt.Fprint(&got, "deep ", index.Counts.Deep)
			if got.String() != test.want {
				t.Errorf("got\n%s\nwant\n%s", got.String(), test.want)
			}
		})
	}
}

// TestManyOfAll builds tasks of very many types, regions and calls in each other, and threads at
// one channel: in a time that grows with the trace.
func TestManyOfAll(t *testing.T) {
	t.Parallel()
	const many = 30_000
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ns A start\n")
	at := 0
	line := func(format string, args ...any) {
		at++
		fmt.Fprintf(&b, "%dns "+format+"\n", append([]any{at}, args...)...)
	}
	for i := range many {
		line("A task-start type%d object=%d value=%d", i, i+1, i)
		line("A region-start r object=%d", i+1)
		line("A call-enter c.d")
	}
	for i := range many {
		line("A call-exit c.d")
		line("A region-end r object=%d", many-i)
	}
	for i := range many {
		line("W%d start", i)
		line("W%d suspend-start channel monitor=Q", i)
	}
	for i := range many {
		line("A wake W%d", i)
		line("W%d suspend-end", i)
	}
	tl := read(t, b.String(), 1<<16)
	index, err := task.Build(t.Context(), tl, task.Options{Definitions: definition.List{{Name: "d", Method: "d"}}})
	if err != nil {
		t.Fatal(err)
	}
	worked := tracefeed.Time(0)
	index.EachWork(func(w *task.Work) { worked += w.End - w.Start })
	if n := len(index.Tasks); n < many || n > many+1000 || index.Counts.Deep == 0 || worked == 0 {
		t.Errorf("%d tasks, %d too deep, %v of work", n, index.Counts.Deep, worked)
	}
}

// TestLongQueues takes items, and bytes, of as many tasks as can lie in a queue and a stream, in a
// time that grows with the trace.
func TestLongQueues(t *testing.T) {
	t.Parallel()
	const many = 100_000
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ns A start\n0ns B start\n")
	for i := range many {
		at := 10 * i
		fmt.Fprintf(&b, "%dns A call-enter c.d\n%dns A put object=7 value=%d\n%dns A put what=pipe%%207 value=%d\n%dns A call-exit c.d\n",
			at+1, at+2, i+1, at+3, i+1, at+4)
	}
	for i := range many {
		at := 10 * (many + i)
		fmt.Fprintf(&b, "%dns B take object=7 value=%d\n%dns B take what=pipe%%207 value=%d\n", at+1, i+1, at+2, i+1)
	}
	fmt.Fprintf(&b, "%dns B end\n", 20*many)
	index, err := task.Build(t.Context(), read(t, b.String(), 1<<16), task.Options{Definitions: definition.List{{Name: "d", Method: "d"}}})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(index.Work(2)); len(index.Tasks) != many || n != many {
		t.Errorf("%d tasks, and the thread that takes has %d stretches of work", len(index.Tasks), n)
	}
}
