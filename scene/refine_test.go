package scene

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"tiv/execution/slice"
	"tiv/internal/looks"
	"tiv/internal/reduced"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

var small = shape.Canvas{Width: 800, Height: 600, Scale: 1}

// refined draws frames, from one moment to the next, until they are exact.
func refined(t *testing.T, b *Builder, ready chan bool, draw func() *Frame) *Frame {
	t.Helper()
	for limit := time.After(30 * time.Second); ; {
		better := b.Refine(func() { ready <- true })
		if f := draw(); !f.Approximate {
			if !better {
				t.Error("the frame became exact by itself")
			}
			return f
		}
		select {
		case <-ready:
		case <-limit:
			t.Fatal("the frame remains a draft")
		}
	}
}

// A draft becomes exact, also when the moment moves on meanwhile, for threads
// and for crowds.
func TestRefine(t *testing.T) {
	before := runtime.NumGoroutine()
	for seed := range uint64(20) {
		tl := reduced.Busy(t, 70, 4000, 2*seed)
		look := view.LookAt(tl)
		look.Moment = tl.End / 2
		if seed%3 == 0 {
			look.Threads = look.Threads[:5]
		}
		look.Step = tl.End / 40
		b := Builder{MaxEvents: 500}
		f := b.Frame(tl, &look, small)
		if !f.Approximate {
			t.Fatal("the first frame is no draft")
		}
		version, draft := f.Shares.Version, slices.Clone(f.Shares.Cum)
		f = refined(t, &b, make(chan bool, 100), func() *Frame {
			look.Moment = min(look.Moment+look.Step*tracefeed.Time(seed%4)/3, tl.End)
			return b.Frame(tl, &look, small)
		})
		var exact Builder
		want := exact.Frame(tl, &look, small).Shares
		if !slices.Equal(f.Shares.Cum, want.Cum) || !slices.Equal(f.Shares.Cut, want.Cut) || f.Shares.Moment != want.Moment {
			t.Fatalf("seed %d: the refined frame is not exact", seed)
		}
		if f.Shares.Version == version || slices.Equal(draft, want.Cum) {
			t.Fatalf("seed %d: nothing was refined", seed)
		}
		b.Stop()
	}
	checkGoroutines(t, before)
}

// If the look changes during the refinement of a draft, the result is dropped,
// and nothing is left of it.
func TestRefineSomethingElse(t *testing.T) {
	before := runtime.NumGoroutine()
	tl := reduced.Busy(t, 9, 4000, 2)
	look := view.LookAt(tl)
	ready := make(chan bool, 100)
	var exact, b Builder
	b.MaxEvents = 500
	for i := range 30 {
		look.Step = tl.End/40 + tracefeed.Time(i)
		if f := b.Frame(tl, &look, small); !f.Approximate {
			t.Fatal("no draft")
		}
		if b.Refine(func() { ready <- true }) {
			t.Fatal("a draft of something else was refined")
		}
		if i%3 == 0 {
			b.Stop()
		}
	}
	f := refined(t, &b, ready, func() *Frame { return b.Frame(tl, &look, small) })
	if !slices.Equal(f.Shares.Cum, exact.Frame(tl, &look, small).Shares.Cum) {
		t.Error("the refined frame is not exact")
	}
	b.Stop()
	checkGoroutines(t, before)
}

// Drafts of states in a base have the right sum, and Refine makes them exact.
func TestDraftsInBase(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 5, 3000, 2)
	look := view.LookAt(tl)
	look.Slicing = looks.Sliced(tl, slice.Definition{Name: "base", Of: slice.Spans, Extent: slice.Whole, Where: `state == "running"`,
		From: tl.End / 4, To: tl.End / 2})
	look.Base = "base"
	exact, draft := Builder{}, Builder{MaxEvents: 100}
	want := exact.Frame(tl, &look, shape.Canvas{Width: 640, Height: 400, Scale: 1})
	got := draft.Frame(tl, &look, shape.Canvas{Width: 640, Height: 400, Scale: 1})
	if !got.Approximate || want.Approximate {
		t.Fatal("the draft is exact, or the exact picture is a draft")
	}
	woken := make(chan struct{}, 1000)
	for got.Approximate {
		if draft.Refine(func() { woken <- struct{}{} }) {
			got = draft.Frame(tl, &look, shape.Canvas{Width: 640, Height: 400, Scale: 1})
			continue
		}
		<-woken
	}
	draft.Stop()
	if !slices.Equal(got.Shares.Cum, want.Shares.Cum) || !slices.Equal(got.Shares.Cut, want.Shares.Cut) {
		t.Error("a refined picture differs from an exact one")
	}
	for i := range want.Totals {
		if got.Totals[i] != want.Totals[i] {
			t.Errorf("refined: %v, want %v", got.Totals[i], want.Totals[i])
		}
	}
}
