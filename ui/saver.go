package ui

import (
	"context"
	"errors"
)

// saver writes files in a goroutine, because that can take long: one write at a
// time. Of the writes requested meanwhile, only the last is done.
type saver struct {
	now  *work[error] // nil if nothing is being written
	next func() error // nil for nothing
}

// save queues a write; notify is called after it, from another goroutine.
func (s *saver) save(notify func(), write func() error) {
	if s.next = write; s.now == nil {
		s.start(notify)
	}
}

func (s *saver) start(notify func()) {
	write := s.next
	s.next = nil
	s.now = begin(notify, func(context.Context, func(float64)) (error, bool) { return write(), true })
}

// look returns the error of the last write, once, and starts the pending write.
// It never blocks.
func (s *saver) look(notify func()) error {
	if s.now == nil || !s.now.ready.Load() {
		return nil
	}
	err := s.now.found
	if s.now = nil; s.next != nil {
		s.start(notify)
	}
	return err
}

// finish waits until all is written.
func (s *saver) finish() (err error) {
	if s.now != nil {
		<-s.now.done
		err, s.now = s.now.found, nil
	}
	if s.next != nil {
		err, s.next = errors.Join(err, s.next()), nil
	}
	return err
}
