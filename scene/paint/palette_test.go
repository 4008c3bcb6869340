package paint

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"tiv/internal/vision"
	"tiv/lod"
)

// The constraints on palettes, with their reasons.
const (
	// apart is the smallest difference (CIEDE2000) between two layers that are
	// distinct at a glance in strips a few pixels high. It is the difference of
	// Okabe and Ito's colours in the worst case, blue and green without blue
	// cones.
	apart = 10
	// apartCVD is the same for layers of one level in the palettes for people
	// with two kinds of cones, who must not need the patterns; between a merged
	// state and a pure one, which are seldom visible together, it is less.
	apartCVD, apartCVDMerged = 18, 14
	// sidesApart is how much of a difference is left on sides.
	sidesApart = 0.75
	// greyApart is the difference in lightness (L*) that is visible in grey
	// without patterns; highApart is the constraint on the palette of high
	// contrast.
	greyApart, highApart = 10, 13
	// inkApart is the smallest difference in contrast between the lines of two
	// patterns in the same directions.
	inkApart = 15
	// shapes and readable are WCAG 2.2's contrast of shapes, and of text at
	// level AA; readableHigh is level AAA.
	shapes, readable, readableHigh = 3, 4.5, 7
	// seenOver is the smallest difference between an edge and the colours below.
	// They touch, where a difference of 2.3 is just visible.
	seenOver = 4
	// weakest is the least opacity of edges where nothing is selected.
	weakest = 0.25
	// edgeOpacity is the opacity of edges where there are few.
	edgeOpacity = 0.62
)

var layerNames = []string{"running", "runnable", "executing", "suspended", "blocking", "IO", "non-runnable", "unknown"}

func seen(c Color) color.NRGBA { return color.NRGBA(c) }

// on blends a translucent colour with the colour below.
func on(c, ground Color) Color { return Color(vision.Over(seen(c), seen(ground))) }

// differ returns the smallest difference of two colours over all kinds of
// colour vision.
func differ(a, b Color) (least float64, whose vision.Eye) {
	least = math.Inf(1)
	for _, e := range vision.Eyes() {
		if d := vision.Difference(seen(a), seen(b), e); d < least {
			least, whose = d, e
		}
	}
	return least, whose
}

func lightness(c Color) float64 { return vision.Lightness(seen(c)) }

func contrast(a, b Color) float64 { return vision.Contrast(seen(a), seen(b)) }

func lightApart(a, b Color) float64 { return math.Abs(lightness(a) - lightness(b)) }

// inOneLevel reports whether two layers are distinct at some level of detail.
func inOneLevel(a, b string) bool {
	for _, level := range []lod.Level{lod.Near, lod.Mid, lod.Far} {
		found := 0
		for _, l := range level.Layers() {
			if l.Name == a || l.Name == b {
				found++
			}
		}
		if found == 2 {
			return true
		}
	}
	return false
}

// eachPair calls f for every two layers, also of different levels, because
// close threads show other layers than the rest.
func eachPair(p *Palette, f func(a, b string, x, y Style)) {
	for i, b := range layerNames {
		for _, a := range layerNames[:i] {
			f(a, b, p.Layers[a], p.Layers[b])
		}
	}
}

func TestLayersDifferForEveryEye(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		eachPair(p, func(a, b string, x, y Style) {
			want := float64(apart)
			if strings.HasPrefix(p.Name, "cvd") {
				want = apartCVDMerged
				if inOneLevel(a, b) {
					want = apartCVD
				}
			}
			if d, eye := differ(x.Color, y.Color); d < want {
				t.Errorf("%s: %s and %s differ by %.1f for %v: want %v", p.Name, a, b, d, eye, want)
			}
			// The sides of a bar are darker, as render draws them.
			side := func(c Color) Color { return c.Toward(Hex(0), 0.2) }
			if d, eye := differ(side(x.Color), side(y.Color)); d < sidesApart*want {
				t.Errorf("%s: sides of %s and %s differ by %.1f for %v: want %v", p.Name, a, b, d, eye, sidesApart*want)
			}
		})
	}
}

