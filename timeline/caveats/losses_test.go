package caveats

import (
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/timeline"
)

func TestLostEvents(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]timeline.Counts{
		"":                                  {Events: 3, Dropped: 1},
		"1 event lost in 1 gap":             {Lost: 1, Gaps: 1},
		"12 events lost in 2 gaps":          {Lost: 12, Gaps: 2},
		"at least 12 events lost in 3 gaps": {Lost: 12, Gaps: 3, Uncounted: 1},
		"an unknown number of events lost in 2 gaps": {Gaps: 2, Uncounted: 2},
	} {
		if got := LostEvents(c); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}

// Losses come before all other caveats.
func TestLosses(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
0s A start
6s A lost value=12
8s A monitor-exit M
10s A end
`)
	const want = "12 events lost in 1 gap: 20.0 % of the threads' time is unknown"
	if got := Losses(tl); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := All(tl); !strings.HasPrefix(got, want+" · ") || !strings.Contains(got, "1 inconsistent event skipped") {
		t.Errorf("the caveats are %q", got)
	}
	if got := Remarks(tl); strings.Contains(got, "lost") || !strings.Contains(got, "1 inconsistent event skipped") {
		t.Errorf("the remarks are %q", got)
	}
}

// A few inconsistent events are no reason to doubt a trace.
func TestMinor(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		counts timeline.Counts
		want   bool
	}{
		{timeline.Counts{Events: 1264, Dropped: 1}, true},
		{timeline.Counts{Events: 999, Dropped: 1}, false},
		{timeline.Counts{Events: 1264}, false},
		{timeline.Counts{Events: 5000, Dropped: 1, Gaps: 1}, false},
		{timeline.Counts{Events: 5000, Dropped: 1, Invented: 1}, false},
	} {
		if got := Minor(&timeline.Timeline{Counts: x.counts}); got != x.want {
			t.Errorf("%+v: %t", x.counts, got)
		}
	}
}
