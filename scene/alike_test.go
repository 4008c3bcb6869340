package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/detect"
	"tiv/interaction/subject"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

var namingCanvas = shape.Canvas{Width: 1280, Height: 800, Scale: 1}

// Where there is no room for the names of all, threads next to each other with names that differ
// only in a number share one, which says how many they are. Nothing but locks is a disc.
func TestAlikeShareAName(t *testing.T) {
	t.Parallel()
	tl := made(t, "pool", 200, 20_000)
	for _, kind := range []*view.Kind{view.Free, view.Interaction, view.Timeline} {
		look := view.LookAt(tl)
		look.Kind, look.Moment = kind, tl.End/2
		var b Builder
		f := b.Frame(tl, &look, namingCanvas)
		all := 0
		for i, a := range f.Alike {
			all += len(a.Threads)
			title := fmt.Sprintf("%s × %d", strings.TrimSuffix(a.Name, "-*"), len(a.Threads))
			if n := count(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == title }); n != 1 {
				t.Errorf("%v: %d labels %q", kind, n, title)
			}
			pick := shape.PickID{Kind: shape.PickAlike, Index: int32(i)}
			if n := count(f.Names, func(n Name) bool { return n.Pick == pick }); n != 1 && kind.Moment {
				t.Errorf("%v: %d names of %q", kind, n, title)
			}
			if !slices.Equal(f.Threads(pick), a.Threads) {
				t.Errorf("%v: %q are %v", kind, title, f.Threads(pick))
			}
		}
		if all < 190 {
			t.Errorf("%v: %d threads share names", kind, all)
		}
		if n := count(f.Names, func(n Name) bool { return n.Pick.Kind == shape.PickThread }); n > 200-all+1 {
			t.Errorf("%v: %d names of single threads", kind, n)
		}
		for _, h := range f.Views[0].Hits {
			if len(h.Outline) == len(shape.Face{}.Round()) && h.Pick.Kind != shape.PickLock {
				t.Errorf("%v: %v is a disc", kind, h.Pick)
			}
		}
	}
}

// count counts the elements of which something is true.
func count[T any](list []T, is func(T) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}

// A bracket is around the bars that share a name, and around no other bar: a line from a bar to the
// outside crosses it an odd number of times.
func TestBracketsAreAroundTheirBars(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 100 {
		name := fmt.Sprintf("worker-%d", i)
		if i%30 < 3 {
			name = strings.Repeat(string(rune('a'+i/30)), i%30+1)
		}
		fmt.Fprintf(&text, "0s t%d start name=%s\n", i, name)
	}
	tl := story(t, text.String()+"1s - gc-start\n1s - gc-end\n")
	look := lookAt(tl)
	look.Kind = view.Interaction
	var b Builder
	f := b.Frame(tl, &look, namingCanvas)
	v, color := &f.Views[0], look.Palette.Ground.Toward(look.Palette.Text, 0.5)
	in, out := 0, 0
	for _, bar := range v.Bars {
		from := bar.Center.Vec2()
		to, crossed := from.Add(mgl32.Vec2{1000, 17}), 0
		for i := 0; i+5 < len(v.Between); i += 6 {
			if m := v.Between[i : i+6]; m[0].Color == color && crosses(from, to, middleOfLine(m[0], m[5]), middleOfLine(m[1], m[2])) {
				crossed++
			}
		}
		shared := slices.ContainsFunc(f.Alike, func(a view.Cluster) bool { return slices.Contains(a.Threads, f.Threads(bar.Pick)[0]) })
		if shared != (crossed%2 == 1) {
			t.Errorf("bar %v shares a name: %v; lines cross %d brackets", f.Threads(bar.Pick), shared, crossed)
		}
		if shared {
			in++
		} else {
			out++
		}
	}
	if in < 50 || out < 5 {
		t.Errorf("%d bars share names, %d do not", in, out)
	}
}

func middleOfLine(a, b shape.Vertex) mgl32.Vec2 { return a.Pos.Add(b.Pos).Mul(0.5).Vec2() }

// crosses reports whether the line from a to b crosses the one from c to d.
func crosses(a, b, c, d mgl32.Vec2) bool {
	side := func(a, b, p mgl32.Vec2) bool { return (b[0]-a[0])*(p[1]-a[1]) > (b[1]-a[1])*(p[0]-a[0]) }
	return side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
}

// The thread that causes a finding always has its name, and so have those that are pointed at or
// selected, however many there are: in their places, or moved.
func TestCulpritIsNamed(t *testing.T) {
	t.Parallel()
	for _, n := range []int{12, 60, 190} {
		tl := threads(t, n)
		for k := range 30 {
			look := lookAt(tl)
			look.AllEqual = false
			boss := tracefeed.ThreadID(1 + k*(n-3)/29)
			look.Story = subject.Story{Finding: &detect.Finding{}, Culprit: boss, Threads: look.Threads}
			look.Selected, look.Hovered = boss+1, shape.PickID{Kind: shape.PickThread, Index: int32(boss + 2)}
			for _, kind := range []*view.Kind{view.Free, view.Timeline, view.Interaction} {
				look.Kind = kind
				if look.Camera.Yaw += 0.2; !kind.Turns {
					look.Camera.Pan = mgl32.Vec2{}
				}
				var b Builder
				f := b.Frame(tl, &look, shape.Canvas{Width: 700, Height: 500, Scale: 1})
				checkTexts(t, f, kind, shape.Canvas{Width: 700, Height: 500, Scale: 1})
				for _, id := range []tracefeed.ThreadID{boss, boss + 1, boss + 2} {
					name := tl.Threads[id].Name
					if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == name }) {
						t.Errorf("%v of %d threads: %s is not named", kind, n, name)
					}
				}
			}
		}
	}
}

// A thread that the user moves leaves its group, which stays one.
func TestMovedThreadLeavesItsGroup(t *testing.T) {
	t.Parallel()
	tl := threads(t, 100)
	look := lookAt(tl)
	look.Kind = view.Interaction
	look.Places = map[tracefeed.ThreadID]mgl32.Vec2{look.Threads[50]: {0.3, 1.4}}
	var b Builder
	f := b.Frame(tl, &look, namingCanvas)
	if len(f.Alike) != 1 || len(f.Alike[0].Threads) != 99 || slices.Contains(f.Alike[0].Threads, look.Threads[50]) {
		t.Errorf("groups %+v", f.Alike)
	}
}

// Threads that the user moves together share a name at their new places, the rest shares another.
func TestMovedThreadsShareAName(t *testing.T) {
	t.Parallel()
	tl := threads(t, 100)
	look := lookAt(tl)
	look.Kind = view.Interaction
	var b Builder
	f := b.Frame(tl, &look, namingCanvas)
	look.Places = map[tracefeed.ThreadID]mgl32.Vec2{}
	for _, bar := range f.Views[0].Bars {
		if i := tracefeed.ThreadID(bar.Pick.Index); i <= 20 {
			look.Places[i] = f.Relative(bar.Center.Vec2().Add(mgl32.Vec2{0, -40}))
		}
	}
	f = b.Frame(tl, &look, namingCanvas)
	if len(f.Alike) != 2 || len(f.Alike[0].Threads) != 20 {
		t.Errorf("groups %+v", f.Alike)
	}
}
