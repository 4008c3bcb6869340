package background

import (
	"errors"
	"slices"
	"testing"
)

// TestSaver controls when each write ends.
func TestSaver(t *testing.T) {
	var s Saver
	woken, writing, finish := make(chan bool, 10), make(chan int), make(chan error)
	var written []int // by one goroutine at a time
	wake := func() { woken <- true }
	save := func(n int) {
		s.Save(func() error {
			writing <- n
			err := <-finish
			written = append(written, n)
			return err
		}, wake)
	}
	save(1)
	if n := <-writing; n != 1 {
		t.Fatalf("%d is written first", n)
	}
	save(2)
	save(3)
	if err := s.Poll(wake); err != nil {
		t.Error(err)
	}
	broken := errors.New("broken")
	finish <- broken
	<-woken
	if err := s.Poll(wake); err != broken {
		t.Errorf("error %v, want %v", err, broken)
	}
	if n := <-writing; n != 3 {
		t.Errorf("%d is written after 1", n)
	}
	if err := s.Poll(wake); err != nil {
		t.Errorf("reported again: %v", err)
	}
	save(4)
	go func() {
		finish <- nil
		<-writing
		finish <- broken
	}()
	if err := s.Finish(); !errors.Is(err, broken) {
		t.Errorf("at the end: %v", err)
	}
	if !slices.Equal(written, []int{1, 3, 4}) || s.running != nil || s.pending != nil {
		t.Errorf("written %v", written)
	}
	if err := s.Finish(); err != nil {
		t.Errorf("nothing to finish: %v", err)
	}
}
