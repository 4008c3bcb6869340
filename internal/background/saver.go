package background

import (
	"context"
	"errors"
)

// Saver runs writes in the background, one at a time. Of the writes requested
// while one runs, only the last is done. It belongs to one goroutine. The zero
// value has nothing to write.
type Saver struct {
	running *Job[struct{}] // nil if nothing is being written
	pending func() error   // nil for none
}

// Save requests a write. wake is called, from another goroutine, after it.
func (s *Saver) Save(write func() error, wake func()) {
	if s.pending = write; s.running == nil {
		s.start(wake)
	}
}

func (s *Saver) start(wake func()) {
	write := s.pending
	s.pending = nil
	s.running = Start(func(context.Context, func(float64)) (struct{}, error) { return struct{}{}, write() }, wake)
}

// Poll returns the error of a finished write, once, and starts the pending
// write. It does not wait.
func (s *Saver) Poll(wake func()) error {
	if s.running == nil || !s.running.Done() {
		return nil
	}
	_, err := s.running.Result()
	if s.running = nil; s.pending != nil {
		s.start(wake)
	}
	return err
}

// Idle reports whether there is nothing to write. Poll says so after the last write.
func (s *Saver) Idle() bool { return s.running == nil }

// Finish waits until everything has been written, and returns the errors that
// Poll has not returned.
func (s *Saver) Finish() (err error) {
	if s.running != nil {
		_, err = s.running.Result()
		s.running = nil
	}
	if s.pending != nil {
		err, s.pending = errors.Join(err, s.pending()), nil
	}
	return err
}