// directions are the directions of a pattern's lines.
var directions = map[Pattern]string{
	Plain: "", DiagonalUp: "/", DiagonalDown: "\\", Horizontal: "-", Vertical: "|", Dots: ".", Cross: "x", Hatch: "/",
}

// In grey, two layers of a level differ in lightness, or their patterns do: they
// have lines in other directions, or in one of them the lines are far stronger.
func TestLayersDifferInGrey(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		eachPair(p, func(a, b string, x, y Style) {
			if !inOneLevel(a, b) {
				return
			}
			d := lightApart(x.Color, y.Color)
			if p.Name == "contrast" && d < highApart {
				t.Errorf("%s: %s and %s differ by %.1f in lightness: want %v", p.Name, a, b, d, highApart)
			}
			strength := math.Abs(lightApart(x.Color, x.Ink()) - lightApart(y.Color, y.Ink()))
			if d < greyApart && directions[x.Pattern] == directions[y.Pattern] && strength < inkApart {
				t.Errorf("%s: %s and %s are alike in grey", p.Name, a, b)
			}
		})
	}
}

// The lines of a pattern are visible, and do not change a colour's name: a
// darker vermilion is brown.
func TestPatternsAreFaint(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		for _, name := range layerNames {
			l := p.Layers[name]
			d := lightApart(l.Color, l.Ink())
			if l.Pattern == Plain {
				continue
			}
			if d < 5 || d > 20 && l.Pattern != Hatch {
				t.Errorf("%s: lines of %s differ by %.1f in lightness", p.Name, name, d)
			}
			if name == "IO" && lightness(l.Ink()) < lightness(l.Color) {
				t.Errorf("%s: lines of IO are darker than it", p.Name)
			}
			// A fourth of the surface is lines.
			if d, _ := differ(l.Color, l.Color.Toward(l.Ink(), 0.25)); d > 5 && l.Pattern != Hatch {
				t.Errorf("%s: its pattern changes %s by %.1f", p.Name, name, d)
			}
		}
	}
}

func TestTextCanBeRead(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		want := float64(readable)
		if p.Name == "contrast" {
			want = readableHigh
		}
		check := func(what string, c, ground Color) {
			t.Helper()
			if got := contrast(c, ground); got < want {
				t.Errorf("%s: the contrast of %s is %.1f, want %v", p.Name, what, got, want)
			}
		}
		for _, shade := range []float32{0, PanelShade, PopupShade, FieldShade, ChosenShade, HoveredShade} {
			check("faint text", p.Faint, p.Shade(shade))
			check("links", p.LockEdge, p.Shade(shade))
		}
		check("text on what is pressed", p.Text, p.Shade(PressedShade))
		check("warnings", p.Warning, p.Ground)
		check("warnings in panels", p.Warning, p.Shade(PopupShade))
		check("text of an alarm", p.Text, p.Alarm())
		check("the moment", p.Moment, p.Ground)
		for _, name := range layerNames {
			back := on(p.Plate(), p.Layers[name].Color)
			check("names over "+name, p.Text, back)
			check("selected names over "+name, p.Select, back)
		}
	}
}

// Yellow on white and the like are prescribed or cannot be darker without being
// something else: on the light ground, bars are seen by their sides and patterns.
func TestShapesStandOutFromTheGround(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		for _, name := range layerNames {
			c := p.Layers[name].Color
			if d, eye := differ(c, p.Ground); d < apart {
				t.Errorf("%s: %s differs from the ground by %.1f for %v", p.Name, name, d, eye)
			}
			if got := contrast(c, p.Ground); p.Dark && name != "unknown" && got < shapes {
				t.Errorf("%s: the contrast of %s is %.2f", p.Name, name, got)
			}
		}
		unknown := p.Layers["unknown"]
		if got := contrast(unknown.Ink(), p.Ground); got < shapes {
			t.Errorf("%s: the contrast of unknown's hatch is %.2f", p.Name, got)
		}
		least := map[bool]float64{true: shapes, false: 2.9}[p.Dark] // the prescribed magenta
		for what, c := range map[string]Color{"edges": p.LockEdge.Alpha(edgeOpacity), "signals": p.SignalEdge, "rings": p.Ring,
			"stuck threads": p.Stuck} {
			if got := contrast(on(c, p.Ground), p.Ground); got < least {
				t.Errorf("%s: the contrast of %s is %.2f", p.Name, what, got)
			}
		}
		if d, eye := differ(on(p.GC, p.Ground), p.Ground); d < apart {
			t.Errorf("%s: collections differ from the ground by %.1f for %v", p.Name, d, eye)
		}
	}
}

