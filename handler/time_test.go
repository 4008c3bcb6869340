package handler_test

import (
	"context"
	"reflect"
	"testing"

	"tiv/handler"
	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// A worker waits in next but for 15 of 2500 ms, in which it handles two items; a sample of each
// has its stack. The trace has the stacks of waits, so times count.
func TestTime(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `
		tiv-text 1 sched
		frame run java.lang.Thread.run
		frame loop acme.Worker.loop
		frame next acme.Queue.next
		frame wait java.lang.Object.wait
		frame handle acme.Job.handle
		frame task acme.Main.lambda
		frame pool java.util.concurrent.Executor.call
		stack w wait next loop run
		stack h handle loop run
		stack c task pool run
		0s A start
		0s A run
		0s A suspend-start wait stack=w
		0s B start
		0s B run
		100ms B sample value=1 stack=c
		995ms A suspend-end
		995ms A run
		997ms A sample value=1 stack=h
		1000ms A suspend-start wait stack=w
		1990ms A suspend-end
		1990ms A run
		1992ms A sample value=1 stack=h
		2000ms A suspend-start wait stack=w
		2400ms B sample value=1 stack=c
		2500ms A none
	`)
	x := handler.New(context.Background(), tl, handler.Options{Paper: true})
	if !x.InTime() || x.Unit != int64(250*tracefeed.Microsecond) || x.Instants != int64(tl.End) || x.Samples != 2*int64(tl.End) ||
		x.Aside != 7_500_000 {
		t.Errorf("got %+v", x.Trie)
	}
	// Between stacks, the nearer one counts: handle has 2.5 ms and 5 ms.
	all := x.Find(handler.DefaultThresholds())
	want := []handler.Found{
		{Function: "acme.Main.lambda", Loop: "java.util.concurrent.Executor.call", Count: int64(2300 * tracefeed.Millisecond)},
		{Function: "acme.Job.handle", Type: handler.NodeWait, Pattern: handler.NextWaits, Loop: "acme.Worker.loop", Next: "acme.Queue.next",
			Count: 7_500_000, Waits: handler.Counts{handler.Wait: 2_485_000_000}, Runs: handler.Counts{handler.Run: 7_500_000}},
	}
	want[1].Loops = []handler.Loop{{Node: 0, Next: 1}}
	if !reflect.DeepEqual(all, want) {
		t.Errorf("got %+v, want %+v", all, want)
	}
	if got := x.InSamples(all[1].Count); got != 30 {
		t.Errorf("%d samples, want 30", got)
	}
	uses := x.Uses(context.Background(), tl, handler.Options{}, all)
	if u := uses["acme.Job.handle"]; u != (handler.Use{Calls: 2, Sampled: true, Time: 7_500_000, Threads: 1}) {
		t.Errorf("uses: %+v", u)
	}
	// A part of the trace, and a tick of its own.
	x = handler.New(context.Background(), tl, handler.Options{From: tracefeed.Second, To: 2 * tracefeed.Second,
		Tick: tracefeed.Millisecond})
	if x.Unit != int64(tracefeed.Millisecond) || x.Instants != int64(tracefeed.Second) || x.Samples != 2*int64(tracefeed.Second) {
		t.Errorf("a part: got %+v", x.Trie)
	}
}

// Samples that also show suspended threads count as they are, although the trace has waits.
// Samples within a millisecond are one instant, unless a thread occurs again.
func TestInstants(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `
		tiv-text 1 sched
		frame f acme.f
		stack s f
		0s A start
		0s A suspend-start wait stack=s
		0s B start
		0s B run
		10ms A sample value=1 stack=s
		10100us B sample value=1 stack=s
		20ms A sample value=1 stack=s
		20200us A sample value=1 stack=s
		30ms B sample value=1 stack=s
	`)
	x := handler.New(context.Background(), tl, handler.Options{})
	if x.InTime() || x.Instants != 4 || x.Samples != 5 || len(x.Nodes) != 1 || x.Nodes[0].Counts != (handler.Counts{3, 0, 2}) {
		t.Errorf("got %+v", x.Trie)
	}
}
