package ui_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"unsafe"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/shape"
)

// looksForCuts makes the window report what is cut in each frame, and obey the lines of its
// standard input.
const looksForCuts = "TIV_TEST_CUTS"

// arrangement is a line of that input: panels that come to the front, and whether everything is
// scrolled to its end.
type arrangement struct {
	Front []string
	Ends  bool
}

// cutLooker finds what is cut in the window of this process, in the triangles that Dear ImGui has
// made for a frame.
type cutLooker struct {
	orders  chan arrangement
	done    int
	ends    bool
	glyphs  map[uv]bool // all that were seen in the texture of the fonts
	texture imgui.TextureID
}

// uv is a rectangle in the texture of the fonts.
type uv struct{ x0, y0, x1, y1 float32 }

func newCutLooker(in io.Reader) *cutLooker {
	l := &cutLooker{orders: make(chan arrangement, 100), glyphs: map[uv]bool{}}
	go func() {
		for lines := bufio.NewScanner(in); lines.Scan(); {
			var a arrangement
			if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
				panic(err)
			}
			l.orders <- a
		}
	}()
	return l
}

// look returns what is cut in the frame that was drawn, and the number of arrangements that it shows.
// It arranges the next frame.
func (l *cutLooker) look() (found []string, arranged int) {
	found, arranged = l.cuts(), l.done
	for len(l.orders) > 0 {
		a := <-l.orders
		for _, name := range a.Front {
			imgui.SetWindowFocusStr(name)
		}
		l.done++
		if l.ends = a.Ends; !l.ends {
			for _, w := range windows() {
				imgui.InternalSetScrollYWindowPtr(w, 0)
			}
		}
	}
	for _, w := range windows() {
		if most := w.ScrollMax().Y; w.Active() && l.ends && w.Scroll().Y < most {
			imgui.InternalSetScrollYWindowPtr(w, most)
		}
	}
	return found, arranged
}

// pointers returns the elements of a vector of pointers of Dear ImGui; first is its first one, as
// the bindings give it.
func pointers(first unsafe.Pointer, n int) []unsafe.Pointer {
	return unsafe.Slice((*unsafe.Pointer)(first), n)
}

// windows returns all windows of Dear ImGui.
func windows() (list []*imgui.Window) {
	v := imgui.CurrentContext().Windows()
	for _, p := range pointers(unsafe.Pointer(v.Data.CData), v.Size) {
		list = append(list, imgui.NewWindowFromC(p))
	}
	return list
}

// cuts describes what is cut: signs and frames that a panel shows in part, and panels with more
// than they show and without a bar to scroll.
func (l *cutLooker) cuts() (found []string) {
	for _, w := range windows() {
		if !w.Active() || w.Hidden() || w.SkipItems() || w.Flags()&imgui.WindowFlagsMenuBar != 0 || strings.Contains(w.Name(), "/##note") {
			continue // a field for several lines scrolls with its cursor
		}
		if more := w.ScrollMax(); more.Y > 0 && !w.ScrollbarY() || more.X > 0 && !w.ScrollbarX() {
			found = append(found, fmt.Sprintf("%s has %.0f×%.0f pixels more, and no bar to scroll", w.Name(), more.X, more.Y))
		}
	}
	data := imgui.CurrentDrawData()
	v := data.CmdLists()
	for _, p := range pointers(unsafe.Pointer(v.Data.CData), v.Size) {
		list := imgui.NewDrawListFromC(p)
		if name := list.OwnerName(); !strings.HasPrefix(name, "##Background") && !strings.HasPrefix(name, "##Foreground") {
			found = append(found, l.cutIn(name, list)...)
		}
	}
	return found
}

// vertex is one of Dear ImGui's.
type vertex struct {
	x, y, u, v float32
	color      uint32
}

// piece is something drawn, and the rectangle that limits it.
type piece struct {
	at, clip shape.Rect
	what     string
}

// shown returns the part of a piece that is inside its clip rectangle.
func (p *piece) shown() shape.Rect {
	return shape.Rect{X0: max(p.at.X0, p.clip.X0), Y0: max(p.at.Y0, p.clip.Y0), X1: min(p.at.X1, p.clip.X1), Y1: min(p.at.Y1, p.clip.Y1)}
}

// cutIn describes what is cut in a draw list.
func (l *cutLooker) cutIn(name string, list *imgui.DrawList) (found []string) {
	w := imgui.InternalFindWindowByName(name)
	scrolled, sideways := false, false
	if w != nil && w.CData != nil {
		scrolled, sideways = w.Scroll().Y > 0, w.ScrollbarX()
	}
	cv, iv, vv := list.CmdBuffer(), list.IdxBuffer(), list.VtxBuffer()
	if vv.Size == 0 {
		return nil
	}
	vertices := unsafe.Slice((*vertex)(unsafe.Pointer(vv.Data.CData)), vv.Size)
	indices := unsafe.Slice((*uint16)(unsafe.Pointer(iv.Data)), iv.Size)
	var cut []piece
	for i := range cv.Size {
		cmd := imgui.NewDrawCmdFromC(unsafe.Add(unsafe.Pointer(cv.Data.CData), uintptr(i)*unsafe.Sizeof(*cv.Data.CData)))
		c := cmd.ClipRect()
		if tex := cmd.TexRef(); cmd.ElemCount() > 0 && tex.TexID() != l.texture {
			l.texture, l.glyphs = tex.TexID(), map[uv]bool{}
		}
		of := vertices[cmd.VtxOffset():]
		clip := shape.Rect{X0: c.X, Y0: c.Y, X1: c.Z, Y1: c.W}
		if sideways {
			clip.X0, clip.X1 = -math.MaxInt16, math.MaxInt16
		}
		cut = l.pieces(cut, of, indices[cmd.IdxOffset():][:cmd.ElemCount()], clip, scrolled)
	}
	for i, p := range cut {
		if i > 0 && p.what == cut[i-1].what && p.clip == cut[i-1].clip {
			continue // of the same line
		}
		found = append(found, fmt.Sprintf("%s: %s at %.0f,%.0f–%.0f,%.0f is cut at %.0f,%.0f–%.0f,%.0f", name, p.what, p.at.X0, p.at.Y0,
			p.at.X1, p.at.Y1, p.clip.X0, p.clip.Y0, p.clip.X1, p.clip.Y1))
	}
	return found
}

