package idling_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"tiv/interaction/detect/idling"
	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// Workers idle at the end and for most of the time; another thread does not, and nothing does in a
// trace that grows or once ctx is done.
func TestThreads(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../testdata/workers.tiv")
	if err != nil {
		t.Fatal(err)
	}
	tl := reduced.Story(t, string(text))
	var all []tracefeed.ThreadID
	for id := 1; id < len(tl.Threads); id++ {
		all = append(all, tracefeed.ThreadID(id))
	}
	const loop = "acme.Worker.loop"
	x := idling.New(context.Background(), tl)
	if got := x.Loops(all); !slices.Equal(got, []idling.Loop{{Func: loop, Threads: 3}}) {
		t.Errorf("got %v", got)
	}
	if got := x.AtEnd(all[len(all)-1]); tl.Threads[all[len(all)-1]].ID != "main" || got != "" {
		t.Errorf("main idles in %q", got)
	}
	for _, test := range []struct {
		from, to tracefeed.Time
		want     string
	}{{0, tl.End, loop}, {302_200_000, 304_000_000, loop}, {302_200_000, 302_200_000, ""}} {
		if got := x.Within(all, test.from, test.to); got != test.want {
			t.Errorf("from %v to %v: %q, want %q", test.from, test.to, got, test.want)
		}
	}
	if got := x.Within(all[:1], 302_200_000, 304_000_000); got != "" {
		t.Errorf("in its handler it idles in %q", got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	growing := *tl
	growing.Complete = false
	for _, x := range []*idling.Threads{idling.New(ctx, tl), idling.New(context.Background(), &growing)} {
		if got := x.Loops(all); len(got) > 0 {
			t.Errorf("got %v", got)
		}
	}
}
