package scene

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/lod"
)

// screen has room for long captions.
var screen = Canvas{Width: 6000, Height: 600, Scale: 1}

// Waits that a frame left out are added up meanwhile, and what is shown says
// so; of a window that nobody looks at any more, nothing is used.
func TestRefinePairs(t *testing.T) {
	before := runtime.NumGoroutine()
	tl := busy(t, 60, 20_000, 4)
	look := LookAt(tl)
	look.Kind, look.Level, look.Step, look.Moment, look.Caption = Interaction, lod.Near, tl.End, tl.End, true
	b := Builder{MostEvents: 1 << 30}
	b.Frame(tl, &look, screen)
	from, to := look.past()
	for _, moved := range []bool{false, true, false} {
		b.links.pairs = pairsMaker{tl: tl, from: from, to: to}
		b.links.pairs.fill(context.Background(), 50)
		b.links.pairs.budget = mostStretches // as if they were so many
		if f := b.Frame(tl, &look, screen); !f.LinksDraft || !strings.Contains(words(f), "so far, reading") {
			t.Fatalf("the frame does not say that it left waits out: %s", words(f))
		}
		ready := make(chan bool, 10)
		if b.Refine(func() { ready <- true }) {
			t.Fatal("better at once")
		}
		if moved {
			b.links.pairs.to--
		}
		<-ready
		if better := b.Refine(func() { ready <- true }); better == moved {
			t.Fatalf("moved %t, better %t", moved, better)
		}
		if moved {
			b.Stop()
			continue
		}
		f := b.Frame(tl, &look, screen)
		if f.LinksDraft || f.LinksFrom != from || strings.Contains(words(f), "so far") {
			t.Fatalf("still a draft: %s", words(f))
		}
		if want := interaction.Pairs(context.Background(), tl, from, to); !slices.Equal(b.links.pairs.pairs, want) {
			t.Fatal("other pairs")
		}
	}
	b.Stop()
	for i := 0; i < 1e6 && runtime.NumGoroutine() > before; i++ {
		runtime.Gosched() // those that have told that they are done have yet to end
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines are left", n-before)
	}
}

// words returns all texts of a frame.
func words(f *Frame) string {
	var all []string
	for _, text := range f.Overlay.Texts {
		all = append(all, text.Text)
	}
	return strings.Join(all, "\n")
}
