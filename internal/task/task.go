package task

import (
	"context"
	"math"
	"sync/atomic"
)

// Func computes a result. It returns early, with the context's error, once ctx
// is done, and reports its progress from 0 to 1 as often as it likes.
type Func[T any] func(ctx context.Context, progress func(share float64)) (T, error)

// Task is a computation in a goroutine. Its methods may be called from any
// goroutine.
type Task[T any] struct {
	cancel context.CancelFunc
	share  atomic.Uint64 // bits of a float64
	done   atomic.Bool   // result and err are set
	result T
	err    error
	ended  chan struct{} // closed when the goroutine ends
}

// Start runs f in a goroutine. wake is called from there when the result is
// available; it must not wait for the caller.
func Start[T any](f Func[T], wake func()) *Task[T] {
	ctx, cancel := context.WithCancel(context.Background())
	t := &Task[T]{cancel: cancel, ended: make(chan struct{})}
	go func() {
		defer close(t.ended)
		defer cancel()
		t.result, t.err = f(ctx, func(share float64) { t.share.Store(math.Float64bits(share)) })
		t.done.Store(true)
		wake()
	}()
	return t
}

// Done reports whether the result is available.
func (t *Task[T]) Done() bool { return t.done.Load() }

// Result returns the result and the error of the computation. It waits for the
// goroutine to end.
func (t *Task[T]) Result() (T, error) {
	<-t.ended
	return t.result, t.err
}

// Progress returns the share that the computation reported last; 0 if it has
// reported none.
func (t *Task[T]) Progress() float64 { return math.Float64frombits(t.share.Load()) }

// Cancel ends the context of the computation. It does not wait.
func (t *Task[T]) Cancel() { t.cancel() }

// Stop cancels the computation and waits for its goroutine to end. A nil task
// is stopped already.
func (t *Task[T]) Stop() {
	if t != nil {
		t.cancel()
		<-t.ended
	}
}

// OrCanceled turns the result of a computation that may have been cancelled into the result
// of a task: ok is false if it was.
func OrCanceled[T any](result T, ok bool) (T, error) {
	if !ok {
		return result, context.Canceled
	}
	return result, nil
}
