package background

import (
	"context"
	"errors"
	"testing"
)

func TestJob(t *testing.T) {
	woken, proceed := make(chan bool, 1), make(chan bool)
	broken := errors.New("broken")
	var w *Job[string]
	w = Start(func(_ context.Context, progress func(float64)) (string, error) {
		progress(0.25)
		proceed <- true
		<-proceed
		return "value", broken
	}, func() { woken <- w.Done() })
	<-proceed
	if w.Done() || w.Progress() != 0.25 {
		t.Errorf("done %t, progress %v while it runs", w.Done(), w.Progress())
	}
	proceed <- true
	if !<-woken {
		t.Error("it wakes before the result is available")
	}
	if v, err := w.Result(); v != "value" || err != broken {
		t.Errorf("result %q, %v", v, err)
	}
}

func TestStop(t *testing.T) {
	woken := false
	w := Start(func(ctx context.Context, _ func(float64)) (int, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	}, func() { woken = true })
	w.Stop()
	if !woken || !w.Done() {
		t.Error("Stop did not wait for the goroutine")
	}
	if _, err := w.Result(); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	var none *Job[int]
	none.Stop()
}
