package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// The ground of a cluster lies behind its own bars and behind no others, and
// its name is there once.
func TestGroundsHoldTheirMembers(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 30, 300, 1)
	for _, folded := range []bool{false, true} {
		look := lookAt(tl)
		look.Kind, look.Level = view.Interaction, lod.Mid
		look.Clusters = []view.Cluster{
			{Name: "first", Threads: []tracefeed.ThreadID{2, 5, 9, 12, 13, 20}, Color: paint.Color{R: 255, G: 0, B: 0, A: 255},
				Folded: folded},
			{Name: "second", Threads: []tracefeed.ThreadID{1, 3, 22}, Color: paint.Color{R: 0, G: 0, B: 255, A: 255}},
		}
		p, f := pictureOf(tl, &look)
		for i := range p.Layout.Slots {
			s := &p.Layout.Slots[i]
			got := map[paint.Color]bool{}
			for _, c := range []mgl32.Vec2{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, 0}} {
				at := s.At.Add(mgl32.Vec2{c[0] * p.Layout.Half[0] * 0.99, c[1] * p.Layout.Half[1] * 0.99})
				got[groundAt(f.Views[0].Below, at)] = true
			}
			want := paint.Color{}
			if s.User > 0 {
				want = p.Colors.Ground.Toward(look.Clusters[s.User-1].Color, 0.2)
			}
			if len(got) != 1 || !got[want] {
				t.Errorf("folded %v: behind %s is %v, want %v", folded, s.Name, got, want)
			}
		}
		said := map[string]int{}
		for _, text := range f.Overlay.Texts {
			said[text.Text]++
		}
		if want := map[bool][3]int{false: {1, 0, 1}, true: {0, 1, 1}}[folded]; said["first"] != want[0] ||
			said["first × 6"] != want[1] || said["second"] != want[2] {
			t.Errorf("folded %v: names %v", folded, said)
		}
	}
}

// In the 3D view, the grounds are behind all bars from any side: at the far
// end of the bars, or at the moment.
func TestGroundsBehindBars(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 12, 100, 1)
	look := lookAt(tl)
	look.Kind = view.Free
	look.Clusters = []view.Cluster{{Name: "first", Threads: []tracefeed.ThreadID{2, 5, 9}, Color: paint.Color{R: 255, G: 0, B: 0, A: 255}}}
	for yaw := float32(-3); yaw <= 3; yaw += 0.5 {
		look.Camera.Yaw = yaw
		p, f := pictureOf(tl, &look)
		v, corners := &f.Views[0], 0
		for _, c := range v.Below {
			if c.Color != p.Colors.Ground.Toward(look.Clusters[0].Color, 0.2) {
				continue
			}
			corners++
			other := mgl32.Vec3{c.Pos[0], c.Pos[1], -p.Layout.Depth - c.Pos[2]}
			if v.Eye.Sub(c.Pos).Len() < v.Eye.Sub(other).Len() || c.Pos[1] < p.Layout.Floor() {
				t.Fatalf("turned by %v, a ground stands at %v, before the bars or below the floor at %v", yaw, c.Pos, p.Layout.Floor())
			}
		}
		if corners != 3*6 {
			t.Errorf("turned by %v: %d corners of grounds, want 3 times 6", yaw, corners)
		}
	}
}

// groundAt returns the colour of the last triangle of a mesh over a point.
func groundAt(m shape.Mesh, at mgl32.Vec2) (c paint.Color) {
	for i := 0; i+2 < len(m); i += 3 {
		corners := []mgl32.Vec2{m[i].Pos.Vec2(), m[i+1].Pos.Vec2(), m[i+2].Pos.Vec2()}
		if shape.Inside(corners, at) {
			c = m[i].Color
		}
	}
	return c
}

// Rows of the timeline view have the stripe of their cluster.
func TestStripes(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 12, 100, 1)
	look := lookAt(tl)
	look.Kind = view.Timeline
	look.Clusters = []view.Cluster{{Name: "first", Threads: []tracefeed.ThreadID{2, 5, 9}, Color: paint.Color{R: 255, G: 0, B: 0, A: 255}}}
	p, f := pictureOf(tl, &look)
	v := &f.Views[0]
	for i := range p.Layout.Slots {
		s := &p.Layout.Slots[i]
		at, _ := v.Project(s.At.Vec3(0))
		striped := slices.ContainsFunc(f.Overlay.Rects, func(r shape.OverlayRect) bool {
			return r.Color == look.Clusters[0].Color && at[1] > r.Rect.Y0 && at[1] < r.Rect.Y1 && r.Rect.X1 <= v.Rect.X0
		})
		if striped != (s.User > 0) {
			t.Errorf("%s has a stripe: %v", s.Name, striped)
		}
	}
}

