package ui_test

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/ui"
)

// inOverview returns the place of a time in the overview, at a part of its height.
func inOverview(d *driver, t tracefeed.Time, height float32) mgl32.Vec2 {
	d.Helper()
	bar := d.widget("scrub")
	s, _ := d.now()
	x := bar.X0 + bar.Width()*float32(float64(t)/float64(s.End))
	return mgl32.Vec2{min(max(x, bar.X0+2), bar.X1-2), bar.Y0 + height*bar.Height()}
}

// about reports whether a time is as near to another as a mouse can be.
func about(t, want tracefeed.Time) bool { return t > want-ms && t < want+ms }

// The places of handles: those of the visible range and, lower, the selected
// interval.
const upper, lower = 0.4, 0.7

// TestOverviewHandles drags the ends and the middle of the visible range, and the
// ends of the selected interval.
func TestOverviewHandles(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/phases.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Resting && s.End == 100*ms && s.Shown.End == 100*ms })
	d.drag(inOverview(d, 100*ms, upper), inOverview(d, 60*ms, upper))
	d.until("an earlier end", func(s ui.Snapshot) bool {
		return s.Shown.Start == 0 && about(s.Shown.End, 60*ms) && about(s.Moment, 60*ms)
	})
	d.drag(inOverview(d, 0, upper), inOverview(d, 20*ms, upper))
	d.until("a later start", func(s ui.Snapshot) bool {
		return about(s.Shown.Start, 20*ms) && about(s.Shown.End, 60*ms) && s.Undo == "visible range"
	})
	d.drag(inOverview(d, 40*ms, upper), inOverview(d, 70*ms, upper))
	s := d.until("a later range", func(s ui.Snapshot) bool { return about(s.Shown.Start, 50*ms) && about(s.Shown.End, 90*ms) })
	if s.Moment < s.Shown.Start || s.Moment > s.Shown.End {
		t.Errorf("the moment %v is not in the range %v", s.Moment, s.Shown)
	}
	d.click(inOverview(d, 55*ms, upper))
	d.until("the moment of a click in the range", func(s ui.Snapshot) bool { return about(s.Moment, 55*ms) })
	d.key("ctrl+z")
	d.until("the steps before", func(n ui.Snapshot) bool { return n.Step > s.Step || n.Shown.End-n.Shown.Start > 90*ms })

	d.held("shift", func() { d.drag(inOverview(d, 10*ms, lower), inOverview(d, 30*ms, lower)) })
	d.until("an interval", func(s ui.Snapshot) bool { return about(s.Interval.Start, 10*ms) && about(s.Interval.End, 30*ms) })
	d.drag(inOverview(d, 30*ms, lower), inOverview(d, 45*ms, lower))
	d.until("a later end of it", func(s ui.Snapshot) bool { return about(s.Interval.Start, 10*ms) && about(s.Interval.End, 45*ms) })
	d.drag(inOverview(d, 10*ms, lower), inOverview(d, 80*ms, lower))
	d.until("its ends the other way round",
		func(s ui.Snapshot) bool { return about(s.Interval.Start, 45*ms) && about(s.Interval.End, 80*ms) })
}

// TestOverviewDragTip shows the time during a drag of a handle, above the bar.
func TestOverviewDragTip(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/phases.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Resting && s.Loaded && s.Shown.End == 100*ms })
	bar := d.widget("scrub")
	d.move(inOverview(d, 100*ms, upper))
	d.input("mousedown", "1")
	d.move(inOverview(d, 50*ms, upper))
	d.until("a tip above the overview", func(s ui.Snapshot) bool {
		tip := s.Marks["tip"]
		return tip != shape.Rect{} && tip.Y1 < bar.Y0 && about(s.Shown.End, 50*ms)
	})
	d.input("mouseup", "1")
}

// Tips of the overview end just above its panel, and that of the line at the bottom explains its words,
// in few lines above it, without what stands there.
func TestTipsAtTheBottom(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/phases.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Resting && s.Loaded && s.Shown.End == 100*ms })
	bar, line := d.widget("scrub"), d.widget("status")
	for _, at := range []mgl32.Vec2{inOverview(d, 40*ms, lower), inOverview(d, 90*ms, lower)} {
		d.move(at)
		d.until("a tip just above the overview", func(s ui.Snapshot) bool {
			tip := s.Marks["tip"]
			return tip.Height() > 0 && tip.Y1 < bar.Y0 && tip.Y1 > bar.Y0-4*line.Height() && tip.X0 < at[0] && at[0] < tip.X1
		})
	}
	d.move(middle(line))
	d.until("a tip above the line at the bottom", func(s ui.Snapshot) bool {
		tip := s.Marks["tip"]
		return tip.Height() > 0 && tip.Y1 < line.Y0 && tip.Y1 > line.Y0-line.Height() && tip.Height() < 4*line.Height()
	})
}

// TestPatternRibbon switches the ribbon of patterns on: its tip is about the pattern, a click goes to
// its moment.
func TestPatternRibbon(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Resting && s.Loaded && s.Shown.End == 100*ms })
	d.command("Ribbon of patterns")
	r := d.widget("pattern ribbon")
	at := mgl32.Vec2{r.X0 + 0.35*r.Width(), (r.Y0 + r.Y1) / 2}
	d.move(at)
	d.until("a tip", func(s ui.Snapshot) bool { return strings.Contains(s.Words["pattern"], "waits in pairs or chains") })
	d.click(at)
	d.until("its moment", func(s ui.Snapshot) bool { return about(s.Moment, 35*ms) })
	d.command("Ribbon of patterns")
	d.until("no ribbon", func(s ui.Snapshot) bool { _, on := s.Marks["pattern ribbon"]; return !on })
}

// TestOverviewFlags clicks the flags of a finding and of a bookmark, and of
// several that share one.
func TestOverviewFlags(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	s := d.until("the findings", func(s ui.Snapshot) bool { return s.Loaded && s.Findings > 0 && s.Resting })
	d.click(middle(d.widget("finding flag 1")))
	at := d.until("the first finding", func(n ui.Snapshot) bool { return n.Moment != s.Moment && n.Selected != tracefeed.NoThread }).Moment
	lit := func(s ui.Snapshot) bool { return s.Marks["lit interval"] != shape.Rect{} }
	d.until("the interval of the finding", lit)
	d.key("Escape")
	d.until("no finding chosen", func(s ui.Snapshot) bool { return !lit(s) && s.Selected == tracefeed.NoThread })
	d.drag(inOverview(d, at, lower), inOverview(d, 5*ms, lower))
	d.until("another moment", func(s ui.Snapshot) bool { return about(s.Moment, 5*ms) })
	d.key("ctrl+1")
	flag := d.widget("bookmark flag 1")
	d.drag(inOverview(d, 5*ms, lower), inOverview(d, 90*ms, lower))
	d.until("the end", func(s ui.Snapshot) bool { return about(s.Moment, 90*ms) })
	d.click(middle(flag))
	d.until("the bookmark", func(s ui.Snapshot) bool { return about(s.Moment, 5*ms) })
	d.key("ctrl+2")
	shared := d.widget("bookmark flag ×2")
	if shared.Width() < flag.Width() {
		t.Errorf("two bookmarks share a flag of %v pixels, one has %v", shared.Width(), flag.Width())
	}
}
