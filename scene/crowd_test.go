package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
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
	look := view.LookAt(tl)
	look.Level, look.Caption = lod.Crowd, true
	const leastSize = 0.5
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
	if names := crowdNames(other.Frame(tl, &apart, shape.Canvas{Width: 1280, Height: 800, Scale: 1})); len(names) != 24 {
		t.Errorf("with calm groups one by one, there are %d groups: %v", len(names), names)
	}
	if all := words(f); !strings.Contains(all, "3 calm groups, 9 threads") || !strings.Contains(all, "groups by lost time") {
		t.Errorf("it says %s", all)
	}
	for i := range p.Layout.Slots[1:] {
		a, b := p.Layout.HalfOf(&p.Layout.Slots[i])[1], p.Layout.HalfOf(&p.Layout.Slots[i+1])[1]
		if a < b || b < leastSize*p.Layout.Half[1] {
			t.Errorf("bar %d has size %v, the next one %v", i, a, b)
		}
	}
	if half, bar := p.Layout.Half, f.Views[0].Bars; bar[0].HalfHeight != half[1] || bar[21].HalfHeight != half[1]*leastSize {
		t.Errorf("bars are %v and %v high, want %v and a part", bar[0].HalfHeight, bar[21].HalfHeight, half[1])
	}
	look.Findings = []detect.Finding{{Kind: detect.Deadlock, Threads: []tracefeed.ThreadID{1, 2}}}
	if _, f = pictureOf(tl, &look); len(f.Clusters) != 24 {
		t.Errorf("with a deadlock among the first: %v", crowdNames(f))
	}
	look.Findings, look.Clusters = nil, []view.Cluster{{Name: "mine", Threads: []tracefeed.ThreadID{1, 2}}}
	if _, f = pictureOf(tl, &look); !slices.Contains(crowdNames(f), "mine 2") {
		t.Errorf("with a cluster of the user: %v", crowdNames(f))
	}
}

// Threads of the chosen finding, or else of those that accuse, have bars of their own, but
// only some of very many.
func TestCrowdShowsTheAccused(t *testing.T) {
	t.Parallel()
	tl := groupsOf(t, 24)
	look := view.LookAt(tl)
	look.Level = lod.Crowd
	bars := func() (own []tracefeed.ThreadID) {
		p, _ := pictureOf(tl, &look)
		for _, s := range p.Layout.Slots {
			if s.Members == nil {
				own = append(own, s.Thread)
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
	look.Lit = view.LitBy(&look.Findings[1])
	if got, want := bars(), []tracefeed.ThreadID{9}; !slices.Equal(got, want) {
		t.Errorf("threads %v have bars of their own, want that of the chosen finding %v", got, want)
	}
	const mostAccused = 12
	look.Lit = view.LitBy(&detect.Finding{Kind: detect.Leak, Threads: look.Threads})
	if got := bars(); len(got) != mostAccused {
		t.Errorf("%d threads have bars of their own, want %d of many", len(got), mostAccused)
	}
}

// The order does not depend on the moment or the interval shown.
func TestCrowdKeepsItsOrder(t *testing.T) {
	t.Parallel()
	tl := groupsOf(t, 24)
	look := view.LookAt(tl)
	look.Level = lod.Crowd
	var b Builder
	want := crowdNames(b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1}))
	for _, look.Moment = range []tracefeed.Time{1, tl.End / 10, tl.End / 2} {
		if got := crowdNames(b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1})); !slices.Equal(got, want) {
			t.Errorf("at %v: groups %v, want %v", look.Moment, got, want)
		}
	}
}