// pieces adds the pieces of one draw command that are cut. What a later opaque rectangle covers
// is none, nor the line at the top of something scrolled.
func (l *cutLooker) pieces(cut []piece, of []vertex, indices []uint16, clip shape.Rect, scrolled bool) []piece {
	for i := 0; i+3 <= len(indices); {
		if q, ok := quad(indices[i:]); ok {
			a, b := of[q], of[q+2]
			at := shape.Rect{X0: a.x, Y0: a.y, X1: b.x, Y1: b.y}
			if scrolled {
				at.Y0 = max(at.Y0, min(clip.Y0, at.Y1))
			}
			switch {
			case a.u != b.u && a.v != b.v && scrolled && at.Y0 <= clip.Y0:
			case a.u != b.u && a.v != b.v:
				cut = l.glyph(cut, piece{at, clip, "a sign"}, uv{a.u, a.v, b.u, b.v})
			case a.u == b.u && a.v == b.v && a.color>>24 == 255:
				cut = uncovered(cut, at)
			}
			i += 6
			continue
		}
		n, at, full := figure(of, indices[i:])
		if full && isFrame(at) && !(scrolled && at.Y0 < clip.Y0) {
			cut = add(cut, piece{at, clip, "a frame"})
		}
		i += n
	}
	return cut
}

// quad returns the first vertex of a rectangle of two triangles.
func quad(i []uint16) (first uint16, ok bool) {
	if len(i) < 6 {
		return 0, false
	}
	k := i[0]
	return k, i[1] == k+1 && i[2] == k+2 && i[3] == k && i[4] == k+2 && i[5] == k+3
}

// figure returns the number of indices of a polygon or a line, the rectangle around it, and whether it
// fills that.
func figure(of []vertex, indices []uint16) (n int, at shape.Rect, full bool) {
	at = shape.Rect{X0: math.MaxFloat32, Y0: math.MaxFloat32, X1: -math.MaxFloat32, Y1: -math.MaxFloat32}
	area := float32(0)
	last, color := indices[0], of[indices[0]].color<<8
	for ; n+3 <= len(indices); n += 3 {
		t := indices[n : n+3]
		if _, ok := quad(indices[n:]); n > 0 && (ok || min(t[0], t[1], t[2]) > last || of[t[0]].color<<8 != color) {
			break
		}
		a, b, c := of[t[0]], of[t[1]], of[t[2]]
		area += max((b.x-a.x)*(c.y-a.y)-(c.x-a.x)*(b.y-a.y), (c.x-a.x)*(b.y-a.y)-(b.x-a.x)*(c.y-a.y)) / 2
		for _, k := range t {
			v := &of[k]
			at = shape.Rect{X0: min(at.X0, v.x), Y0: min(at.Y0, v.y), X1: max(at.X1, v.x), Y1: max(at.Y1, v.y)}
			last = max(last, k)
		}
	}
	return n, at, area > 0.8*at.Width()*at.Height()
}

// isFrame reports whether a figure is as high as the frame of a button or field.
func isFrame(at shape.Rect) bool {
	is := func(high float32) bool { return math.Abs(float64(at.Height()-high)) <= 1.5 }
	return (is(imgui.FrameHeight()) || is(imgui.TextLineHeight())) && at.Width() > 0.8*at.Height()
}

// glyph adds a sign if it is cut: by its clip rectangle, or before, so that its place in the texture
// is a part of that of another one.
func (l *cutLooker) glyph(cut []piece, p piece, at uv) []piece {
	const most = 0.85 // of a sign, unless it is cut
	l.glyphs[at] = true
	for whole := range l.glyphs {
		if whole != at && whole.x0 <= at.x0 && whole.y0 <= at.y0 && whole.x1 >= at.x1 && whole.y1 >= at.y1 {
			if at.x1-at.x0 < most*(whole.x1-whole.x0) || at.y1-at.y0 < most*(whole.y1-whole.y0) {
				p.what = "a part of a sign"
				return append(cut, p)
			}
		}
	}
	return add(cut, p)
}

// add adds a piece if a part of it is hidden.
func add(cut []piece, p piece) []piece {
	const most = 1.1
	s := p.shown()
	if s.X1-s.X0 < 0.5 || s.Y1-s.Y0 < 0.5 || p.at.Width()-s.Width() <= most && p.at.Height()-s.Height() <= most {
		return cut
	}
	return append(cut, p)
}

// uncovered removes the pieces that an opaque rectangle covers.
func uncovered(cut []piece, by shape.Rect) []piece {
	const fringe = 1.1 // pale pixels around figures
	kept := cut[:0]
	for _, p := range cut {
		if s := p.shown(); s.X0 < by.X0-fringe || s.Y0 < by.Y0-fringe || s.X1 > by.X1+fringe || s.Y1 > by.Y1+fringe {
			kept = append(kept, p)
		}
	}
	return kept
}
