package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// contended is B waiting for A's M for the last part of 100 ms.
func contended(t *testing.T, from int) *timeline.Timeline {
	return story(t, fmt.Sprintf("0ms A start\n0ms B start\n1ms A monitor-enter M\n%dms B monitor-wait M\n100ms A io-start\n", from))
}

// shape is the wedge of a link.
func wedgeOf(p *picture, l *Link) shape.Wedge {
	painter := edgePainter{fv: &stage.Front{Stage: p.Stage, Sheet: p.Sheet, Pen: shape.Pen{Pixel: 0.001}}, graph: p.graph}
	return painter.wedge(l)
}

// pictureOf returns the picture of a frame, for tests of its parts.
func pictureOf(tl *timeline.Timeline, look *view.Look) (*picture, *Frame) {
	var b Builder
	canvas := shape.Canvas{Width: 1280, Height: 720, Scale: 1}
	f := b.Frame(tl, look, canvas)
	var bars Frame
	st := b.stage(&bars, tl, look, canvas, sceneRect(look, canvas))
	st.Mark()
	p := &picture{Stage: st, Sheet: shape.NewSheet(canvas, look.Palette, &bars.Overlay), f: f, links: &b.links}
	p.graph = newLinkGraph(st, &b.links, AllIntervals)
	return p, f
}

// onBorder reports whether a point lies on the border of a bar's front.
func onBorder(l *place.Layout, middle, at mgl32.Vec2) bool {
	d := at.Sub(middle)
	x, y := mgl32.Abs(d[0])/l.Half[0], mgl32.Abs(d[1])/l.Half[1]
	return x < 1.001 && y < 1.001 && (x > 0.999 || y > 0.999)
}

func TestEdgePointsAtTheBlocker(t *testing.T) {
	t.Parallel()
	tl := contended(t, 50)
	look := lookAt(tl)
	look.History = look.Steps
	p, f := pictureOf(tl, &look)
	if len(f.Links) != 1 {
		t.Fatalf("%d links, want 1", len(f.Links))
	}
	l := f.Links[0]
	if l.Blocked != 2 || l.Blocker != 1 || l.Total != 50*tracefeed.Millisecond || l.Count != 1 ||
		l.Evidence != interaction.Observed || tl.Monitors[l.Monitor].ID != "M" {
		t.Errorf("got %+v", l)
	}
	w := wedgeOf(p, &l)
	if w.From >= w.To {
		t.Errorf("it is %v wide at the waiter and %v at the blocker", w.From, w.To)
	}
	if b, a := p.Layout.Slots[l.blocked].At, p.Layout.Slots[l.blocker].At; !onBorder(p.Layout, b, w.A) || !onBorder(p.Layout, a, w.B) {
		t.Errorf("from %v to %v, between bars at %v and %v of ± %v", w.A, w.B, b, a, p.Layout.Half)
	}
}

func TestEdgeGrowsWithItsShare(t *testing.T) {
	t.Parallel()
	last := float32(0)
	for _, from := range []int{90, 70, 50, 30, 2} {
		tl := contended(t, from)
		look := lookAt(tl)
		look.History = look.Steps
		p, f := pictureOf(tl, &look)
		l := f.Links[0]
		if got, want := p.graph.share(&l), float32(100-from)/100; mgl32.Abs(got-want) > 1e-4 {
			t.Errorf("a wait from %d ms has share %v, want %v", from, got, want)
		}
		w := wedgeOf(p, &l)
		if w.To <= last || w.To > 2*min(p.Layout.Half[0], p.Layout.Half[1]) {
			t.Errorf("a wait from %d ms is %v wide; before it was %v; bars are ± %v", from, w.To, last, p.Layout.Half)
		}
		last = w.To
	}
}

// Two threads that wait for each other in turns, and are not deadlocked.
const inTurns = `
0ms A start
0ms B start
10ms A monitor-enter M
11ms B monitor-wait M
50ms A monitor-exit M
50ms B monitor-enter M
51ms A monitor-wait M
95ms B monitor-exit M
95ms A monitor-enter M
100ms A end
100ms B end
`

func TestEdgesInBothDirectionsStandSideBySide(t *testing.T) {
	t.Parallel()
	tl := story(t, inTurns)
	look := lookAt(tl)
	look.History = look.Steps
	p, f := pictureOf(tl, &look)
	if len(f.Links) != 2 {
		t.Fatalf("%d links, want 2", len(f.Links))
	}
	one, other := wedgeOf(p, &f.Links[0]).Outline(), wedgeOf(p, &f.Links[1]).Outline()
	for _, w := range [][2][]mgl32.Vec2{{one, other}, {other, one}} {
		for _, at := range along(w[0]) {
			if shape.Inside(w[1], at) {
				t.Fatalf("%v lies in both %v and %v", at, one, other)
			}
		}
	}
}

