package task_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// growing compares the tasks of the snapshots of a trace with those that are found from its start.
type growing struct {
	t *testing.T
	// snapshots have been compared, continued ones of them without all pages before.
	snapshots, continued, tasks int
	// old are the tasks of the snapshots of one trace, and how they were; last is one of these snapshots.
	old  [][2]*task.Index
	last *timeline.Timeline
}

// grow lets a trace grow event by event, with a snapshot after one of every few. If it is dropped,
// that ends some time.
func (g *growing) grow(rng *rand.Rand, b *task.Builder, text string, o task.Options, dropped bool) {
	g.t.Helper()
	// The feed reads no line before it must, so that its tables grow, too.
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: iotest.OneByteReader(strings.NewReader(text))})
	if err != nil {
		g.t.Fatal(err)
	}
	r := timeline.NewReducer(feed, timeline.Tuning{PageEvents: 1 + rng.IntN(12), TailEvents: 1 + rng.IntN(8)})
	every := 1 + rng.IntN(12)
	for ev, err := range tracefeed.All(feed) {
		if err == nil {
			err = r.Add([]tracefeed.Event{*ev})
		}
		if err != nil {
			g.t.Fatalf("%v in\n%s", err, text)
		}
		if rng.IntN(every) == 0 {
			tl := r.Snapshot(false, nil)
			g.compare(b, tl, o, rng.IntN(8) == 0)
			if g.last != nil && rng.IntN(16) == 0 {
				g.compare(b, g.last, o, false)
			}
			g.last = tl
			if dropped && rng.IntN(10) == 0 {
				return
			}
		}
	}
	g.compare(b, r.Snapshot(true, nil), o, false)
	for _, x := range g.old {
		if !reflect.DeepEqual(x[0], x[1]) {
			g.t.Fatalf("tasks have changed later:\n%s", differences(x[0], x[1]))
		}
	}
	g.old = nil
}

// compare compares the tasks of a snapshot; stopped says that an attempt was stopped before.
func (g *growing) compare(b *task.Builder, tl *timeline.Timeline, o task.Options, stopped bool) {
	g.t.Helper()
	before, pages := b.Anew(), b.Pages()
	if stopped {
		ctx, cancel := context.WithCancel(g.t.Context())
		cancel()
		if _, err := b.Build(ctx, tl); err == nil {
			g.t.Fatal("no error after the end of a context")
		}
	}
	got, err := b.Build(g.t.Context(), tl)
	if err != nil {
		g.t.Fatal(err)
	}
	want, err := task.Build(g.t.Context(), tl, o)
	if err != nil {
		g.t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		g.t.Fatalf("at %v of %v, complete %v: the tasks of\n%s", tl.End, o, tl.Complete, differences(got, want))
	}
	g.old = append(g.old, [2]*task.Index{got, want})
	g.snapshots++
	g.tasks += len(want.Tasks)
	if pages > 0 && b.Anew() == before {
		g.continued++
	}
}

// differences says where two indices differ.
func differences(got, want *task.Index) string {
	var b strings.Builder
	for i := range max(len(got.Tasks), len(want.Tasks)) {
		switch {
		case i >= len(got.Tasks):
			fmt.Fprintf(&b, "missing %+v\n", want.Tasks[i])
		case i >= len(want.Tasks):
			fmt.Fprintf(&b, "too many %+v\n", got.Tasks[i])
		case !reflect.DeepEqual(got.Tasks[i], want.Tasks[i]):
			fmt.Fprintf(&b, "got  %+v\nwant %+v\n", got.Tasks[i], want.Tasks[i])
		}
	}
	fmt.Fprintf(&b, "counts %+v, want %+v\nwork", got.Counts, want.Counts)
	for _, x := range []*task.Index{got, want} {
		x.EachWork(func(w *task.Work) { fmt.Fprintf(&b, " %+v", *w) })
		b.WriteString("\nwant")
	}
	return b.String()
}

// randomGrowing returns a random trace with all that tasks follow from.
func randomGrowing(rng *rand.Rand) string {
	var b strings.Builder
	var bytes streamsInText
	b.WriteString("tiv-text 1\nframe wait java.util.concurrent.LinkedBlockingQueue.take\n")
	at := int64(0)
	for line := range strings.Lines(randomFull(rng)) {
		if strings.HasPrefix(line, "tiv-text") {
			continue
		}
		if b.WriteString(line); !strings.Contains(line, "ns ") {
			continue
		}
		fmt.Sscanf(line, "%dns", &at)
		thread := string(rune('A' + rng.IntN(3)))
		switch rng.IntN(60) {
		case 0:
			fmt.Fprintf(&b, "%dns %s lost\n", at, []string{"-", thread}[rng.IntN(2)])
		case 1: // a class becomes known
			fmt.Fprintf(&b, "type c%d c%d\n", rng.IntN(2), rng.IntN(3))
		case 2: // the file of a function does
			fmt.Fprintf(&b, "frame f%d c%d.m%d file%d.go:1\n", b.Len(), rng.IntN(2), rng.IntN(4), rng.IntN(2))
		case 3: // nobody holds the monitor
			fmt.Fprintf(&b, "%dns %s monitor-exit L by=B\n", at, thread)
		case 18:
			fmt.Fprintf(&b, "thread %s system=yes\n", thread)
		case 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15:
			b.WriteString(bytes.random(rng, at, thread))
		case 16, 17:
			fmt.Fprintf(&b, "%dns %s task-link object=%d value=%d\n", at, thread, rng.IntN(4), rng.IntN(4))
		}
	}
	return b.String()
}

// TestGrowing compares the tasks of snapshots of random traces, by both rules, with those that are
// found from the start.
func TestGrowing(t *testing.T) {
	t.Parallel()
	g := growing{t: t}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 5))
		o := task.Options{Definitions: randomList(rng), Tracking: task.Tracking(task.Trackings()[rng.IntN(2)])}
		for i := range o.Definitions {
			switch rng.IntN(4) {
			case 0:
				o.Definitions[i].Objects = []string{fmt.Sprint("c", rng.IntN(3))}
			case 1:
				o.Definitions[i].Source = "file0.go"
			}
		}
		if rng.IntN(3) == 0 {
			o.From, o.To = tracefeed.Time(rng.IntN(300)), tracefeed.Time(rng.IntN(1000))
		}
		b := task.NewBuilder(o)
		if seed%3 == 0 {
			g.grow(rng, b, randomStreamTrace(rng), o, false)
			o.Definitions, o.Tracking = definition.List{{Name: "type0", Method: "m0"}}, task.Full
			g.grow(rng, task.NewBuilder(o), randomBatchTrace(rng), o, false)
			continue
		}
		if rng.IntN(4) == 0 {
			g.grow(rng, b, randomGrowing(rng), o, true)
		}
		g.grow(rng, b, randomGrowing(rng), o, false)
	}
	t.Logf("%d snapshots, %d of which continue others, %d tasks", g.snapshots, g.continued, g.tasks)
	if g.continued < g.snapshots/3 || g.tasks < g.snapshots {
		t.Errorf("%d snapshots, only %d of which continue others, %d tasks", g.snapshots, g.continued, g.tasks)
	}
}
