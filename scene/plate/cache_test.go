package plate

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/interaction/turns"
	"tiv/internal/reduced"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// differs reports the first step of a lock that the cache does not have as a query for that step alone.
func differs(t *testing.T, c *Cache, tl *timeline.Timeline, look *view.Look, bodies []Body) {
	t.Helper()
	from, _ := look.Window()
	moment := look.Grid().Moment
	for _, b := range bodies {
		at := from / look.Step * look.Step
		c.each(b.Monitors, func(s *turns.Step, start, end tracefeed.Time) {
			if start != at || end <= start || end > moment {
				t.Fatalf("lock %v: a step from %v to %v after %v, moment %v", b.Monitors, start, end, at, moment)
			}
			at = end
			want := turns.Of(context.Background(), tl, [][]tracefeed.MonitorID{b.Monitors},
				turns.Grid{From: start, Step: end - start, Steps: 1})[0][0]
			if !slices.Equal(s.Held, want.Held) || !slices.Equal(s.Waited, want.Waited) {
				t.Fatalf("lock %v from %v to %v:\ngot  %v\nwant %v", b.Monitors, start, end, *s, want)
			}
		})
		if at != moment {
			t.Fatalf("lock %v: the steps end at %v, the moment is %v", b.Monitors, at, moment)
		}
	}
}

// walk changes the moment, the steps, or the locks of a picture.
func walk(rng *rand.Rand, look *view.Look, bodies []Body, locks int) []Body {
	switch rng.IntN(6) {
	case 0:
		look.Moment = tracefeed.Time(rng.Int64N(int64(look.End))) + 1
	case 1:
		look.Step = max(1, look.End/tracefeed.Time(1+rng.IntN(60)))
	case 2:
		bodies = nil
		for _, m := range rng.Perm(locks - 1)[:rng.IntN(min(4, locks-1)+1)] {
			bodies = append(bodies, Body{Monitors: []tracefeed.MonitorID{tracefeed.MonitorID(m + 1)}})
		}
	default: // playback, both ways
		look.Moment = min(max(1, look.Moment+look.Step*tracefeed.Time(rng.IntN(9)-4)/3), look.End)
	}
	return bodies
}

// Whatever path a picture takes, its steps are those of a fresh query, without gaps up to the moment.
func TestCacheFollowsAnyWalk(t *testing.T) {
	for seed := range uint64(12) {
		tl := reduced.Busy(t, 12, 1500, seed)
		rng, look := rand.New(rand.NewPCG(seed, 5)), view.LookAt(tl)
		look.Steps = 10 + rng.IntN(40)
		var c Cache
		bodies := []Body{{Monitors: []tracefeed.MonitorID{1}}}
		for range 40 {
			bodies = walk(rng, &look, bodies, len(tl.Monitors))
			c.update(tl, &look, bodies, 0)
			if c.Pending() {
				t.Fatal("steps are missing without a limit")
			}
			differs(t, &c, tl, &look, bodies)
		}
	}
}

// A limit leaves steps out, and Refine adds them, for the moment of the last picture.
func TestRefineReadsTheRest(t *testing.T) {
	tl := reduced.Busy(t, 12, 4000, 1)
	look := view.LookAt(tl)
	bodies := []Body{{Monitors: []tracefeed.MonitorID{1}}, {Monitors: []tracefeed.MonitorID{2, 3}}}
	var c Cache
	ready := make(chan bool, 100)
	for _, moment := range []tracefeed.Time{tl.End, tl.End / 2, tl.End / 3} {
		look.Moment = moment
		if c.update(tl, &look, bodies, 1); !c.Pending() {
			t.Fatalf("moment %v: nothing is missing with a limit", moment)
		}
		if c.Refine(func() { ready <- true }, true) || c.run != nil {
			t.Fatal("steps are read while frames follow each other")
		}
		for !c.Refine(func() { ready <- true }, false) {
			<-ready
		}
		if c.update(tl, &look, bodies, 1); c.Pending() {
			t.Fatalf("moment %v: steps are still missing", moment)
		}
		differs(t, &c, tl, &look, bodies)
	}
	c.Stop()
}