// A thread without a bar at the moment has an empty outline and an explanation.
func TestGone(t *testing.T) {
	t.Parallel()
	tl := story(t, `0ms a start name=early-1
0ms b start name=early-2
0ms m start name=main
10ms a end
40ms b end
60ms c start name=late
100ms m end
`)
	for _, c := range []struct {
		at    tracefeed.Time
		level lod.Level
		want  []string
	}{
		{30, lod.Crowd, []string{"", "", "not started"}},
		{50, lod.Crowd, []string{"", "not started", "ended"}},
		{90, lod.Crowd, []string{"", "", "ended"}},
		{30, lod.Near, []string{"ended", "", "", "not started"}},
		{0, lod.Near, []string{"", "", "", "not started"}},
	} {
		look := lookAt(tl)
		look.Kind, look.Level, look.Moment, look.Step = view.Interaction, c.level, c.at*tracefeed.Millisecond, tracefeed.Millisecond
		p, f := pictureOf(tl, &look)
		outlines := 0
		for i := range p.Layout.Slots {
			s := &p.Layout.Slots[i]
			if s.Gone != c.want[i] {
				t.Errorf("at %d ms %s is %q, want %q", c.at, s.Name, s.Gone, c.want[i])
			}
			shown := shape.AliveShare(f.Shares.Front(i)) > 0
			if shown == (s.Gone != "" || c.at == 0) {
				t.Errorf("at %d ms %s is %q, has a front: %v", c.at, s.Name, s.Gone, shown)
			}
			if !shown {
				outlines++
			}
			if s.Gone != "" {
				said := s.Name + " · " + s.Gone
				if s.Name == "early-1" {
					said += " at 10 ms"
				}
				if !slices.ContainsFunc(f.Overlay.Texts, func(text shape.Text) bool { return text.Text == said }) {
					t.Errorf("at %d ms nothing says that %s has %s", c.at, s.Name, s.Gone)
				}
			}
		}
		if n := len(f.Views[0].Below); n != outlines*4*6 {
			t.Errorf("at %d ms: %d corners of outlines, want those of %d", c.at, n, outlines)
		}
	}
}

// A thread that ended within step 0 has a front with its earlier states in an outline, and
// its name says when it ended.
func TestThreadsThatJustEndedSaySo(t *testing.T) {
	t.Parallel()
	tl := story(t, "0ms a start\n0ms b start\n0ms c start\n31ms a end\n50ms b end\n")
	for _, c := range []struct {
		at   tracefeed.Time
		want string
	}{{30, "a b c"}, {35, "a · ended at 31 ms b c"}, {41, "a · ended at 31 ms b c"}, {50, "a · ended at 31 ms b c"}} {
		look := lookAt(tl)
		look.Kind, look.Moment, look.Step = view.Interaction, c.at*tracefeed.Millisecond, 10*tracefeed.Millisecond
		_, f := pictureOf(tl, &look)
		var names []string
		for _, x := range f.Overlay.Texts {
			names = append(names, x.Text)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("at %d ms names are %q, want %q", c.at, got, c.want)
		}
		if outlined := len(f.Views[0].Below)+len(f.Views[0].Above) > 0; outlined != strings.Contains(c.want, "ended") {
			t.Errorf("at %d ms there are outlines: %v", c.at, outlined)
		}
	}
}

// Threads that have ended are as bright as others: their past stays.
func TestEndedThreadsKeepTheirPast(t *testing.T) {
	t.Parallel()
	tl := story(t, "0ms a start\n0ms b start\n0ms c start\n30ms a end\n100ms b end\n100ms c end\n")
	for _, kind := range kinds {
		look := view.LookAt(tl)
		look.Kind, look.Moment = kind, 90*tracefeed.Millisecond
		_, f := pictureOf(tl, &look)
		for i, b := range f.Views[0].Bars {
			if b.Emphasis != 1 {
				t.Errorf("%s: thread %d has emphasis %v", kind.Name, i+1, b.Emphasis)
			}
		}
	}
}

// The time of the end is left out where it would cover another bar, or leave the view,
// and of many bars.
func TestEndIsDatedWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, "0ms t%d start name=some-worker-%d\n", i, i)
	}
	for i := range 30 {
		if i%3 == 0 {
			fmt.Fprintf(&b, "50ms t%d end\n", i)
		}
	}
	tl := story(t, b.String()+"100ms t29 suspend-start sleep\n")
	for _, c := range []struct {
		level lod.Level
		dated bool
	}{{lod.Near, true}, {lod.Far, false}} {
		look := view.LookAt(tl)
		look.Kind, look.Moment, look.Level = view.Split, 60*tracefeed.Millisecond, c.level
		p, f := pictureOf(tl, &look)
		v, dated, short := &f.Views[1], 0, 0
		for _, n := range f.Names {
			said := slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool {
				return strings.HasSuffix(x.Text, " at 50 ms") && x.X >= n.Box.X0 && x.X < n.Box.X1 && x.Y > n.Box.Y0 && x.Y < n.Box.Y1
			})
			if !said {
				short++
				continue
			}
			dated++
			for i, bar := range v.Bars {
				s := &p.Layout.Slots[i]
				low, _ := v.Project(s.At.Sub(p.Layout.HalfOf(s)).Vec3(0))
				high, _ := v.Project(s.At.Add(p.Layout.HalfOf(s)).Vec3(0))
				if bar.Pick != n.Pick && s.Gone == "" && n.Box.X0 < high[0] && low[0] < n.Box.X1 && n.Box.Y0 < low[1] &&
					high[1] < n.Box.Y1 {
					t.Errorf("level %v: the name of bar %d, with its end, covers bar %d", c.level, n.Pick.Index, i)
				}
			}
		}
		if dated > 0 != c.dated || short == 0 {
			t.Errorf("level %v: %d names with the time of the end, %d without", c.level, dated, short)
		}
	}
}