// Edges and bars differ in shape. Over a bar, an edge must be visible. (A ring
// has a border in the colour of the ground: magenta looks grey without green
// vision, and both colours are prescribed.)
func TestEdgesAreSeenOverBars(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		for _, name := range layerNames {
			c := p.Layers[name].Color
			if d, eye := differ(on(p.LockEdge.Alpha(edgeOpacity), c), c); d < seenOver {
				t.Errorf("%s: edges over %s differ by %.1f for %v", p.Name, name, d, eye)
			}
		}
	}
}

// In dense pictures, edges lie over many bars: even a faint one is visible by its
// border, or inside it, at a glance, and its colour differs from its border.
func TestEdgesOfClustersAreSeenOverBars(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		for _, l := range append(lod.Near.Layers(), lod.Far.Layers()...) {
			if l.Name == "unknown" { // is as quiet as the ground
				continue
			}
			c := p.Layers[l.Name].Color
			for _, alpha := range []float32{weakest, edgeOpacity} {
				more, under := p.OverBars(alpha)
				border := on(under, c)
				edge := on(p.LockEdge.Alpha(more), border)
				d, eye := differ(border, c)
				if inside, _ := differ(edge, c); max(d, inside) < apart {
					t.Errorf("%s: borders of edges of opacity %v over %s differ by %.1f for %v", p.Name, alpha, l.Name, d, eye)
				}
				if d, eye := differ(edge, border); d < apart {
					t.Errorf("%s: edges of opacity %v over %s differ from their borders by %.1f for %v", p.Name, alpha, l.Name, d, eye)
				}
			}
		}
	}
}

// The colours of the ring and of stuck threads are used for nothing else.
func TestMarksHaveTheirOwnColors(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		all := []Color{p.Ground, p.Grid, p.Text, p.Faint, p.Neutral, p.Select, p.LockEdge, p.SignalEdge, p.GC, p.Moment}
		for _, l := range p.Layers {
			all = append(all, l.Color)
		}
		for _, c := range all {
			if d := vision.Difference(seen(c), seen(p.Stuck), vision.Normal); d < 15 {
				t.Errorf("%s: %v differs from stuck threads by %.1f", p.Name, c, d)
			}
		}
		for _, c := range append(all, p.Warning, p.Stuck) {
			if d := vision.Difference(seen(c), seen(p.Ring), vision.Normal); d < 20 {
				t.Errorf("%s: %v differs from the ring by %.1f", p.Name, c, d)
			}
		}
	}
}

// The frames of check boxes and radio buttons, which are faint text's colour, show on
// every ground of panels and on the boxes themselves (WCAG 1.4.11).
func TestFramesOfBoxesShow(t *testing.T) {
	t.Parallel()
	const least = 3
	for _, p := range Palettes() {
		for _, shade := range []float32{PanelShade, PopupShade, FieldShade, HoveredShade, PressedShade} {
			if c := contrast(p.Faint, p.Shade(shade)); c < least {
				t.Errorf("%s: a frame on a ground of %v has contrast %.1f, want %v", p.Name, shade, c, least)
			}
		}
	}
}

// Idle threads are fainter than suspended ones, and can be told from them and from the ground.
func TestIdle(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		suspended := p.Layers["suspended"].Color
		if a, b := lightApart(p.Idle(), suspended), lightApart(p.Idle(), p.Ground); a < 12 || b < 8 {
			t.Errorf("%s: idle differs by %.1f in lightness from suspended, by %.1f from the ground", p.Name, a, b)
		}
	}
}
