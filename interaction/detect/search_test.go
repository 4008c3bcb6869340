package detect_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tiv/demo"
	"tiv/interaction/detect"
	"tiv/internal/generate"
	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/textfeed"
)

// TestSearchContinues compares a search that continues with one from the start, after random
// numbers of events of random traces.
func TestSearchContinues(t *testing.T) {
	t.Parallel()
	c := &continuing{kinds: map[string]int{}}
	for seed := range oracle.Seeds(400) {
		rng := rand.New(rand.NewPCG(seed, 8))
		shape := oracle.Small(rng)
		shape.Events *= 1 + rng.IntN(5)
		oracle.Check(t, seed, oracle.Random(rng, shape), func(tr oracle.Trace) error {
			return c.compare(tr.Feed(), rand.New(rand.NewPCG(seed, 9)), 30)
		})
	}
	t.Logf("%d snapshots, %d of which continue others; findings: %v", c.compared, c.continued, c.kinds)
	if c.continued < oracle.Least(1000) {
		t.Error("too few searches continue others")
	}
}

// TestSearchContinuesPrograms is TestSearchContinues with simulated programs.
func TestSearchContinuesPrograms(t *testing.T) {
	t.Parallel()
	c := &continuing{kinds: map[string]int{}}
	for seed := range oracle.Seeds(4) {
		for _, scenario := range generate.Scenarios() {
			feed, err := generate.New(generate.Options{Scenario: scenario, Seed: seed, Threads: 40, Events: 12_000,
				Sched: seed%2 == 0, Extras: seed%4 < 2, Deadlock: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := c.compare(feed, rand.New(rand.NewPCG(seed, 9)), 1500); err != nil {
				t.Errorf("%s, seed %d: %v", scenario, seed, err)
			}
		}
	}
	t.Logf("%d snapshots, %d of which continue others; findings: %v", c.compared, c.continued, c.kinds)
}

// TestSearchContinuesRecordings is TestSearchContinues with recorded programs.
func TestSearchContinuesRecordings(t *testing.T) {
	t.Parallel()
	c := &continuing{kinds: map[string]int{}}
	for i, name := range []string{"deadlock", "server-5", "priorities", "two-locks"} {
		trace, err := demo.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		feed, err := gotrace.Format().Open(tracefeed.Input{Reader: trace})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.compare(feed, rand.New(rand.NewPCG(uint64(i), 9)), 5000); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	t.Logf("%d snapshots, %d of which continue others; findings: %v", c.compared, c.continued, c.kinds)
}

// continues compares searches of the parts of a story.
func continues(t *testing.T, story string) {
	t.Helper()
	story = strings.ReplaceAll(strings.TrimSpace(story), "\t", "")
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader(story)})
	if err != nil {
		t.Fatal(err)
	}
	c := &continuing{kinds: map[string]int{}}
	if err := c.compare(feed, rand.New(rand.NewPCG(1, 9)), 8); err != nil {
		t.Error(err)
	}
}

// continuing compares searches and counts them.
type continuing struct {
	compared, continued int
	kinds               map[string]int
	last                *timeline.Timeline // nil before the first snapshot
}

// compare searches snapshots of a feed, about one in a number of events.
func (c *continuing) compare(feed tracefeed.Feed, rng *rand.Rand, every int) error {
	r := timeline.NewReducer(feed, timeline.Tuning{PageEvents: 1 + rng.IntN(every), TailEvents: 1 + rng.IntN(every)})
	x, n := detect.NewSearch(nil), 0
	c.last = nil
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			return err
		}
		if err := r.Add([]tracefeed.Event{*ev}); err != nil {
			return err
		}
		if n++; rng.IntN(every) > 0 {
			continue
		}
		if err := c.same(x, r.Snapshot(false, nil)); err != nil {
			return fmt.Errorf("after %d events: %w", n, err)
		}
	}
	if err := c.same(x, r.Snapshot(true, nil)); err != nil {
		return fmt.Errorf("at the end: %w", err)
	}
	return nil
}

// same compares the search of a snapshot that continues with one from the start.
func (c *continuing) same(x *detect.Search, tl *timeline.Timeline) error {
	c.compared++
	if c.last != nil && c.last.Settled > 0 && tl.Extends(c.last) {
		c.continued++
	}
	c.last = tl
	got, want := x.Find(context.Background(), tl, nil), detect.Find(context.Background(), tl, nil)
	for i := range want.Findings {
		c.kinds[want.Findings[i].Kind]++
	}
	if reflect.DeepEqual(got, want) {
		return nil
	}
	for i := range min(len(got.Findings), len(want.Findings)) {
		if !reflect.DeepEqual(got.Findings[i], want.Findings[i]) {
			return fmt.Errorf("found\n%+v\nnot\n%+v", got.Findings[i], want.Findings[i])
		}
	}
	return fmt.Errorf("found\n%+v\nnot\n%+v", got, want)
}

// BenchmarkSearchGrowth searches the snapshots at the end of a long trace, each of which has
// 10000 events more than the one before: in a search that continues, and from the start.
func BenchmarkSearchGrowth(b *testing.B) {
	for _, c := range []struct {
		name string
		find func(*detect.Search, *timeline.Timeline) detect.Report
	}{
		{"continuing", func(x *detect.Search, tl *timeline.Timeline) detect.Report { return x.Find(b.Context(), tl, nil) }},
		{"anew", func(_ *detect.Search, tl *timeline.Timeline) detect.Report { return detect.Find(b.Context(), tl, nil) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			const before, step = 3_000_000, 10_000
			feed, err := generate.Pool(1000, 1<<40)
			if err != nil {
				b.Fatal(err)
			}
			r, x, events := timeline.NewReducer(feed, timeline.Tuning{}), detect.NewSearch(nil), []tracefeed.Event(nil)
			read := func(events []tracefeed.Event, more int) []tracefeed.Event {
				for ; more > 0; more -= len(events) {
					if events, err = feed.Batch(events); err == nil {
						err = r.Add(events)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				return events
			}
			events = read(events, before)
			c.find(x, r.Snapshot(false, nil))
			for b.Loop() {
				b.StopTimer()
				events = read(events, step)
				tl := r.Snapshot(false, nil)
				b.StartTimer()
				c.find(x, tl)
			}
		})
	}
}
