package scene

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
)

// screen has room for long captions.
var screen = shape.Canvas{Width: 6000, Height: 600, Scale: 1}

// Waits that a frame left out are added up meanwhile, and the caption says so;
// the result for a former window is dropped.
func TestRefinePairs(t *testing.T) {
	before := runtime.NumGoroutine()
	tl := reduced.Busy(t, 60, 20_000, 4)
	look := view.LookAt(tl)
	look.Kind, look.Level, look.Step, look.Moment, look.Caption = view.Interaction, lod.Near, tl.End, tl.End, true
	b := Builder{MaxEvents: 1 << 30}
	b.Frame(tl, &look, screen)
	from, to := look.Past()
	for _, moved := range []bool{false, true, false} {
		b.links.pairs = pairCache{tl: tl, from: from, to: to}
		b.links.pairs.fill(context.Background(), 50)
		b.links.pairs.budget = maxIntervals // as if they were so many
		if f := b.Frame(tl, &look, screen); !f.LinksPartial || !strings.Contains(words(f), "so far, reading") {
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
		if f.LinksPartial || f.linksFrom != from || strings.Contains(words(f), "so far") {
			t.Fatalf("still a draft: %s", words(f))
		}
		if want := interaction.Pairs(context.Background(), tl, from, to); !slices.Equal(b.links.pairs.pairs, want) {
			t.Fatal("other pairs")
		}
	}
	b.Stop()
	checkGoroutines(t, before)
}

// crush is a trace of n threads that wait for a lock while it goes from each of
// them to the next: half of n² wait intervals.
func crush(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "%dms t%d start name=%c\n", i, i, 'a'+i%7)
		if i == 0 {
			s.WriteString("0ms t0 monitor-enter M\n")
		} else {
			fmt.Fprintf(&s, "%dms t%d monitor-wait M\n", i, i)
		}
	}
	for i := range n - 1 {
		fmt.Fprintf(&s, "%dms t%d monitor-exit M\n%dms t%d monitor-enter M\n", n+i, i, n+i, i+1)
	}
	return s.String()
}

// No frame of a window adds up all of many waits, even if nothing moves. The
// frame after a draft differs from it only in the edges and their captions, and
// equals a frame without drafts.
func TestDraftOfLinks(t *testing.T) {
	t.Parallel()
	tl := story(t, crush(700))
	for i := range int(oracle.Seeds(2 * uint64(lod.Crowd))) {
		level, changes := lod.Near+lod.Level(i/2), i%2 == 0
		look := view.LookAt(tl)
		look.Kind, look.Level, look.Step, look.Moment, look.Steps, look.History, look.Caption = view.Interaction, level, tl.End,
			tl.End, 1, 1, true
		b := Builder{MaxEvents: 1 << 30}
		f := b.Frame(tl, &look, screen)
		if !f.LinksPartial || !strings.Contains(words(f), f.LinksNote) || !strings.Contains(f.LinksNote, "so far, reading") {
			t.Fatalf("level %v: it is no draft: %s", level, words(f))
		}
		bars, links := slices.Clone(f.Views[0].Bars), len(f.Links)
		ready := make(chan bool, 10)
		b.Refine(func() { ready <- true })
		<-ready
		if changes { // meanwhile
			look.Threads, bars = look.Threads[1:], nil
			b.Frame(tl, &look, screen)
		}
		if !b.Refine(func() {}) {
			t.Fatalf("level %v: it became no better", level)
		}
		if b.links.outdated != changes {
			t.Errorf("level %v: the next frame has to make the links: %t", level, b.links.outdated)
		}
		f = b.Frame(tl, &look, screen)
		var exact Builder
		want := exact.Frame(tl, &look, screen)
		if f.LinksPartial || f.LinksNote != "" || !slices.Equal(f.Links, want.Links) || words(f) != words(want) {
			t.Errorf("level %v: %d edges, %s; want %d, %s", level, len(f.Links), words(f), len(want.Links), words(want))
		}
		if bars != nil && !slices.Equal(f.Views[0].Bars, bars) {
			t.Errorf("level %v: bars have moved", level)
		}
		if links == 0 {
			t.Errorf("level %v: the draft has no edges", level)
		}
		b.Stop()
	}
}

// After DropCaches a builder makes the same frames, and drops the results computed
// meanwhile.
func TestDropCaches(t *testing.T) {
	t.Parallel()
	tl := story(t, crush(700))
	look := view.LookAt(tl)
	look.Kind, look.Level, look.Caption = view.Interaction, lod.Mid, true
	look.Step, look.Steps, look.History = tl.End, 1, 1
	b := Builder{MaxEvents: 500}
	f := b.Frame(tl, &look, screen)
	if !f.Approximate || !f.LinksPartial {
		t.Fatal("no draft")
	}
	ready := make(chan bool, 10)
	b.Refine(func() { ready <- true })
	b.DropCaches()
	if b.links.all != nil || b.links.pairs.pairs != nil {
		t.Error("it remembers")
	}
	<-ready
	<-ready
	if b.Refine(func() {}) {
		t.Error("better, although there is nothing")
	}
	var exact Builder
	b.MaxEvents = 0
	f, want := b.Frame(tl, &look, screen), exact.Frame(tl, &look, screen)
	if !slices.Equal(f.Links, want.Links) || !slices.Equal(f.Shares.Cum, want.Shares.Cum) || words(f) != words(want) {
		t.Errorf("another picture: %s; want %s", words(f), words(want))
	}
	b.Stop()
}

// words returns all texts of a frame.
func words(f *Frame) string {
	var all []string
	for _, text := range f.Overlay.Texts {
		all = append(all, text.Text)
	}
	return strings.Join(all, "\n")
}

// While frames follow each other, they add up fewer waits; the next frame at rest
// adds up as many as ever.
func TestFewerWaitsWhileMoving(t *testing.T) {
	t.Parallel()
	tl := story(t, crush(500)) // 125 000 intervals
	look := view.LookAt(tl)
	look.Kind, look.Level, look.Step, look.Moment, look.Steps, look.History = view.Interaction, lod.Mid, tl.End, tl.End, 1, 1
	b := Builder{MaxEvents: 1 << 30, Animating: true}
	if f := b.Frame(tl, &look, screen); !f.LinksPartial || b.links.pairs.intervals() > 2*movingIntervals {
		t.Errorf("moving: partial %t, %d intervals", f.LinksPartial, b.links.pairs.intervals())
	}
	b.Animating = false
	if f := b.Frame(tl, &look, screen); f.LinksPartial {
		t.Errorf("at rest: partial, %d intervals", b.links.pairs.intervals())
	}
}
