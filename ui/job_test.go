package ui

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tiv/scene"
	"tiv/tracefeed"
)

// A picture is made of exact frames, although the builder may not read as much
// at once, from one moment to the next.
func TestExactFrames(t *testing.T) {
	tl := load(t, crowd(300)).Timeline
	look := scene.LookAt(tl)
	canvas := scene.Canvas{Width: 800, Height: 600, Scale: 1}
	m := worker{ctx: context.Background()}
	b := scene.Builder{MaxEvents: 50}
	if f := b.Frame(tl, &look, canvas); !f.Approximate {
		t.Fatal("the frame is no draft")
	}
	for i := range tracefeed.Time(12) {
		look.Moment = tl.End - 11*look.Step/2 + i*look.Step/2
		f, err := m.exact(&b, tl, &look, canvas)
		var exact scene.Builder
		if want := exact.Frame(tl, &look, canvas); err != nil || f.Approximate || !slices.Equal(f.Shares.Cum, want.Shares.Cum) {
			t.Fatalf("moment %v: draft %v, %v", look.Moment, f.Approximate, err)
		}
	}
}

// A picture that is cancelled is not made.
func TestExactFramesCancelled(t *testing.T) {
	tl := load(t, crowd(300)).Timeline
	look := scene.LookAt(tl)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := worker{ctx: ctx}
	b := scene.Builder{MaxEvents: 50}
	if _, err := m.exact(&b, tl, &look, scene.Canvas{Width: 800, Height: 600, Scale: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
