package scene

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

const milli = tracefeed.Millisecond

// noted returns the picture of a deadlock with notes, at a moment.
func noted(t *testing.T, kind *view.Kind, moment tracefeed.Time, notes ...view.Note) (*view.Look, *Frame) {
	t.Helper()
	tl := story(t, deadlocked)
	look := lookAt(tl)
	look.Kind, look.Moment, look.Notes = kind, moment, notes
	look.Step, look.Steps, look.History = milli, 50, 20
	var b Builder
	return &look, b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 720, Scale: 1})
}

// flagged lists the notes that have a flag in a view.
func flagged(f *Frame, view int) (notes []int) {
	for _, fl := range f.Flags {
		if fl.view == view {
			notes = append(notes, fl.Note)
		}
	}
	return notes
}

// Flags and texts of notes never lie on each other, stay in the picture, can be
// picked, and each note has a flag or is counted.
func TestFlagsHaveRoom(t *testing.T) {
	t.Parallel()
	traces := []*timeline.Timeline{story(t, deadlocked), reduced.Busy(t, 9, 300, 1), reduced.Busy(t, 40, 300, 2), threads(t, 150),
		story(t, "")}
	rng := rand.New(rand.NewPCG(3, 4))
	flags := 0
	for range 400 {
		tl := traces[rng.IntN(len(traces))]
		look := randomLook(rng, tl)
		look.History = look.Steps
		canvas := shape.Canvas{Width: 64 + rng.IntN(2000), Height: 64 + rng.IntN(1200), Scale: 0.5 + 2*rng.Float32()}
		var b Builder
		f := b.Frame(tl, &look, canvas)
		checkFlags(t, f, &look)
		if flags += len(f.Flags); t.Failed() {
			t.Fatalf("%v, %+v, %d notes", look.Kind, canvas, len(look.Notes))
		}
	}
	if flags < 1000 {
		t.Errorf("only %d flags were looked at", flags)
	}
}

func checkFlags(t *testing.T, f *Frame, look *view.Look) {
	t.Helper()
	shown := map[int]bool{}
	var boxes []shape.Rect
	for _, fl := range f.Flags {
		shown[fl.Note] = true
		boxes = append(boxes, fl.Box)
		if fl.label != (shape.Rect{}) {
			boxes = append(boxes, fl.label)
		}
		if p, view := f.At((fl.Box.X0+fl.Box.X1)/2,
			(fl.Box.Y0+fl.Box.Y1)/2); p != (shape.PickID{Kind: shape.PickNote, Index: int32(fl.Note)}) || view != fl.view {
			t.Errorf("under the flag of note %d is %v of view %d", fl.Note, p, view)
		}
	}
	for i, a := range boxes {
		if a.X0 < 0 || a.Y0 < 0 || a.X1 > float32(f.Width) || a.Y1 > float32(f.Height) {
			t.Errorf("%v leaves the picture", a)
		}
		for _, b := range boxes[:i] {
			if a.X0 < b.X1 && b.X0 < a.X1 && a.Y0 < b.Y1 && b.Y0 < a.Y1 {
				t.Errorf("%v lies on %v", a, b)
			}
		}
	}
	if len(shown)+f.NotesOmitted != len(look.Notes) || len(f.Flags) > maxFlags*len(f.Views) {
		t.Errorf("%d flags, %d notes shown and %d counted of %d", len(f.Flags), len(shown), f.NotesOmitted, len(look.Notes))
	}
}

