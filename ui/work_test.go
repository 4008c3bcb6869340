package ui

import (
	"context"
	"testing"
)

// TestLookup follows one lookup, with the end of its work controlled by the
// test.
func TestLookup(t *testing.T) {
	var l lookup[int, int]
	rung, running := make(chan bool, 10), 0
	type task struct {
		ctx  context.Context
		tell func(float64)
	}
	begun, finish := make(chan task), make(chan bool)
	ask := func(key int) {
		l.update(key, func() { rung <- true }, func(ctx context.Context, tell func(float64)) (int, bool) {
			if running++; running > 1 {
				t.Error("two at a time")
			}
			begun <- task{ctx, tell}
			ok := <-finish
			running--
			return 10 * key, ok && ctx.Err() == nil
		})
	}
	is := func(has bool, key, value int) {
		t.Helper()
		if l.has != has || l.key != key || l.is != value {
			t.Fatalf("there is %d of %d, %t; want %d of %d, %t", l.is, l.key, l.has, value, key, has)
		}
	}
	ask(1)
	work := <-begun
	work.tell(0.25)
	if share, busy := l.progress(); share != 0.25 || !busy {
		t.Errorf("%v is done, %t", share, busy)
	}
	finish <- true
	<-rung
	ask(1)
	is(true, 1, 10)
	if _, busy := l.progress(); busy || l.work != nil {
		t.Error("it goes on")
	}

	ask(2)
	work = <-begun
	ask(3) // so 2 is not needed any more
	<-work.ctx.Done()
	is(true, 1, 10)
	finish <- true
	<-rung
	ask(3)
	<-begun
	is(true, 1, 10)
	finish <- true
	<-rung
	ask(3)
	is(true, 3, 30)

	ask(4)
	work = <-begun
	l.rest()
	<-work.ctx.Done()
	finish <- true
	<-rung
	ask(4) // it begins again
	work = <-begun
	go func() { finish <- true }()
	l.close()
	if work.ctx.Err() == nil || l.work != nil {
		t.Error("it was not ended")
	}
	l.forget()
	is(false, 0, 0)
}