// along returns points on the border of a polygon.
func along(outline []mgl32.Vec2) (pts []mgl32.Vec2) {
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		for k := range 20 {
			pts = append(pts, a.Add(b.Sub(a).Mul(float32(k)/20)))
		}
	}
	return pts
}

func TestEdgeToItself(t *testing.T) {
	t.Parallel()
	tl := story(t, "0ms A start\n0ms B start\n1ms A monitor-enter M\n5ms A monitor-wait M\n100ms B end\n")
	look := lookAt(tl)
	p, f := pictureOf(tl, &look)
	if len(p.Deadlocks) != 1 || len(f.Links) != 1 || f.Links[0].blocked != f.Links[0].blocker {
		t.Fatalf("%d rings, links %+v", len(p.Deadlocks), f.Links)
	}
	w := wedgeOf(p, &f.Links[0])
	mid, _ := w.At(0.5)
	if s := p.Layout.Slots[f.Links[0].blocked]; mid[0] <= s.At[0]+p.Layout.Half[0] {
		t.Errorf("the middle of the loop, %v, lies within the bar at %v ± %v", mid, s.At, p.Layout.Half)
	}
	if w.A == w.B || w.From >= w.To {
		t.Errorf("the loop is %+v", w)
	}
}

// A loop beside the last bar of a row stays in the picture.
func TestLoopStaysInThePicture(t *testing.T) {
	t.Parallel()
	tl := story(t, "0ms A start\n0ms B start\n1ms B monitor-enter M\n5ms B monitor-wait M\n100ms A end\n")
	for _, kind := range []*view.Kind{view.Interaction, view.Split} {
		look := lookAt(tl)
		look.Kind = kind
		p, f := pictureOf(tl, &look)
		v := &f.Views[len(f.Views)-1]
		w := wedgeOf(p, &f.Links[0])
		for _, corner := range w.Outline() {
			if at, _ := v.Project(corner.Vec3(0)); at[0] < v.Rect.X0 || at[0] > v.Rect.X1 {
				t.Errorf("%v: the loop reaches %v, beyond %+v", kind, at, v.Rect)
			}
		}
	}
}

// Equal deadlocks are one finding, and a ring each, from the time at which it closed.
func TestRingsOfEqualDeadlocks(t *testing.T) {
	t.Parallel()
	tl := story(t, `frame a main.move /src/bank.go:36
stack a a
0s A start
0s B start
0s C start
0s D start
1s A monitor-enter M
1s B monitor-enter N
1s C monitor-enter O
1s D monitor-enter P
2s A monitor-wait N stack=a
2s B monitor-wait M stack=a
4s C monitor-wait P stack=a
4s D monitor-wait O stack=a
5s E start
9s E end
`)
	look := lookAt(tl)
	for at, rings := range map[tracefeed.Time]int{1 * tracefeed.Second: 0, 3 * tracefeed.Second: 1, 6 * tracefeed.Second: 2} {
		look.Moment = at
		if p, _ := pictureOf(tl, &look); len(look.Findings) != 1 || len(p.Deadlocks) != rings {
			t.Errorf("at %v: %d rings, want %d; %d findings", at, len(p.Deadlocks), rings, len(look.Findings))
		}
	}
}

func TestRingIsInTheOrderOfWaiting(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	look := lookAt(tl)
	p, f := pictureOf(tl, &look)
	if len(p.Deadlocks) != 1 {
		t.Fatalf("%d rings, want 1", len(p.Deadlocks))
	}
	places := p.Deadlocks[0].Slots
	if len(places) != 3 {
		t.Fatalf("the ring goes through slots %v, want 3", places)
	}
	waits := map[[2]int]bool{}
	for _, l := range f.Links {
		waits[[2]int{l.blocked, l.blocker}] = true
	}
	for i, a := range places {
		if !waits[[2]int{a, places[(i+1)%3]}] {
			t.Errorf("slot %d does not wait for the next of %v", a, places)
		}
	}
	ringed := 0
	for _, v := range f.Views[0].Above {
		if c := v.Color; c.R == look.Palette.Ring.R && c.G == look.Palette.Ring.G && c.B == look.Palette.Ring.B {
			ringed++
		}
	}
	if ringed == 0 {
		t.Error("nothing has the colour of the ring")
	}
}

