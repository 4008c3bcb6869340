package background

import (
	"context"
	"math"
	"sync/atomic"
)

// Func computes a result. It returns early, with the context's error, once ctx
// is done, and reports its progress from 0 to 1 as often as it likes.
type Func[T any] func(ctx context.Context, progress func(share float64)) (T, error)

// Job is a computation in a goroutine. Its methods may be called from any
// goroutine.
type Job[T any] struct {
	cancel context.CancelFunc
	share  atomic.Uint64 // bits of a float64
	done   atomic.Bool   // result and err are set
	result T
	err    error
	ended  chan struct{} // closed when the goroutine ends
}

// Start runs f in a goroutine. wake is called from there when the result is
// available; it must not wait for the caller.
func Start[T any](f Func[T], wake func()) *Job[T] {
	ctx, cancel := context.WithCancel(context.Background())
	j := &Job[T]{cancel: cancel, ended: make(chan struct{})}
	go func() {
		defer close(j.ended)
		defer cancel()
		j.result, j.err = f(ctx, func(share float64) { j.share.Store(math.Float64bits(share)) })
		j.done.Store(true)
		wake()
	}()
	return j
}

// Done reports whether the result is available.
func (j *Job[T]) Done() bool { return j.done.Load() }

// Result returns the result and the error of the computation. It waits for the
// goroutine to end.
func (j *Job[T]) Result() (T, error) {
	<-j.ended
	return j.result, j.err
}

// Progress returns the share that the computation reported last; 0 if it has
// reported none.
func (j *Job[T]) Progress() float64 { return math.Float64frombits(j.share.Load()) }

// Cancel ends the context of the computation. It does not wait.
func (j *Job[T]) Cancel() { j.cancel() }

// Stop cancels the computation and waits for its goroutine to end. A nil job
// is stopped already.
func (j *Job[T]) Stop() {
	if j != nil {
		j.cancel()
		<-j.ended
	}
}

// OrCanceled turns the result of a computation that may have been cancelled into the result
// of a job: ok is false if it was.
func OrCanceled[T any](result T, ok bool) (T, error) {
	if !ok {
		return result, context.Canceled
	}
	return result, nil
}
