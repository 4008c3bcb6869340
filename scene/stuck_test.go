package scene

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/detect"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// unanswered is a thread A whose answer never comes: B, which answered before, has ended.
const unanswered = `
frame f1 main.receive
stack s1 f1
0ms A start
0ms B start
0ms C start
10ms A suspend-start channel stack=s1
20ms - wake A by=B
20ms A suspend-end
30ms A suspend-start channel stack=s1 lasts=forever
40ms B end
90ms C ready
`

// A stuck thread has a frame in every view from the start of its wait on, and a broken wedge once
// the thread has ended that owed it an answer.
func TestStuckThreadIsMarked(t *testing.T) {
	t.Parallel()
	tl := story(t, unanswered)
	look := lookAt(tl)
	for _, kind := range kinds {
		for at, want := range map[tracefeed.Time]struct{ stuck, debts int }{
			15e6: {0, 0}, 35e6: {1, 0}, 39_999_999: {1, 0}, 60e6: {1, 1}, tl.End: {1, 1}} {
			look.Kind, look.Moment = kind, at
			p, f := pictureOf(tl, &look)
			if f.Stuck != want.stuck || len(f.Debts) != want.debts {
				t.Fatalf("%v at %v: %d stuck, %d debts, want %v", kind, at, f.Stuck, len(f.Debts), want)
			}
			for i, v := range f.Views {
				if got := hasColor(v.Above, look.Palette.Stuck); got != (want.stuck > 0) {
					t.Errorf("%v, view %d at %v: a frame: %v", kind, i, at, got)
				}
				hits := slices.DeleteFunc(slices.Clone(v.Hits), func(h shape.Hit) bool { return h.Pick.Kind != shape.PickDebt })
				if len(hits) != want.debts {
					t.Errorf("%v, view %d at %v: %d wedges to pick", kind, i, at, len(hits))
				}
			}
			for _, x := range p.Stuck {
				if x.Since != 30e6 || !x.Sure || p.Layout.Slots[x.Slot].Name != "A" {
					t.Errorf("%v at %v: stuck: %+v", kind, at, x)
				}
			}
			for i := range f.Debts {
				if got := f.Threads(shape.PickID{Kind: shape.PickDebt, Index: int32(i)}); fmt.Sprint(got) != "[1 2]" {
					t.Errorf("%v at %v: the debt is of threads %v", kind, at, got)
				}
			}
		}
	}
}

// Each thread of a finding is marked from the start of its own endless wait.
func TestStuckThreadsOneByOne(t *testing.T) {
	t.Parallel()
	tl := story(t, unanswered[:len(unanswered)-len("90ms C ready\n")]+`45ms C suspend-start channel stack=s1
55ms C suspend-end
60ms C suspend-start channel stack=s1 lasts=forever
70ms D start
90ms D end
`)
	look := lookAt(tl)
	for at, want := range map[tracefeed.Time]int{35e6: 1, 50e6: 1, 57e6: 1, 65e6: 2} {
		look.Moment = at
		if _, f := pictureOf(tl, &look); f.Stuck != want {
			t.Errorf("at %v: %d stuck, want %d", at, f.Stuck, want)
		}
	}
}

// begin has a deadlock and a stuck thread.
const begin = `
frame f1 main.receive
stack s1 f1
0ms A start
0ms B start
0ms C start
0ms E start
0ms F start
1ms E monitor-enter M
1ms F monitor-enter N
2ms E monitor-wait N
3ms F monitor-wait M
10ms A suspend-start channel stack=s1
20ms - wake A by=B
20ms A suspend-end
30ms A suspend-start channel stack=s1 lasts=forever
40ms B end
90ms C ready
`

// Marks of stuck threads step back while the picture is about others, but not while an interval is
// selected, whose waits are of another time.
func TestStuckThreadStepsBack(t *testing.T) {
	t.Parallel()
	tl := story(t, begin)
	for _, kind := range kinds {
		for i := range 4 {
			equal, selected := i&1 > 0, i&2 > 0
			look := lookAt(tl)
			look.Kind, look.AllEqual = kind, equal
			if selected {
				look.Interval = timeline.Interval{Start: 1, End: 2}
			}
			tell(tl, &look)
			p, f := pictureOf(tl, &look)
			for _, v := range f.Views {
				full := slices.ContainsFunc(v.Above, func(x shape.Vertex) bool { return x.Color == look.Palette.Stuck })
				if full != (equal || selected) || !hasColor(v.Above, look.Palette.Stuck) {
					t.Errorf("%v, all equal %v, interval %v: full colour %v", kind, equal, selected, full)
				}
			}
			for _, s := range p.Stuck {
				if p.Layout.Slots[s.Slot].Calm {
					t.Errorf("%v, all equal %v, interval %v: a stuck thread is calm", kind, equal, selected)
				}
			}
		}
	}
}

