package scene

import (
	"strings"
	"testing"

	"tiv/assets"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// A picture says what goes on at its moment, above the scene and within the picture. The scene has the same room at all moments.
func TestSentence(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	for _, kind := range []*view.Kind{view.Free, view.Timeline, view.Interaction, view.Split} {
		for _, canvas := range []shape.Canvas{{Width: 1280, Height: 800, Scale: 1}, {Width: 420, Height: 500, Scale: 1},
			{Width: 3840, Height: 2160, Scale: 3}} {
			var room shape.Rect
			for _, at := range []tracefeed.Time{15, 50, 99} {
				look := lookAt(tl)
				look.Kind, look.Moment, look.Caption = kind, at*tracefeed.Millisecond, true
				tell(tl, &look)
				f := (&Builder{}).Frame(tl, &look, canvas)
				said := false
				for _, x := range f.Overlay.Texts {
					if strings.HasPrefix(x.Text, "reader, writer") {
						said = true
						wide := assets.TextWidth(x.Text, x.Size, x.Bold)
						if x.X < 0 || x.X+wide > float32(canvas.Width) || x.Y > sceneRect(&look, canvas).Y0 {
							t.Errorf("%s, %v: %q is at %v, %v, %v wide", kind.Name, canvas, x.Text, x.X, x.Y, wide)
						}
					}
				}
				if said != (at == 50 || at == 99) {
					t.Errorf("%s, %v at %d ms: said %t: %q", kind.Name, canvas, at, said, look.Story.Sentence)
				}
				if r := sceneRect(&look, canvas); room != (shape.Rect{}) && r != room {
					t.Errorf("%s at %d ms: the scene is in %v, before in %v", kind.Name, at, r, room)
				}
				room = sceneRect(&look, canvas)
				look.NoSentence = true
				if f = (&Builder{}).Frame(tl, &look, canvas); strings.Contains(words(f), "reader, writer") {
					t.Errorf("%s at %d ms: the sentence is not left out", kind.Name, at)
				}
			}
		}
	}
}

// Below the sentence are its details, as many as fit into a line, between it and the scene.
func TestDetails(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	const first = "One holds A and waits for B; the other holds B."
	const all = first + " None of them can go on."
	for _, x := range []struct {
		wide int
		want string
	}{{1280, all}, {460, first}, {240, ""}} {
		look, canvas := lookAt(tl), shape.Canvas{Width: x.wide, Height: 606, Scale: 1}
		look.Moment = 50 * tracefeed.Millisecond
		tell(tl, &look)
		look.Story.Sentence, look.Story.Details, look.Story.Others = "It is so.", []string{all, first}, nil
		got, above := "", float32(0)
		for _, text := range (&Builder{}).Frame(tl, &look, canvas).Overlay.Texts {
			switch text.Text {
			case "It is so.":
				above = text.Y
			case all, first:
				got = text.Text
				if text.Y-0.8*text.Size < above || text.Y > sceneRect(&look, canvas).Y0 {
					t.Errorf("%q is at %v, the sentence at %v, the scene at %v", got, text.Y, above, sceneRect(&look, canvas).Y0)
				}
			}
		}
		if got != x.want {
			t.Errorf("%d wide: %q, want %q", x.wide, got, x.want)
		}
	}
}

// A sentence that is too long for one line has two, above the scene and whole; what is longer
// ends with an ellipsis.
func TestSentenceInTwoLines(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	for _, x := range []struct {
		sentence string
		lines    int
		whole    bool
	}{
		{"A waits for B.", 1, true},
		{"5 threads wait for each other in a ring from 118 ms on: a deadlock", 1, true}, // made as large as fits
		{"17 threads wait, the first from 1.556 s on, for greedyListener 38, which holds lock A and waits for the network", 2, true},
		{strings.Repeat("A waits for B and C. ", 30), 2, false},
	} {
		look, canvas := lookAt(tl), shape.Canvas{Width: 616, Height: 606, Scale: 1}
		look.Moment = 50 * tracefeed.Millisecond
		tell(tl, &look)
		look.Story.Sentence, look.Story.Others = x.sentence, nil
		r := sceneRect(&look, canvas)
		var lines []string
		var above float32
		for _, text := range (&Builder{}).Frame(tl, &look, canvas).Overlay.Texts {
			if !text.Bold || text.Y > r.Y0 || text.Size < 12 {
				continue
			}
			if top := text.Y - 0.8*text.Size; top < above || text.X+assets.TextWidth(text.Text, text.Size, true) > r.X1 {
				t.Errorf("%q, %v high, is at %v, %v, of the scene in %v", text.Text, text.Size, text.X, text.Y, r)
			}
			lines, above = append(lines, text.Text), text.Y
		}
		got := strings.Join(lines, " ")
		if len(lines) != x.lines || (got == x.sentence) != x.whole || x.whole == strings.HasSuffix(got, "…") {
			t.Errorf("%q became %q", x.sentence, lines)
		}
	}
}

// The other findings are beside the sentence, or below it if neither they nor the details have room.
func TestOthersHaveRoom(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	const others = "also: 3 threads stuck behind A"
	for _, x := range []struct {
		sentence, detail string
		beside, seen     bool
	}{
		{"A waits for B.", "A holds M.", true, true},
		{strings.Repeat("A waits. ", 7), "A holds M.", false, false},
		{strings.Repeat("A waits. ", 7), strings.Repeat("A holds M. ", 20), false, true},
	} {
		look, canvas := lookAt(tl), shape.Canvas{Width: 616, Height: 606, Scale: 1}
		look.Moment = 50 * tracefeed.Millisecond
		tell(tl, &look)
		look.Story.Sentence, look.Story.Details, look.Story.Others = x.sentence, []string{x.detail}, []string{others}
		y, seen := map[string]float32{}, false
		for _, text := range (&Builder{}).Frame(tl, &look, canvas).Overlay.Texts {
			y[text.Text], seen = text.Y, seen || text.Text == others
		}
		if seen != x.seen || seen && (y[others] == y[x.sentence]) != x.beside {
			t.Errorf("%q, %q: seen %v, at %v", x.sentence, x.detail, seen, y)
		}
	}
}