// A flag of the timeline view is at its moment, in the row of its thread.
func TestFlagStandsAtItsMoment(t *testing.T) {
	t.Parallel()
	look, f := noted(t, view.Timeline, 90*milli, view.Note{Text: "w", Moment: 60 * milli, Thread: 2, Blocker: 0},
		view.Note{Text: "m", Moment: 70 * milli, Thread: 0, Blocker: 0},
		view.Note{Text: "early", Moment: 30 * milli, Thread: 2, Blocker: 0}, view.Note{Text: "late", Moment: 95 * milli, Thread: 2,
			Blocker: 0})
	if got := flagged(f, 0); !slices.Equal(got, []int{0, 1, 3}) || f.NotesOmitted != 1 {
		t.Fatalf("notes %v are shown and %d counted", got, f.NotesOmitted)
	}
	v := &f.Views[0]
	from, to := look.Window()
	i := slices.IndexFunc(v.Bars, func(b shape.Bar) bool { return b.Pick == shape.PickID{Kind: shape.PickThread, Index: 2} })
	row, _ := v.Project(v.Bars[i].Center)
	for n, tall := range []float32{2 * (v.Rect.Height() / float32(2*len(v.Bars)+1)) * 0.6, v.Time.Height()} {
		x := v.Time.X0 + v.Time.Width()*float32(look.Notes[n].Moment-from)/float32(to-from)
		if !slices.ContainsFunc(f.Overlay.Rects, func(r shape.OverlayRect) bool {
			return mgl32.Abs((r.Rect.X0+r.Rect.X1)/2-x) < 0.1 && r.Rect.Width() < 2 && r.Rect.Height() > tall && r.Rect.Y0 < row[1] &&
				r.Rect.Y1 > row[1]
		}) {
			t.Errorf("note %d: no pole across its row at %v", n, x)
		}
	}
}

// In views of the moment a note is there while it is in the history; about an
// edge, in its middle; else at the bar.
func TestFlagStandsAtItsThing(t *testing.T) {
	t.Parallel()
	for _, kind := range []*view.Kind{view.Free, view.Interaction} {
		at := []view.Note{{Text: "edge", Moment: 85 * milli, Thread: 2, Blocker: 3},
			{Text: "bar", Moment: 80 * milli, Thread: 4, Blocker: 0}, {Text: "moment", Moment: 75 * milli, Thread: 0,
				Blocker: 0}, {Text: "no edge", Moment: 72 * milli, Thread: 4, Blocker: 1},
			{Text: "before", Moment: 69 * milli, Thread: 4, Blocker: 0}, {Text: "after", Moment: 91 * milli, Thread: 4, Blocker: 0}}
		_, f := noted(t, kind, 90*milli, at...)
		slices.SortFunc(f.Flags, func(a, b Flag) int { return a.Note - b.Note })
		if got := flagged(f, 0); !slices.Equal(got, []int{0, 1, 2, 3}) || f.NotesOmitted != 2 {
			t.Fatalf("%v: notes %v are shown and %d counted", kind, got, f.NotesOmitted)
		}
		v := &f.Views[0]
		if kind == view.Interaction {
			ring := slices.IndexFunc(v.Hits, func(h shape.Hit) bool {
				return h.Pick.Kind == shape.PickEdge &&
					f.Links[h.Pick.Index].Blocked == 2
			})
			if m := middle(v.Hits[ring].Outline); !shape.Inside(v.Hits[ring].Outline, m) || distance(m, f.Flags[0].Box) > 10 {
				t.Errorf("the flag of the edge at %v is at %v", m, f.Flags[0].Box)
			}
		}
		i := slices.IndexFunc(v.Bars, func(b shape.Bar) bool { return b.Pick == shape.PickID{Kind: shape.PickThread, Index: 4} })
		b := &v.Bars[i]
		corner, _ := v.Project(b.Center.Add(mgl32.Vec3{b.HalfWidth, b.HalfHeight, 0}))
		if distance(corner, f.Flags[1].Box) > 10 || distance(corner, f.Flags[3].Box) > 40 {
			t.Errorf("%v: flags of the bar at %v are at %v and %v", kind, corner, f.Flags[1].Box, f.Flags[3].Box)
		}
		if distance(mgl32.Vec2{v.Rect.X0, v.Rect.Y1}, f.Flags[2].Box) > 20 {
			t.Errorf("%v: the flag of the moment is at %v", kind, f.Flags[2].Box)
		}
	}
}

