package ui

import (
	"errors"
	"slices"
	"testing"
)

// TestSaver controls the time of writes: they run one after the other, and of
// the writes requested meanwhile only the last.
func TestSaver(t *testing.T) {
	var s saver
	rung, writing, finish := make(chan bool, 10), make(chan int), make(chan error)
	var written []int // by one goroutine at a time
	ring := func() { rung <- true }
	want := func(n int) {
		s.save(ring, func() error {
			writing <- n
			err := <-finish
			written = append(written, n)
			return err
		})
	}
	want(1)
	if n := <-writing; n != 1 {
		t.Fatalf("%d is written first", n)
	}
	want(2)
	want(3)
	if err := s.look(ring); err != nil {
		t.Error(err)
	}
	broken := errors.New("broken")
	finish <- broken
	<-rung
	if err := s.look(ring); err != broken {
		t.Errorf("%v is told", err)
	}
	if n := <-writing; n != 3 {
		t.Errorf("%d is written after 1", n)
	}
	if err := s.look(ring); err != nil {
		t.Errorf("told again: %v", err)
	}
	want(4)
	go func() {
		finish <- nil
		<-writing
		finish <- broken
	}()
	if err := s.finish(); !errors.Is(err, broken) {
		t.Errorf("at the end: %v", err)
	}
	if !slices.Equal(written, []int{1, 3, 4}) || s.now != nil || s.next != nil {
		t.Errorf("written %v", written)
	}
	if err := s.finish(); err != nil {
		t.Errorf("nothing to finish: %v", err)
	}
}
