package background

import (
	"context"
	"testing"
)

// TestLatest controls when each job begins and ends.
func TestLatest(t *testing.T) {
	var l Latest[int, int]
	type run struct {
		ctx      context.Context
		progress func(float64)
	}
	woken, begun, finish := make(chan bool, 10), make(chan run), make(chan bool)
	running := 0
	update := func(key int) bool {
		return l.Update(key, func(ctx context.Context, progress func(float64)) (int, error) {
			if running++; running > 1 {
				t.Error("two at a time")
			}
			begun <- run{ctx, progress}
			<-finish
			running--
			return 10 * key, ctx.Err()
		}, func() { woken <- true })
	}
	cached := func(present bool, key, value int) {
		t.Helper()
		if l.Present != present || l.Key != key || l.Value != value {
			t.Fatalf("cached: %d for %d, %t; want %d for %d, %t", l.Value, l.Key, l.Present, value, key, present)
		}
	}
	if !update(1) {
		t.Error("nothing was started")
	}
	r := <-begun
	r.progress(0.25)
	if key, ok := l.Running(); !ok || key != 1 || l.Progress() != 0.25 {
		t.Errorf("running: %d, %t, progress %v", key, ok, l.Progress())
	}
	finish <- true
	<-woken
	if update(1) {
		t.Error("the cached result is computed again")
	}
	cached(true, 1, 10)
	if _, ok := l.Running(); ok || l.Progress() != 1 {
		t.Error("still running")
	}

	update(2)
	r = <-begun
	update(3) // cancels the job for 2
	<-r.ctx.Done()
	cached(true, 1, 10)
	finish <- true
	<-woken
	update(3)
	<-begun
	cached(true, 1, 10)
	finish <- true
	<-woken
	update(3)
	cached(true, 3, 30)

	update(4)
	r = <-begun
	l.Pause()
	<-r.ctx.Done()
	finish <- true
	<-woken
	update(4) // starts again
	r = <-begun
	go func() { finish <- true }()
	l.Close()
	if _, ok := l.Running(); ok || r.ctx.Err() == nil {
		t.Error("the job was not stopped")
	}
	l.Reset()
	cached(false, 0, 0)
}