// distance returns how far a point is from a rectangle.
func distance(at mgl32.Vec2, r shape.Rect) float32 {
	return at.Sub(mgl32.Vec2{min(max(at[0], r.X0), r.X1), min(max(at[1], r.Y0), r.Y1)}).Len()
}

// In a crowd, a thread's note is at the bar of its cluster; of a thread that is
// not shown it is counted, and the caption says so.
func TestFlagsOfWhatHasNoBar(t *testing.T) {
	t.Parallel()
	tl := threads(t, 60)
	look := lookAt(tl)
	look.Kind, look.Level, look.Caption = view.Interaction, lod.Crowd, true
	look.Notes = []view.Note{{Text: "in it", Moment: tl.End, Thread: 7, Blocker: 0},
		{Text: "hidden", Moment: tl.End, Thread: 60, Blocker: 0}}
	look.Threads = look.Threads[:59]
	var b Builder
	f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 720, Scale: 1})
	if got := flagged(f, 0); !slices.Equal(got, []int{0}) {
		t.Errorf("notes %v have flags", got)
	}
	if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return strings.Contains(x.Text, "1 of 2 notes not in view") }) {
		t.Error("the caption does not count the other")
	}
}

// A picture of the moment says when a note is about that is not about it.
func TestNoteSaysWhen(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		_, f := noted(t, kind, 90*milli, view.Note{Text: "then", Moment: 80 * milli, Thread: 4, Blocker: 0},
			view.Note{Text: "now", Moment: 90 * milli, Thread: 3, Blocker: 0})
		says := func(s string) bool {
			return slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == s })
		}
		if !says("now") || says("80 ms: then") != (kind.Moment || kind.Turns) || says("then") != kind.TimeAxis {
			t.Errorf("%v: %+v", kind, f.Overlay.Texts)
		}
	}
}

// A flag is faded exactly if a bar stands before its place, and then never on a
// bar if there is room.
func TestFlagsBehindBars(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	faded, clear := 0, 0
	for range 200 {
		tl := reduced.Busy(t, 12, 300, rng.Uint64N(9))
		look := lookAt(tl)
		look.Moment, look.History = tl.End/2, look.Steps
		look.Camera.Yaw, look.Camera.Pitch = rng.Float32()*6-3, rng.Float32()*3-1.5
		thread := look.Threads[rng.IntN(len(look.Threads))]
		look.Notes = []view.Note{{Text: "x", Moment: look.Moment, Thread: thread}}
		st, f := pictureOf(tl, &look)
		if len(f.Flags) == 0 {
			continue
		}
		s := &st.Layout.Slots[st.Layout.SlotOf[thread]]
		corner := s.At.Add(st.Layout.HalfOf(s)).Vec3(st.NearEnd(s))
		at, _ := f.Views[0].Project(corner)
		bar := shape.PickID{}
		eye := f.Views[0].Eye
		if hit := f.Views[0].Strike(f.Shares, f.Scale, at[0], at[1]); hit.Bar >= 0 && hit.At.Sub(eye).Len() < 0.99*corner.Sub(eye).Len() {
			bar = f.Views[0].Bars[hit.Bar].Pick
		}
		switch own := bar == (shape.PickID{Kind: shape.PickThread, Index: int32(thread)}); {
		case f.Flags[0].faded && bar == (shape.PickID{}):
			t.Errorf("yaw %v, pitch %v: a flag at the free corner of %d is faded", look.Camera.Yaw, look.Camera.Pitch, thread)
		case !f.Flags[0].faded && bar != (shape.PickID{}) && !own:
			t.Errorf("yaw %v, pitch %v: a flag behind %v is not faded", look.Camera.Yaw, look.Camera.Pitch, bar)
		case f.Flags[0].faded:
			faded++
		default:
			clear++
		}
	}
	if faded < 20 || clear < 20 {
		t.Errorf("%d flags were faded, %d not", faded, clear)
	}
}
