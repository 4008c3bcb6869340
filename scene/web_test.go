package scene

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// inTurn is a trace in which some threads wait for each other at one lock: each has it for a
// millisecond, again and again.
func inTurn(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "0ms t%d start\n0ms t%d monitor-wait M\n", i, i)
	}
	b.WriteString("0ms t0 monitor-enter M\n")
	for now := 1; now <= 4*n; now++ {
		last, next := (now-1)%n, now%n
		fmt.Fprintf(&b, "%dms t%d monitor-exit M\n%dms t%d monitor-enter M\n%dms t%d monitor-wait M\n", now, last, now, next, now, last)
	}
	return b.String()
}

// Nearly all waiting of threads that take turns is drawn, most of it as faint lines; the legend
// says how much. Without faint lines most is left out, and so are lines with hardly any of it.
func TestWebIsSeen(t *testing.T) {
	t.Parallel()
	const n = 40
	tl := story(t, inTurn(n))
	for _, moves := range []*view.Kind{view.Interaction, view.Free} {
		look := lookAt(tl)
		look.Kind, look.Level, look.History, look.Moment, look.Caption = moves, lod.Mid, look.Steps, tl.End, true
		p, f := pictureOf(tl, &look)
		p.graph.choose(&f.Views[0])
		strong := float32(0)
		for _, l := range f.Links {
			strong += float32(float64(l.Total) / float64(p.graph.web.total))
		}
		all := len(f.Links) + f.Faint + f.LinksOmitted
		if all != len(p.graph.all) || f.Faint < 10*n || f.LinksOmitted > n || f.faintShare < 0.8 ||
			mgl32.Abs(strong+f.faintShare+f.OmittedShare-1) > 1e-3 {
			t.Errorf("%v: of %d waits %d with %.3f of the waiting are triangles, %d with %.3f faint, %d with %.3f left out", moves,
				len(p.graph.all), len(f.Links), strong, f.Faint, f.faintShare, f.LinksOmitted, f.OmittedShare)
		}
		if entry := fmt.Sprintf("%.0f %% of the waiting", 100*f.faintShare); !strings.Contains(words(f), entry) {
			t.Errorf("%v: no legend has %q: %s", moves, entry, words(f))
		}
		vertices := len(f.Views[0].Between)
		look.NoFaintWaits = true
		_, f = pictureOf(tl, &look)
		if f.Faint != 0 || f.OmittedShare < 0.8 || len(f.Views[0].Between) > vertices-6*10*n || strings.Contains(words(f), "faint") {
			t.Errorf("%v: without faint lines there are %d, %.3f left out", moves, f.Faint, f.OmittedShare)
		}
	}
}

// A web with hardly any of the waiting is no part of a picture, and it appears bit by bit. Ends of
// its lines are at the borders of bars, each at another place.
func TestWebFadesIn(t *testing.T) {
	t.Parallel()
	look := lookAt(story(t, inTurn(40)))
	look.Kind, look.Level = view.Interaction, lod.Mid
	p, _ := pictureOf(story(t, inTurn(40)), &look)
	before := float32(0)
	for _, hidden := range []tracefeed.Time{100, 3000, 6000, 9000, 50_000} {
		w := web{total: 100_000, hidden: hidden}
		for k := range 10 {
			w.add(Link{Total: hidden / 10, blocked: k, blocker: k + 1})
		}
		gone := w.fade(p.graph)
		switch seen := len(w.links); {
		case seen+gone != 10 || w.hidden != hidden-tracefeed.Time(seen)*hidden/10:
			t.Errorf("%d of 100000 hidden: %d links, %d gone, %d still hidden", hidden, seen, gone, w.hidden)
		case hidden == 100 && seen > 0:
			t.Errorf("%d lines have a thousandth of the waiting", seen)
		case hidden > 100 && (seen < 10 || w.alpha[0] <= before || w.alpha[0] > mostFaint):
			t.Errorf("%d of 100000 hidden: %d lines, as faint as %v, before %v", hidden, seen, w.alpha, before)
		case hidden > 100:
			before = w.alpha[0]
		}
	}
	f, places := p.graph.ends[0].Face, map[mgl32.Vec2]bool{}
	for k := range 60 {
		at := onSide(f, p.graph.ends[7].At, k)
		out := at.Sub(f.At)
		if x, y := mgl32.Abs(out[0])-f.Half[0], mgl32.Abs(out[1])-f.Half[1]; x > 1e-5 || y > 1e-5 || max(x, y) < -1e-5 {
			t.Errorf("%v is not on the border of %v", at, f)
		}
		places[at] = true
	}
	if len(places) != 60 {
		t.Errorf("60 lines begin at %d places", len(places))
	}
}

// Faint lines of inferred waits have gaps, and the legend says so.
func TestInferredWebIsDashed(t *testing.T) {
	t.Parallel()
	drawn := [2]int{}
	for k, l := range []Link{{Evidence: interaction.Observed}, {Evidence: interaction.Inferred}} {
		w := web{links: []Link{l}, alpha: []float32{0.1}}
		look := lookAt(story(t, inTurn(3)))
		p, f := pictureOf(story(t, inTurn(3)), &look)
		w.links[0].blocker = 1
		p.graph.web = w
		v := &shape.View{}
		fv := &stage.Front{Stage: p.Stage, Sheet: p.Sheet, View: v, Pen: shape.Pen{Pixel: 0.001}}
		painter := edgePainter{fv: fv, graph: p.graph}
		painter.paintWeb()
		drawn[k] = len(v.Between)
		f.Faint, f.faintInferred = 1, w.isInferred()
		entry := faintEntry(p.Sheet.Colors.LockEdge, f)
		if got := strings.Contains(entry.name, "dashed: inferred"); got != (l.Evidence == interaction.Inferred) {
			t.Errorf("%v waits: the legend has dashes: %t", l.Evidence, got)
		}
	}
	if drawn[0] != 6 || drawn[1] != 4*6 {
		t.Errorf("an observed wait has %d vertices, an inferred one %d", drawn[0], drawn[1])
	}
}
