package paint

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"tiv/internal/vision"
)

var update = flag.Bool("update", false, "write the figures in docs/accessibility.md anew")

// figure is one line of the table: a name and its measurement.
type figure struct {
	what string
	of   func(p *Palette) string
}

// figures are the lines of the table.
func figures() []figure {
	var all []figure
	for _, e := range vision.Eyes() {
		all = append(all, figure{"two states of a level, " + e.String(), func(p *Palette) string { return leastPair(p, e, true) }})
	}
	for _, e := range vision.Eyes() {
		all = append(all, figure{"a merged state and a pure one, " + e.String(), func(p *Palette) string { return leastPair(p, e, false) }})
	}
	ratio := func(what string, of func(p *Palette) (a, b Color)) {
		all = append(all, figure{what, func(p *Palette) string {
			a, b := of(p)
			return fmt.Sprintf("%.1f : 1", contrast(a, b))
		}})
	}
	all = append(all, figure{"lightness of two states of a level", leastInGrey})
	ratio("text on the ground", func(p *Palette) (a, b Color) { return p.Text, p.Ground })
	ratio("faint text on the ground", func(p *Palette) (a, b Color) { return p.Faint, p.Ground })
	ratio("faint text on a chosen line of a panel", func(p *Palette) (a, b Color) { return p.Faint, p.Shade(HoveredShade) })
	ratio("links on a chosen line of a panel", func(p *Palette) (a, b Color) { return p.LockEdge, p.Shade(HoveredShade) })
	ratio("warnings in a panel", func(p *Palette) (a, b Color) { return p.Warning, p.Shade(PopupShade) })
	all = append(all, figure{"a state on the ground, without unknown", leastOnGround})
	ratio("edges on the ground", func(p *Palette) (a, b Color) { return on(p.LockEdge.Alpha(edgeOpacity), p.Ground), p.Ground })
	ratio("a deadlock's ring on the ground", func(p *Palette) (a, b Color) { return p.Ring, p.Ground })
	ratio("a stuck thread's frame on the ground", func(p *Palette) (a, b Color) { return p.Stuck, p.Ground })
	return append(all, figure{"an edge over a bar and the bar", leastOverBar})
}

// leastPair is the least difference of two layers to an eye.
func leastPair(p *Palette, e vision.Eye, level bool) string {
	least, which := math.Inf(1), ""
	eachPair(p, func(a, b string, x, y Style) {
		if d := vision.Difference(seen(x.Color), seen(y.Color), e); d < least && inOneLevel(a, b) == level {
			least, which = d, a+", "+b
		}
	})
	return fmt.Sprintf("%.0f (%s)", least, which)
}

func leastInGrey(p *Palette) string {
	least, which := math.Inf(1), ""
	eachPair(p, func(a, b string, x, y Style) {
		if d := lightApart(x.Color, y.Color); d < least && inOneLevel(a, b) {
			least, which = d, a+", "+b
		}
	})
	return fmt.Sprintf("%.0f (%s)", least, which)
}

func leastOnGround(p *Palette) string {
	least, which := math.Inf(1), ""
	for _, name := range layerNames {
		if c := contrast(p.Layers[name].Color, p.Ground); c < least && name != "unknown" {
			least, which = c, name
		}
	}
	return fmt.Sprintf("%.1f : 1 (%s)", least, which)
}

func leastOverBar(p *Palette) string {
	least, which := math.Inf(1), ""
	for _, name := range layerNames {
		c := p.Layers[name].Color
		if d, _ := differ(on(p.LockEdge.Alpha(edgeOpacity), c), c); d < least {
			least, which = d, name
		}
	}
	return fmt.Sprintf("%.0f (%s)", least, which)
}

// table writes the figures of all palettes as Markdown.
func table() string {
	var b strings.Builder
	b.WriteString("| |")
	for _, name := range PaletteNames() {
		fmt.Fprintf(&b, " %s |", name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(Palettes())) + "\n")
	for _, f := range figures() {
		fmt.Fprintf(&b, "| %s |", f.what)
		for _, p := range Palettes() {
			fmt.Fprintf(&b, " %s |", f.of(p))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// The figures on the page match the measurements.
func TestFiguresInDocs(t *testing.T) {
	t.Parallel()
	const path, begin, end = "../../docs/accessibility.md", "<!-- figures -->\n", "<!-- end of figures -->\n"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), begin)
	old, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the page has no place for figures")
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+begin+table()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if old != table() {
		t.Errorf("the figures have changed; see them and run make colours. They are\n%s", table())
	}
}
