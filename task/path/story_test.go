package path

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
)

var definitions = definition.List{{Name: "serve", Method: "serve"}, {Name: "query", Method: "query"}}

func index(t *testing.T, text string) (*timeline.Timeline, *task.Index) {
	t.Helper()
	tl := reduced.Story(t, "tiv-text 1\n"+text)
	x, err := task.Build(t.Context(), tl, task.Options{Definitions: definitions})
	if err != nil {
		t.Fatal(err)
	}
	return tl, x
}

// told tells the path of the first task.
func told(t *testing.T, text string) string {
	t.Helper()
	tl, x := index(t, text)
	p, err := Find(t.Context(), tl, x, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range p.Pieces {
		what := p.Kind.String()
		if p.Kind == Work {
			what = p.State.Word()
		}
		line := fmt.Sprintf("%d-%d %s %s", p.Start/tracefeed.Millisecond, p.End/tracefeed.Millisecond, tl.Threads[p.Thread].ID, what)
		if p.Task > 0 {
			line += " in " + x.Tasks[p.Task].Type
		}
		if p.Monitor != 0 {
			line += " at " + tl.Monitors[p.Monitor].ID
		}
		if p.Holder != 0 {
			line += " for " + tl.Threads[p.Holder].ID
		}
		if p.HolderTask >= 0 {
			line += " of " + x.Tasks[p.HolderTask].Type
		}
		if p.Link != Same {
			line += " (" + p.Link.String() + ")"
		}
		out = append(out, strings.TrimSpace(strings.ReplaceAll(line, "  ", " ")))
	}
	if p.After > 0 {
		out = append(out, fmt.Sprint("after ", p.After))
	}
	return strings.Join(out, "; ")
}

func TestStories(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"a lock that a thread holds for another task", `
			0ms A start
			0ms B start
			1ms A call-enter x.serve
			1ms B call-enter x.query
			2ms B monitor-enter M
			3ms A monitor-wait M
			5ms B call-exit x.query
			6ms B monitor-exit M
			6ms A monitor-enter M
			7ms A monitor-exit M
			8ms A call-exit x.serve`,
			"1-3 A running; 3-5 A lock at M for B of query; 5-6 A lock at M for B; 6-8 A running"},
		{"the answer of a worker", `
			0ms A start
			0ms W start
			0ms Z start
			0ms W suspend-start channel monitor=Q
			0ms Z suspend-start channel monitor=Q
			1ms A call-enter x.serve
			2ms A wake W
			2ms W suspend-end
			3ms A suspend-start channel monitor=R
			4ms W io-start disk
			6ms W io-end
			7ms W wake A
			7ms A suspend-end
			8ms W suspend-start channel monitor=Q
			9ms A call-exit x.serve`,
			"1-2 A running (handed over); 2-4 W running; 4-6 W IO; 6-7 W running (ended the wait); 7-9 A running"},
		{"the fast one of two workers does not count", `
			0ms A start
			0ms V start
			0ms W start
			0ms Z start
			0ms V suspend-start channel monitor=Q
			0ms Z suspend-start channel monitor=Q
			0ms W suspend-start channel monitor=Q
			1ms A call-enter x.serve
			2ms A wake V
			2ms V suspend-end
			3ms A wake W
			3ms W suspend-end
			4ms A suspend-start channel monitor=R
			8ms V suspend-start channel monitor=Q
			9ms W wake A
			9ms A suspend-end
			9ms W suspend-start channel monitor=Q
			10ms A call-exit x.serve`,
			"1-3 A running (handed over); 3-9 W running (ended the wait); 9-10 A running"},
		{"siblings, one after the other without a moment between", `
			0ms A start
			1ms A call-enter x.serve
			2ms A call-enter x.query
			4ms A call-exit x.query
			4ms A call-enter x.query
			7ms A call-exit x.query
			8ms A call-exit x.serve`,
			"1-2 A running; 2-4 A running in query; 4-7 A running in query; 7-8 A running"},
		{"work of others at the same time is not waited for", `
			0ms A start
			0ms B start
			1ms A task-start serve object=1
			2ms A region-start one object=1
			3ms B region-start two object=1
			7ms B region-end two object=1
			9ms A region-end one object=1
			9ms A task-end serve object=1`,
			"1-9 A running"},
		{"a part that outlives its whole", `
			0ms A start
			0ms B start
			1ms A task-start serve object=1
			2ms A task-start query object=2 value=1
			2ms B region-start two object=2
			6ms A task-end serve object=1
			9ms B region-end two object=2
			9ms B task-end query object=2
			9ms A run`,
			"1-2 A running; 2-6 A running in query; after 3 ms"},
		{"an object in a queue", `
			0ms A start
			0ms W start
			0ms W suspend-start channel monitor=Q
			1ms A call-enter x.serve object=9
			2ms A alloc object=7 value=8 what=Order
			3ms A call-exit x.serve
			3ms A wake W
			3ms W suspend-end
			7ms W call-enter Order.run object=7
			9ms W call-exit Order.run`,
			"1-3 A running (handed over); 3-7 W queue at Q; 7-9 W running"},
		{"an object in a queue, while its sender waits for it", `
			0ms A start
			0ms W start
			1ms A call-enter x.serve object=9
			2ms A alloc object=7 value=8 what=Order
			3ms A suspend-start park monitor=F
			6ms W call-enter Order.run object=7
			8ms W call-exit Order.run
			9ms W wake A
			9ms A suspend-end
			10ms A call-exit x.serve`,
			"1-3 A running (handed over); 3-6 W queue; 6-8 W running (ended the wait); 8-9 A wait at F for W; 9-10 A running"},
		{"a wait for a thread with another task", `
			0ms A start
			0ms B start
			1ms A call-enter x.serve
			2ms A suspend-start channel monitor=C
			3ms B call-enter x.query
			6ms B call-exit x.query
			7ms B wake A
			7ms A suspend-end
			8ms A call-exit x.serve`,
			"1-2 A running; 2-3 A wait at C for B; 3-6 A wait at C for B of query; 6-7 A wait at C for B; 7-8 A running"},
		{"work that began by itself, waited for", `
			0ms A start
			0ms B start
			1ms A task-start serve object=1
			1ms A region-start one object=1
			2ms A suspend-start channel monitor=C
			4ms B region-start two object=1
			7ms B wake A
			7ms A suspend-end
			7ms B region-end two object=1
			8ms A region-end one object=1
			8ms A task-end serve object=1`,
			"1-2 A running; 2-4 A wait at C for B (waited); 4-7 B running (ended the wait); 7-8 A running"},
		{"nothing says what the last thread waited for", `
			0ms A start
			0ms B start
			0ms C start
			1ms A task-start serve object=1
			1ms A task-start other object=2
			1ms A region-start one object=1
			2ms B region-start two object=1
			4ms A region-end one object=1
			4ms B region-end two object=1
			8ms C region-start three object=1
			9ms C region-end three object=1
			9ms C task-end serve object=1`,
			"1-2 A running (alone); 2-4 several threads; 4-8 C queue; 8-9 C running"},
		{"spans, whose threads have no states", `
			1ms A start
			1ms A unknown
			1ms A task-start serve object=1
			1ms A region-start one object=1
			2ms B start by=A
			2ms B unknown
			2ms B task-start query object=2 value=1
			2ms B region-start two object=2
			4ms C start by=A
			4ms C unknown
			4ms C task-start query object=3 value=1
			4ms C region-start three object=3
			5ms B region-end two object=2
			5ms B task-end query object=2
			5ms B end
			8ms A region-end one object=1
			8ms A task-end serve object=1
			8ms A end
			9ms C region-end three object=3
			9ms C task-end query object=3
			9ms C end`,
			"1-2 A unknown (waited); 2-4 B unknown in query (part); 4-8 A unknown; after 1 ms"},
		{"threads that wait for each other at one moment", `
			0ms A start
			0ms B start
			1ms A task-start serve object=1
			1ms A region-start one object=1
			1ms B region-start two object=1
			2ms A suspend-start channel
			2ms B suspend-start channel
			5ms B wake A
			5ms A wake B
			5ms A suspend-end
			5ms B suspend-end
			6ms A region-end one object=1
			6ms A task-end serve object=1
			7ms B region-end two object=1`,
			"1-2 B running; 2-5 B wait for A of serve (ended the wait); 5-6 A running; after 1 ms"},
	} {
		if got := told(t, test.text); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

var times = regexp.MustCompile(`(?m)^\d+ns`)

// TestScales checks that a path does not depend on the unit of time, although threads are read
// in chunks of some length.
func TestScales(t *testing.T) {
	t.Parallel()
	const factor = 150_000
	for seed := range uint64(1000) {
		text := strings.TrimPrefix(strings.TrimPrefix(randomTrace(rand.New(rand.NewPCG(seed, 7))), "tiv-text 1"), " sched")
		tl, x := index(t, text)
		longTL, long := index(t, times.ReplaceAllStringFunc(text, func(s string) string {
			n, _ := strconv.Atoi(strings.TrimSuffix(s, "ns"))
			return fmt.Sprint(n*factor, "ns")
		}))
		for i := range x.Tasks {
			short, err := Find(t.Context(), tl, x, i)
			got, err2 := Find(t.Context(), longTL, long, i)
			if err := cmp.Or(err, err2); err != nil {
				t.Fatal(err)
			}
			for k := range short.Pieces {
				short.Pieces[k].Start *= factor
				short.Pieces[k].End *= factor
			}
			if fmt.Sprint(got.Pieces) != fmt.Sprint(short.Pieces) {
				t.Fatalf("seed %d, task %d: got\n%swant\n%s", seed, i, lines(got.Pieces), lines(short.Pieces))
			}
		}
	}
}

// TestDense finds the path of a task with more spans than a chunk, in the shortest time.
func TestDense(t *testing.T) {
	t.Parallel()
	const n = 3 * manySpans
	var b strings.Builder
	b.WriteString("0ns A start\n0ns A call-enter x.serve\n")
	for i := range n {
		fmt.Fprintf(&b, "%dns A %s\n", i+1, []string{"ready", "run"}[i%2])
	}
	fmt.Fprintf(&b, "%dns A call-exit x.serve\n", n+1)
	tl, x := index(t, b.String())
	p, err := Find(t.Context(), tl, x, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Pieces) != n+1 || p.Pieces[1].Start != 1 || p.Pieces[n].End != n+1 {
		t.Errorf("%d pieces", len(p.Pieces))
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	tl, x := index(t, "0ms A start\n1ms A call-enter x.serve\n2ms A call-exit x.serve\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Find(ctx, tl, x, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
