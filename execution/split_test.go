package execution_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// A tree that several goroutines make of parts of the threads is that of one goroutine, and so
// are the calls on objects.
func TestTreeOfParts(t *testing.T) {
	for seed := range oracle.Seeds(60) {
		_, q, tls, rng := example(t, seed)
		parts := make([]execution.Query, 2+rng.IntN(3))
		for i := range parts {
			parts[i] = execution.Query{Of: make([]bool, len(q.Of)), From: q.From, To: q.To}
		}
		for id, is := range q.Of {
			parts[rng.IntN(len(parts))].Of[id] = is
		}
		for i, tl := range tls {
			if got, want := execution.ObjectsOf(t.Context(), tl, parts, 1<<20),
				execution.ObjectsOf(t.Context(), tl, []execution.Query{q}, 1<<20); !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, timeline %d: got objects\n%+v\nwant\n%+v", seed, i, got, want)
			}
			one, many := execution.TreeOf(t.Context(), tl, []execution.Query{q}), execution.TreeOf(t.Context(), tl, parts)
			if got, want := contentsOf(many), contentsOf(one); got != want || !maps.Equal(paths(many), paths(one)) {
				t.Fatalf("seed %d, timeline %d: got\n%s\n%s\nwant\n%s\n%s", seed, i, got, text(paths(many)), want, text(paths(one)))
			}
		}
	}
}

// contentsOf is the contents of a tree without its paths. The order of functions, and so their
// numbers, are free.
func contentsOf(tree *execution.Tree) string {
	named := func(c execution.TreeCall) treeCall {
		name := tree.Functions[c.Function]
		c.Function = 0
		return treeCall{name, c}
	}
	longest := map[string]treeCall{}
	for i, c := range tree.Longest {
		longest[tree.Functions[i]] = named(c)
	}
	var threads []string
	for _, g := range tree.Threads {
		threads = append(threads, fmt.Sprintf("%+v %+v", g.Sum, named(g.Longest)))
	}
	return fmt.Sprintf("%v %v %q %+v %v %v %q", tree.From, tree.To, slices.Sorted(slices.Values(tree.Functions)), longest,
		tree.Counts, tree.Nodes[0], threads)
}

// unequal is callers of which one has as many events as three others, and counts the
// events of each.
type unequal struct {
	*reduced.Callers
	count []int
}

func (u *unequal) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	batch, err := u.Callers.Batch(used)
	for i := range batch {
		if ev := &batch[i]; ev.Thread <= 3 {
			ev.Thread = 1
		}
		u.count[batch[i].Thread]++
	}
	return batch, err
}

// The parts of a query have all of its threads, each once, and about as many events.
func TestSplit(t *testing.T) {
	const threads, events = 12, 200_000
	feed := &unequal{Callers: reduced.NewCallers(threads, events, false), count: make([]int, threads+1)}
	tl, err := reduced.Timeline(feed, timeline.Tuning{PageEvents: 5000})
	if err != nil {
		t.Fatal(err)
	}
	q := execution.All(tl)
	parts := execution.Split(&q, t.Context(), tl, 4)
	seen := make([]int, threads+1)
	for _, part := range parts {
		load := 0
		for id, is := range part.Of {
			if is {
				seen[id]++
				load += feed.count[id]
			}
		}
		if load < events/5 || load > events/3 || part.From != q.From || part.To != q.To {
			t.Errorf("a part has %d of %d events: %+v", load, events, part)
		}
	}
	for id, n := range seen {
		if want := min(id, 1); n != want {
			t.Errorf("thread %d is in %d parts", tracefeed.ThreadID(id), n)
		}
	}
	if len(parts) != 4 {
		t.Errorf("%d parts", len(parts))
	}
	q.To = 100
	if parts := execution.Split(&q, t.Context(), tl, 1); len(parts) != 1 || !slices.Equal(parts[0].Of, q.Of) {
		t.Errorf("one processor: %+v", parts)
	}
}