// The ring is there from the moment the cycle closed, in every view, and its
// colour means nothing else.
func TestRingBeginsWhenTheCycleCloses(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	for _, kind := range kinds {
		for _, x := range []struct {
			at   tracefeed.Time
			want bool
		}{{39_999_999, false}, {40_000_000, true}, {100_000_000, true}} {
			look := lookAt(tl)
			look.Kind, look.Moment = kind, x.at
			_, f := pictureOf(tl, &look)
			for i, v := range f.Views {
				if got := hasColor(v.Above, look.Palette.Ring); got != x.want {
					t.Errorf("%v, view %d at %v: a ring: %v, want %v", kind, i, x.at, got, x.want)
				}
				if hasColor(v.Below, look.Palette.Ring) {
					t.Errorf("%v: there is a ring behind the bars", kind)
				}
			}
		}
	}
}

func hasColor(m shape.Mesh, c paint.Color) bool {
	return slices.ContainsFunc(m, func(v shape.Vertex) bool { return v.Color.R == c.R && v.Color.G == c.G && v.Color.B == c.B })
}

// A link shows the weakest evidence that it rests on.
func TestLinkEvidence(t *testing.T) {
	t.Parallel()
	tl := story(t, `
0ms A start
0ms B start
0ms C start
1ms A monitor-enter M
10ms B monitor-wait M
20ms C monitor-wait N by=A
30ms C monitor-enter N
40ms A monitor-exit M
40ms B monitor-enter M
50ms B monitor-wait O by=A
60ms B monitor-enter O
70ms C suspend-start wait
80ms B wake C
80ms C suspend-end
90ms A end
`)
	look := lookAt(tl)
	look.History = look.Steps
	look.Signals = true
	_, f := pictureOf(tl, &look)
	got := map[string]bool{}
	for _, l := range f.Links {
		got[fmt.Sprintf("%s>%s %v %v", tl.Threads[l.Blocked].ID, tl.Threads[l.Blocker].ID, l.Kind, l.Evidence)] = true
	}
	for _, want := range []string{"B>A lock inferred", "C>A lock inferred", "C>B signal inferred"} {
		if !got[want] {
			t.Errorf("no link %q among %v", want, got)
		}
	}
	look.Signals = false
	_, f = pictureOf(tl, &look)
	for _, l := range f.Links {
		if l.Kind == interaction.Signal {
			t.Error("a signal edge is shown where none is asked for")
		}
	}
}

// Inferred edges are outlined and paler than observed ones.
func TestEvidenceShows(t *testing.T) {
	t.Parallel()
	alphas, corners := map[bool]uint8{}, map[bool]int{}
	for _, observed := range []bool{true, false} {
		text := "0ms A start\n0ms B start\n20ms B monitor-wait M by=A\n100ms A end\n"
		if observed {
			text = strings.Replace(text, "20ms", "1ms A monitor-enter M\n20ms", 1)
		}
		tl := story(t, text)
		look := lookAt(tl)
		look.Kind, look.Findings = view.Interaction, nil
		_, f := pictureOf(tl, &look)
		edges := f.Views[0].Between
		corners[observed], alphas[observed] = len(edges), edges[0].Color.A
	}
	if outline := 4 * 6; corners[false] != corners[true]+outline {
		t.Errorf("an observed edge is drawn with %d corners, an inferred one with %d", corners[true], corners[false])
	}
	if alphas[true] < 2*alphas[false] {
		t.Errorf("a named holder is filled with %d of 255, an inferred one with %d", alphas[true], alphas[false])
	}
}

// The label of a lock is not where another lock's edge crosses.
func TestLockLabelsAreAtTheirEdges(t *testing.T) {
	t.Parallel()
	tl := story(t, "0ms A start\n0ms B start\n0ms C start\n0ms D start\n1ms D monitor-enter lock-of-D\n1ms B "+
		"monitor-enter lock-of-B\n95ms A monitor-wait lock-of-D\n95ms C monitor-wait lock-of-B\n100ms B io-start\n")
	look := lookAt(tl)
	look.Kind, look.History, look.DirectWaits = view.Interaction, look.Steps, true
	p, f := pictureOf(tl, &look)
	if len(f.Links) != 2 {
		t.Fatalf("%d links, want 2", len(f.Links))
	}
	v := &f.Views[0]
	for i := range f.Links {
		name := p.Look.Locks.Short(f.Links[i].Monitor)
		at := slices.IndexFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == name })
		if at < 0 {
			t.Fatalf("no label %q", name)
		}
		box := (&shape.Labels{}).Box(f.Overlay.Texts[at])
		for _, point := range v.Middle(wedgeOf(p, &f.Links[1-i])) {
			if box.Holds(point[0], point[1]) {
				t.Errorf("the other edge is at %v, on the label %q at %v", point, name, box)
				break
			}
		}
	}
}

