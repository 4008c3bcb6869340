package ui

import (
	"context"
	"math"
	"sync/atomic"
)

// work is a computation in a goroutine, so that no frame waits for it.
type work[T any] struct {
	stop  context.CancelFunc
	share atomic.Uint64 // the progress, from 0 to 1
	found T             // once ready is set
	ok    bool          // found is all
	ready atomic.Bool
	done  chan struct{} // closed when the goroutine ends
}

// finder computes a result in the background, unless ctx is done before. It
// calls tell with its progress, from 0 to 1.
type finder[T any] func(ctx context.Context, tell func(share float64)) (found T, ok bool)

// begin starts to find something out. In the end it calls notify, from another
// goroutine.
func begin[T any](notify func(), find finder[T]) *work[T] {
	ctx, stop := context.WithCancel(context.Background())
	w := &work[T]{stop: stop, done: make(chan struct{})}
	go func() {
		defer close(w.done)
		defer stop()
		w.found, w.ok = find(ctx, func(share float64) { w.share.Store(math.Float64bits(share)) })
		w.ready.Store(true)
		notify()
	}()
	return w
}

// lookup caches the result for a key. If the key changes, one goroutine at a
// time computes the new result; the old one is available until then.
type lookup[K comparable, T any] struct {
	has  bool
	key  K // of the present result
	is   T
	work *work[T]
	want K // of the running work
}

// update requests the result for a key. It never blocks.
func (l *lookup[K, T]) update(key K, notify func(), find finder[T]) {
	if l.work != nil && l.work.ready.Load() {
		if l.work.ok {
			l.has, l.key, l.is = true, l.want, l.work.found
		}
		l.work = nil
	}
	switch {
	case l.work != nil && l.want != key:
		l.work.stop() // notify is called when it ends
	case l.work == nil && !(l.has && l.key == key):
		l.want, l.work = key, begin(notify, find)
	}
}

// progress returns the progress of the work, from 0 to 1; busy is false if
// there is none.
func (l *lookup[K, T]) progress() (share float32, busy bool) {
	if l.work == nil {
		return 1, false
	}
	return float32(math.Float64frombits(l.work.share.Load())), true
}

// rest stops the work; update begins it again.
func (l *lookup[K, T]) rest() {
	if l.work != nil {
		l.work.stop()
	}
}

// forget stops the work, and drops the result.
func (l *lookup[K, T]) forget() {
	if l.rest(); l.work == nil || l.work.ready.Load() {
		*l = lookup[K, T]{}
	}
}

// close ends the work.
func (l *lookup[K, T]) close() {
	if l.work != nil {
		l.work.stop()
		<-l.work.done
		l.work = nil
	}
}
