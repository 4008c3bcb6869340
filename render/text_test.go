package render

import (
	"math"
	"testing"

	"tiv/assets"
	"tiv/scene/shape"
)

// stampsOf sets a text with a pen of its own, without OpenGL.
func stampsOf(t *testing.T, texts ...shape.Text) (*text, []stamp) {
	t.Helper()
	x := &text{atlas: newAtlas()}
	if full, err := x.set(texts); err != nil || full {
		t.Fatalf("full %v, error %v", full, err)
	}
	return x, x.stamps
}

func TestTextIsAsWideAsAssetsSay(t *testing.T) {
	const line = "monitor-wait worker 17 · Δt 4.218 ms µλЖ"
	for _, size := range []float32{9, 11.5, 14, 33} {
		for _, bold := range []bool{false, true} {
			_, all := stampsOf(t,
				shape.Text{X: 10, Y: 50, Size: size, Bold: bold, Text: line + "|"},
				shape.Text{X: 10, Y: 50, Size: size, Bold: bold, Text: "|"})
			last, alone := all[len(all)-2], all[len(all)-1]
			want := assets.TextWidth(line, size, bold)
			if got := float32(last.x - alone.x); math.Abs(float64(got-want)) > 1.01 {
				t.Errorf("size %v, bold %v: %v pixels wide, want %v", size, bold, got, want)
			}
		}
	}
}

func TestBaseline(t *testing.T) {
	_, all := stampsOf(t, shape.Text{X: 3, Y: 20, Size: 14, Text: "H"})
	if foot := all[0].y + all[0].height; foot != 20 {
		t.Errorf("an H on the baseline 20 ends at %d", foot)
	}
}

func TestMissingGlyphsAreSeen(t *testing.T) {
	_, all := stampsOf(t, shape.Text{X: 3, Y: 40, Size: 24, Text: "a語b文"})
	if len(all) != 4 {
		t.Fatalf("%d glyphs, want 4", len(all))
	}
	if a, b := all[1], all[3]; a.width != b.width || a.height < 10 {
		t.Errorf("characters that the font lacks look like %v and %v", a, b)
	}
	if next := 3 + assets.TextWidth("a語", 24, false); math.Abs(float64(float32(all[2].x)-next)) > 3 {
		t.Errorf("the letter after a missing one stands at %d, want about %v", all[2].x, next)
	}
}

func TestAtlasKeepsGlyphsAndSaysWhenItIsFull(t *testing.T) {
	line := shape.Text{X: 3, Y: 40, Size: 24, Text: "waits for main.go:17"}
	x, all := stampsOf(t, line, line)
	if a, b := all[0], all[len(all)/2]; a != b {
		t.Errorf("the same text in the same place differs: %v, %v", a, b)
	}
	n := len(x.atlas.glyphs)
	if _, err := x.set([]shape.Text{line}); err != nil || len(x.atlas.glyphs) != n {
		t.Errorf("%d glyphs after the same text, %d before, error %v", len(x.atlas.glyphs), n, err)
	}
	for size := float32(50); ; size++ {
		line.Size = size
		full, err := x.set([]shape.Text{line})
		if err != nil {
			t.Fatal(err)
		}
		if full {
			break
		}
		if size > maxSize {
			t.Fatal("the atlas takes any number of sizes")
		}
	}
	if x.atlas.height > atlasLimit {
		t.Errorf("the atlas is %d high, at most %d were meant", x.atlas.height, atlasLimit)
	}
}

func TestPen(t *testing.T) {
	for _, c := range []struct {
		x     float32
		pixel int32
		sub   uint8
	}{{0, 0, 0}, {3.24, 3, 1}, {3.9, 4, 0}, {-0.5, -1, 2}, {-0.1, 0, 0}} {
		if p, s := pen(c.x); p != c.pixel || s != c.sub {
			t.Errorf("pen(%v) = %d, %d, want %d, %d", c.x, p, s, c.pixel, c.sub)
		}
	}
}