// drawnPicture returns a picture after it was drawn, with the places of what was drawn.
func drawnPicture(tl *timeline.Timeline, look *view.Look) *picture {
	var b Builder
	var f Frame
	canvas := shape.Canvas{Width: 1280, Height: 720, Scale: 1}
	space := sceneRect(look, canvas)
	p := &picture{Stage: b.stage(&f, tl, look, canvas, space), Sheet: shape.NewSheet(canvas, look.Palette, &f.Overlay), f: &f,
		links: &b.links, lanes: &b.lanes, plates: &b.plates, kept: &b.kept, budget: AllIntervals}
	b.fillBars(&f, p.Stage)
	p.Stage.Mark()
	p.Labels.Within = shape.Rect{X1: 1280, Y1: 720}
	p.draw(look.Kind, space)
	p.Labels.Draw(p.Overlay)
	return p
}

// Neither the numbers of a chain nor the names of locks lie on an arrow head.
func TestLabelsBesideArrowHeads(t *testing.T) {
	t.Parallel()
	for _, text := range []string{deadlocked, queueOfThree} {
		tl := story(t, text)
		for _, kind := range []*view.Kind{view.Interaction, view.Free} {
			for _, direct := range []bool{true, false} {
				look := lookAt(tl)
				look.Kind, look.DirectWaits = kind, direct
				look.Palette.Select = paint.Color{R: 1, G: 2, B: 3, A: 255}
				look.Selected, look.Selection = 1, []tracefeed.ThreadID{1}
				look.Chain = interaction.OnChain(interaction.Chain(tl, 1, look.Moment))
				p := drawnPicture(tl, &look)
				names := map[string]bool{}
				for i := range p.graph.locks {
					names[p.graph.locks[i].name(&look)] = true
				}
				labels := 0
				for _, text := range p.Overlay.Texts {
					box := shape.Rect{X0: text.X, Y0: text.Y - text.Size, X1: text.X + assets.TextWidth(text.Text, text.Size, text.Bold),
						Y1: text.Y + 0.3*text.Size}
					if text.Color != look.Palette.Select && !names[text.Text] {
						continue
					}
					if labels++; p.graph.heads.meet(box) {
						t.Errorf("%v, waits without locks %v: %q lies on an arrow head", kind, direct, text.Text)
					}
				}
				if text == deadlocked && (labels < 3 || len(p.graph.heads) == 0) {
					t.Errorf("%v: %d labels, %d arrow heads", kind, labels, len(p.graph.heads))
				}
			}
		}
	}
}

// Waits of the threads of a group for each other are a ring with their number beside the bar, which can be
// picked, and has an entry in the legend; a thread that waits for itself has a loop.
func TestWaitsWithinAGroup(t *testing.T) {
	t.Parallel()
	tl := story(t, "0ms w-1 start\n0ms w-2 start\n0ms w-3 start\n0ms m start\n1ms w-1 monitor-enter M\n2ms w-2 monitor-wait M\n"+
		"3ms w-3 monitor-wait M\n50ms w-1 monitor-exit M\n50ms w-2 monitor-enter M\n60ms w-2 monitor-exit M\n60ms w-3 monitor-enter M\n"+
		"61ms w-3 monitor-exit M\n100ms m end\n")
	for _, kind := range []*view.Kind{view.Interaction, view.Free} {
		for _, level := range []lod.Level{lod.Near, lod.Crowd} {
			look := lookAt(tl)
			look.Kind, look.Level, look.Caption, look.Moment, look.History = kind, level, true, 70*tracefeed.Millisecond, look.Steps
			p, f := pictureOf(tl, &look)
			has := func(word string) bool {
				return slices.ContainsFunc(f.Overlay.Texts, func(text shape.Text) bool { return text.Text == word })
			}
			within := level == lod.Crowd
			if f.WithinGroups != within || has("number of waits within a group") != within {
				t.Errorf("%v, %v: a ring %v, in the legend %v", kind, level, f.WithinGroups, has("number of waits within a group"))
			}
			if !within {
				continue
			}
			if n := fmt.Sprint(f.Links[0].Count); !has(n) {
				t.Errorf("%v: there is no number %s", kind, n)
			}
			v := &f.Views[0]
			unit, _ := pixels(v, p.Layout)
			ring := ringBeside(p.Layout, p.graph.ends[f.Links[0].blocked].Face, mgl32.Vec2{10 / unit[0], 10 / unit[1]}, 0)
			at, _ := v.Project(ring.At.Vec3(0))
			if pick, _ := f.At(at[0], at[1]); pick.Kind != shape.PickEdge {
				t.Errorf("%v: at the ring is %v", kind, pick)
			}
		}
	}
}

// Large numbers in rings are short.
func TestShortCount(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1: "1", 999: "999", 1000: "1k", 122_600: "122k", 3_500_000: "3M"} {
		if got := shortCount(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
