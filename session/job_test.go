package session

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"tiv/command"
	"tiv/interaction/detect"
	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// A picture is made of exact frames, although the builder may not read as much
// at once, from one moment to the next.
func TestExactFrames(t *testing.T) {
	tl := crowd(t)
	look := view.LookAt(tl)
	canvas := shape.Canvas{Width: 800, Height: 600, Scale: 1}
	m := Worker{ctx: context.Background()}
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
	tl := crowd(t)
	look := view.LookAt(tl)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := Worker{ctx: ctx}
	b := scene.Builder{MaxEvents: 50}
	if _, err := m.exact(&b, tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// crowd is a trace of many threads.
func crowd(t *testing.T) *timeline.Timeline {
	t.Helper()
	feed, err := generate.Pool(300, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// Cancel ends a job; without any work it says so.
func TestCancel(t *testing.T) {
	s := opened(t, phases)
	last := func() string { return s.Messages.List[len(s.Messages.List)-1].Text }
	if s.Do(command.Cancel{}); last() != "There is nothing to cancel." {
		t.Errorf("said %q", last())
	}
	s.Jobs.Start(s.Shown.Document, "The picture", func(w *Worker) (Message, error) {
		<-w.ctx.Done()
		return Message{}, w.ctx.Err()
	})
	s.Do(command.Cancel{})
	for begin := time.Now(); s.Shown.Job != nil && time.Since(begin) < time.Minute; runtime.Gosched() {
		s.Serve()
	}
	if last() != "The picture was cancelled." {
		t.Errorf("said %q", last())
	}
}

// A picture that is made before tasks are found waits for them, and so does its filter.
func TestPictureWaitsForTasks(t *testing.T) {
	ws := workspace.New("x")
	ws.Update(reduced.Story(t, `tiv-text 1
		0ms A start
		0ms B start
		1ms A task-start pay object=1
		5ms A task-end object=1
		9ms B end`), detect.Report{})
	ws.Do(workspace.SetFilter{Filter: workspace.Filter{Text: `task == "pay"`, Hide: true}})
	q, look := pendingOf(ws), ws.Look
	w := &Worker{ctx: t.Context(), progress: func(float64) {}}
	if w.complete(q, &look); look.Tasks == nil || len(look.Threads) != 1 {
		t.Errorf("%d threads match", len(look.Threads))
	}
	if err := workspace.SlicingOf(ws).Sync(t.Context()); err != nil || pendingOf(ws).filter != nil || len(ws.Look.Threads) != 1 {
		t.Errorf("%v; once tasks are there, %d threads match", err, len(ws.Look.Threads))
	}
}
