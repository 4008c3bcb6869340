package execution

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Sightings are waits with their stacks, measured calls, and samples between them, in order of time.
func TestSightings(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `
		tiv-text 1 sched
		frame loop acme.loop
		frame take acme.take
		frame wait s.wait
		frame job acme.job
		stack w wait take loop
		stack j job loop
		0ms A start
		0ms A run
		1ms A suspend-start wait stack=w
		3ms A suspend-end
		3ms A run
		4ms A sample value=1 stack=j
		5ms A suspend-start wait stack=w
		6ms A suspend-end
		6ms A run
		7ms A call-enter acme.call
		8ms A sample value=1 stack=j
		9ms A call-exit acme.call
		10ms A end
	`)
	var got []string
	eachSighting(tl, func(p *Paths, s *Sighting) {
		var path []string
		for n := s.Path; n > 0; n = p.Nodes[n].Parent {
			path = append(path, p.Functions[p.Nodes[n].Function])
		}
		slices.Reverse(path)
		got = append(got, fmt.Sprintf("%v-%v %v %v %s", s.Start, s.End, s.State, s.Cause, strings.Join(path, ">")))
	})
	want := []string{
		"1 ms-3 ms suspended wait acme.loop>acme.take>s.wait",
		"4 ms-4 ms running other acme.loop>acme.job",
		"5 ms-6 ms suspended wait acme.loop>acme.take>s.wait",
		"7 ms-8 ms running other acme.call",
		"8 ms-9 ms running other acme.call",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Waits and measured calls have the time in sightings that the tree has.
func TestSightingsTime(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `
		tiv-text 1 sched
		frame f f
		frame g g
		stack s g f
		0ms A start
		0ms A run
		1ms A call-enter f
		2ms A suspend-start wait stack=s
		5ms A suspend-end
		6ms A call-exit f
		8ms A end
	`)
	tree := NewTree(context.Background(), tl, All(tl))
	got, want := map[string]tracefeed.Time{}, map[string]tracefeed.Time{}
	for _, n := range tree.Nodes[1:] {
		want[tree.Functions[n.Function]] += n.Self.Alive()
	}
	eachSighting(tl, func(p *Paths, s *Sighting) {
		got[p.Functions[p.Nodes[s.Path].Function]] += s.End - s.Start
	})
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// eachSighting calls f for each sighting of a trace.
func eachSighting(tl *timeline.Timeline, f func(*Paths, *Sighting)) {
	g := NewGrowth(tl, All(tl), f)
	tl.EachPage(context.Background(), 0, tl.End, func(p *timeline.Page) { g.Page(p) })
	g.Tree()
}