// In a trace that has grown since it was searched, rings and frames stay until an event opens the
// ring or ends the wait. Findings that were over by then do not come back.
func TestMarksStayInGrowingTrace(t *testing.T) {
	t.Parallel()
	searched, longer := story(t, begin), story(t, begin+"200ms C suspend-start other\n300ms C suspend-end\n")
	opened := story(t, begin+"150ms E monitor-enter N\n152ms E monitor-wait N by=F\n160ms A suspend-end\n300ms C suspend-start other\n")
	for _, kind := range kinds {
		for _, x := range []struct {
			tl           *timeline.Timeline
			at           tracefeed.Time
			rings, stuck int
		}{{searched, 90e6, 1, 1}, {longer, 90e6, 1, 1}, {longer, 95e6, 1, 1}, {longer, 300e6, 1, 1}, {opened, 149e6, 1, 1},
			{opened, 155e6, 0, 1}, {opened, 170e6, 0, 0}} {
			look := view.LookAt(x.tl)
			look.Kind, look.Moment = kind, x.at
			report := detect.Find(context.Background(), searched, nil)
			look.Findings, look.Searched = report.Findings, report.End
			if _, f := pictureOf(x.tl, &look); f.Rings != x.rings || f.Stuck != x.stuck || len(f.Debts) != x.stuck {
				t.Errorf("%v at %v of %v: %d rings, %d stuck, %d debts", kind, x.at, x.tl.End, f.Rings, f.Stuck, len(f.Debts))
			}
		}
	}
}

// The wedge of a debt goes back in time to the end of its thread: in the timeline to that time,
// in the 3D view to the front of the bar, which reaches to the end of the step.
func TestDebtGoesBackInTime(t *testing.T) {
	t.Parallel()
	tl := story(t, unanswered)
	look := lookAt(tl)
	for _, kind := range []*view.Kind{view.Free, view.Timeline} {
		look.Kind, look.Moment = kind, tl.End
		p, f := pictureOf(tl, &look)
		first, last := float32(0), float32(0)
		for _, v := range f.Views[0].Above {
			if v.Color == look.Palette.Stuck {
				first, last = max(first, v.Pos[2]), min(last, v.Pos[2])
			}
		}
		want := p.Depths.Of(40e6)
		if kind == view.Timeline {
			want = p.Depths.Of(30e6) // of the frame
		}
		if pixel := p.Depths.PerTime * 1e6; first < -float32(pixel) || last > want+float32(pixel) || last < want-float32(pixel) {
			t.Errorf("%v: marks from %v to %v, want to %v", kind, first, last, want)
		}
	}
}

// A frame is whole if the trace shows that nothing can end the wait, else broken; a wedge always is.
func TestInferredMarksAreBroken(t *testing.T) {
	t.Parallel()
	pen := shape.Pen{Mesh: &shape.Mesh{}, Pixel: 1}
	pen.Frame(mgl32.Vec2{}, mgl32.Vec2{50, 50}, 2, paint.Color{A: 255})
	whole := len(*pen.Mesh)
	pen.BrokenFrame(mgl32.Vec2{}, mgl32.Vec2{50, 50}, 0, 2, paint.Color{A: 255})
	if broken := len(*pen.Mesh) - whole; broken <= 2*whole {
		t.Errorf("a broken frame has %d corners, a whole one %d", broken, whole)
	}
	*pen.Mesh = nil
	pen.Broken(shape.Wedge{B: mgl32.Vec2{100, 0}, From: 2, To: 20}, 12, paint.Color{A: 255})
	covered := float32(0)
	for i := 0; i < len(*pen.Mesh); i += 6 { // a piece
		covered += (*pen.Mesh)[i+2].Pos[0] - (*pen.Mesh)[i].Pos[0]
	}
	if covered < 50 || covered > 75 {
		t.Errorf("pieces cover %v of 100", covered)
	}
}

// The thread that owed an answer keeps its place among many that have ended.
func TestDebtorKeepsItsBar(t *testing.T) {
	t.Parallel()
	text := unanswered[:len(unanswered)-len("90ms C ready\n")]
	for i := range 20 {
		text += fmt.Sprintf("50ms T%d start\n", i)
	}
	for i := range 20 {
		text += fmt.Sprintf("60ms T%d end\n", i)
	}
	tl := story(t, text+"9000ms C ready\n")
	look := lookAt(tl)
	look.Kind, look.Moment, look.Step, look.Steps = view.Interaction, tl.End, 10e6, 10
	tell(tl, &look)
	p, f := pictureOf(tl, &look)
	if len(f.Debts) != 1 {
		t.Fatalf("%d debts", len(f.Debts))
	}
	if s := &p.Layout.Slots[p.Debts[0].Gone]; s.Members != nil || place.EndOf(tl, s.Threads(), tl.End) != 40e6 {
		t.Errorf("the debtor is in %q", s.Name)
	}
}
