package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// groupsOf returns a trace of groups of three threads. Each thread of group i
// waits for a device for i milliseconds of 100, and sleeps otherwise.
func groupsOf(t *testing.T, groups int) *timeline.Timeline {
	var b strings.Builder
	each := func(at string, f func(i int) string) {
		for i := range groups {
			for _, one := range []string{"1", "2", "3"} {
				if event := f(i); event != "" {
					fmt.Fprintf(&b, "%s g%c-%s %s\n", at, 'a'+i, one, event)
				}
			}
		}
	}
	each("0ms", func(int) string { return "start" })
	each("0ms", func(int) string { return "io-start net" })
	for ms := range groups {
		each(fmt.Sprintf("%dms", ms), func(i int) string {
			if i == ms {
				return "io-end"
			}
			return ""
		})
		each(fmt.Sprintf("%dms", ms), func(i int) string {
			if i == ms {
				return "suspend-start sleep"
			}
			return ""
		})
	}
	each("100ms", func(int) string { return "end" })
	return story(t, b.String())
}

func crowdNames(f *Frame) (names []string) {
	for _, c := range f.Clusters {
		names = append(names, fmt.Sprintf("%s %d", c.Name, len(c.Threads)))
	}
	return names
}

// Groups that lost more time come first and are larger; calm groups share the last
// bar, but not those in a deadlock or made by the user.
func TestCrowdByLostTime(t *testing.T) {
	t.Parallel()
	tl := groupsOf(t, 24) // the hottest waits for 23 ms: a, b, c are below a tenth
	look := LookAt(tl)
	look.Level, look.Caption = lod.Crowd, true
	p, f := pictureOf(tl, &look)
	got := crowdNames(f)
	if want := []string{"gx-* 3", "gw-* 3", "gv-* 3"}; !slices.Equal(got[:3], want) {
		t.Errorf("groups %v, want %v first", got, want)
	}
	if n := len(got); n != 22 || got[n-2] != "gd-* 3" || got[n-1] != "3 calm groups 9" {
		t.Errorf("groups %v, want the last two gd and the calm ones", got)
	}
	if last := f.Clusters[len(f.Clusters)-1]; !last.Calm || f.Clusters[0].Calm {
		t.Errorf("of the first and the last bar, calm are %v and %v", f.Clusters[0].Calm, last.Calm)
	}
	apart := look
	apart.CalmApart = true
	var other Builder
	if names := crowdNames(other.Frame(tl, &apart, Canvas{1280, 800, 1})); len(names) != 24 {
		t.Errorf("with calm groups one by one, there are %d groups: %v", len(names), names)
	}
	if all := words(f); !strings.Contains(all, "3 calm groups, 9 threads") || !strings.Contains(all, "groups by lost time") {
		t.Errorf("it says %s", all)
	}
	for i := range p.layout.slots[1:] {
		if a, b := p.layout.slots[i].size, p.layout.slots[i+1].size; a < b || b < leastSize {
			t.Errorf("bar %d has size %v, the next one %v", i, a, b)
		}
	}
	if half, bar := p.layout.half, f.Views[0].Bars; bar[0].HalfHeight != half[1] || bar[21].HalfHeight != half[1]*leastSize {
		t.Errorf("bars are %v and %v high, want %v and a part", bar[0].HalfHeight, bar[21].HalfHeight, half[1])
	}
	look.Findings = []detect.Finding{{Kind: detect.Deadlock, Threads: []tracefeed.ThreadID{1, 2}}}
	if _, f = pictureOf(tl, &look); len(f.Clusters) != 24 {
		t.Errorf("with a deadlock among the first: %v", crowdNames(f))
	}
	look.Findings, look.Clusters = nil, []Cluster{{Name: "mine", Threads: []tracefeed.ThreadID{1, 2}}}
	if _, f = pictureOf(tl, &look); !slices.Contains(crowdNames(f), "mine 2") {
		t.Errorf("with a cluster of the user: %v", crowdNames(f))
	}
}

// Threads of the chosen finding, or else of those that accuse, have bars of their own, but
// only some of very many.
func TestCrowdShowsTheAccused(t *testing.T) {
	t.Parallel()
	tl := groupsOf(t, 24)
	look := LookAt(tl)
	look.Level = lod.Crowd
	bars := func() (own []tracefeed.ThreadID) {
		p, _ := pictureOf(tl, &look)
		for _, s := range p.layout.slots {
			if s.members == nil {
				own = append(own, s.thread)
			}
		}
		slices.Sort(own)
		return own
	}
	if got := bars(); len(got) > 0 {
		t.Errorf("without findings, threads %v have bars of their own", got)
	}
	look.Findings = []detect.Finding{
		{Kind: detect.Stuck, Severity: detect.Warning, Threads: []tracefeed.ThreadID{1, 5}},
		{Kind: detect.Contention, Severity: detect.Cost, Threads: []tracefeed.ThreadID{9}},
	}
	if got, want := bars(), []tracefeed.ThreadID{1, 5}; !slices.Equal(got, want) {
		t.Errorf("threads %v have bars of their own, want the accused %v", got, want)
	}
	look.Lit = LitBy(&look.Findings[1])
	if got, want := bars(), []tracefeed.ThreadID{9}; !slices.Equal(got, want) {
		t.Errorf("threads %v have bars of their own, want that of the chosen finding %v", got, want)
	}
	look.Lit = LitBy(&detect.Finding{Kind: detect.Leak, Threads: look.Threads})
	if got := bars(); len(got) != mostAccused {
		t.Errorf("%d threads have bars of their own, want %d of many", len(got), mostAccused)
	}
}

// The order does not depend on the moment or the interval shown, and lost times of
// a growing trace are those of a part until it has doubled.
func TestCrowdKeepsItsOrder(t *testing.T) {
	t.Parallel()
	tl := groupsOf(t, 24)
	look := LookAt(tl)
	look.Level = lod.Crowd
	var b Builder
	want := crowdNames(b.Frame(tl, &look, Canvas{1280, 800, 1}))
	for _, look.Moment = range []tracefeed.Time{1, tl.End / 10, tl.End / 2} {
		if got := crowdNames(b.Frame(tl, &look, Canvas{1280, 800, 1})); !slices.Equal(got, want) {
			t.Errorf("at %v: groups %v, want %v", look.Moment, got, want)
		}
	}
	lost := new(lostTimes)
	for _, c := range []struct {
		end      tracefeed.Time
		complete bool
		want     tracefeed.Time // the end of the part that counts
	}{{10, false, 10}, {15, false, 10}, {19, false, 10}, {20, false, 20}, {39, false, 20}, {39, true, 39}} {
		part := *tl
		part.End, part.Complete = c.end*tracefeed.Millisecond, c.complete
		if lost.of(&part); lost.end != c.want*tracefeed.Millisecond {
			t.Errorf("at %d ms, complete %t: lost times up to %v, want %d ms", c.end, c.complete, lost.end, c.want)
		}
	}
}

// A group that waits for processors is not calm, though others wait for devices much
// longer.
func TestCrowdKeepsStarving(t *testing.T) {
	t.Parallel()
	m := &slotLister{look: &Look{}}
	groups := []group{{lost: 1000, stalled: 1}, {lost: 21, stalled: 20}, {lost: 20, stalled: 1}}
	for range fewGroups {
		groups = append(groups, group{lost: 20})
	}
	if got := m.foldCalm(groups); len(got) != 3 || got[1].stalled != 20 {
		t.Errorf("%d groups: %+v", len(got), got)
	}
}
