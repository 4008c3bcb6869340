package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
)

// A search for functions makes the calls of others faint, and counts those found: of the
// function of that name or, without one, of those whose names contain the text.
func TestFoundCalls(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 10 {
		for k, name := range []string{"main.next", "main.nextRow", "io.Read"} {
			at := 300*i + 100*k
			fmt.Fprintf(&text, "%dns A call-enter %s\n%dns A call-exit %s\n", at, name, at+90, name)
		}
	}
	text.WriteString("3000ns A end\n")
	tl := story(t, text.String())
	look := lookAtCalls(tl, 0, tl.End)
	var b Builder
	colors := func(found string) (of [3]paint.Color, calls Calls) {
		look.Found = found
		f := b.Frame(tl, &look, shape.Canvas{Width: 1200, Height: 300, Scale: 1})
		raster, row := f.Views[0].Raster, f.Calls.rows[0]
		line := raster.Pixels[(int(row.Lanes-raster.Rect.Y0)+2)*raster.Width:][:raster.Width]
		for k := range of {
			of[k] = line[(100*k+50)*raster.Width/3000]
		}
		return of, f.Calls
	}
	all, calls := colors("")
	if calls.found != 0 || slices.Contains(calls.Facts(), "0 calls found") {
		t.Errorf("without a search, %d calls are found", calls.found)
	}
	for search, want := range map[string]struct {
		lit   [3]bool
		found int
	}{
		"main.next": {[3]bool{true, false, false}, 10},
		"NEXT":      {[3]bool{true, true, false}, 20},
		"nothing":   {[3]bool{}, 0},
	} {
		of, calls := colors(search)
		for k := range of {
			if (of[k] == all[k]) != want.lit[k] {
				t.Errorf("%s: call %d is %v, without a search %v", search, k, of[k], all[k])
			}
		}
		if calls.found != want.found || calls.foundAtMost || want.found > 0 != slices.Contains(calls.Facts(),
			fmt.Sprintf("%d calls found", want.found)) {
			t.Errorf("%s: %d calls are found; want %d, %q", search, calls.found, want.found, calls.Facts())
		}
	}
}

// Rows with few calls are no higher than they need while others lack lanes, and names are
// beside what is drawn.
func TestUnevenRows(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("0ns flat call-enter f0\n0ns idle start\n")
	for i := range 30 {
		fmt.Fprintf(&text, "%dns deep call-enter f%d\n", i, i)
	}
	text.WriteString("1000ns deep end\n")
	tl := story(t, text.String())
	look := lookAtCalls(tl, 0, tl.End)
	var b Builder
	for _, high := range []int{420, 600} {
		f := b.Frame(tl, &look, shape.Canvas{Width: 1000, Height: high, Scale: 1})
		for i := range f.Calls.rows {
			row := &f.Calls.rows[i]
			name, used := f.Calls.slots[row.Slot].Name, row.Lanes+float32(row.Count)*row.High
			if high == 420 && row.Bottom-used > 20 {
				t.Errorf("%s: %v empty pixels below %d lanes, while others are not drawn", name, row.Bottom-used, row.Count)
			}
			if high == 600 && row.Count < row.Depth {
				t.Errorf("%s: %d of %d lanes are drawn", name, row.Count, row.Depth)
			}
			if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool {
				return strings.Contains(x.Text, name) && x.Y > row.Top && x.Y-x.Size <= used
			}) {
				t.Errorf("%s: its name is not beside what is drawn", name)
			}
		}
	}
	look.Kind = view.CodeSplit
	f := b.Frame(tl, &look, shape.Canvas{Width: 1000, Height: 600, Scale: 1})
	if a, b := f.Calls.rows[0], f.Calls.rows[1]; mgl32.Abs(a.Bottom-a.Top-(b.Bottom-b.Top)) > 1 {
		t.Errorf("beside another view, rows of %v and %v", a.Bottom-a.Top, b.Bottom-b.Top)
	}
}
