package gotrace

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"golang.org/x/exp/trace"

	"tiv/tracefeed"
)

// prefetcher decodes a trace with the library in its own goroutine, a few
// batches ahead of the mapper.
type prefetcher struct {
	full chan libraryBatch
	free chan []trace.Event
	stop chan struct{}
	in   *bufio.Reader
	// Only the goroutine uses the fields below.
	taken  int64 // bytes read from the underlying reader
	failed error // the underlying reader's error
	buf    []trace.Event
	made   int // bufs, at most batches
}

// libraryBatch is a batch of a trace's events, without those that the mapper
// ignores.
type libraryBatch struct {
	events []trace.Event
	// offset is the position in the trace after the batch, in bytes.
	offset int64
	// err ends the trace, after events.
	err error
}

const (
	batchLen = 1024
	batches  = 4
)

var errStopped = errors.New("stopped")

func prefetch(r io.Reader, stop chan struct{}) *prefetcher {
	a := &prefetcher{
		full: make(chan libraryBatch, batches),
		free: make(chan []trace.Event, batches),
		stop: stop,
		buf:  make([]trace.Event, 0, batchLen),
		made: 1,
	}
	a.in = bufio.NewReaderSize(source{a, r}, 1<<16)
	go a.run()
	return a
}

func (a *prefetcher) run() {
	defer close(a.full)
	if err := a.read(); err != errStopped {
		// A batch with an error is the last. full has room for it, or a
		// receiver takes it, or stop is closed.
		select {
		case a.full <- libraryBatch{a.buf, a.offset(), err}:
		case <-a.stop:
		}
	}
}

// offset returns the number of bytes read. The library reads through a.in,
// because it uses a bufio.Reader directly.
func (a *prefetcher) offset() int64 { return a.taken - int64(a.in.Buffered()) }

// read decodes until the end, damage or close. The library panics on some
// damaged traces.
func (a *prefetcher) read() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = a.damage(fmt.Errorf("contradicts itself: %v", p))
		}
	}()
	r, err := trace.NewReader(a.in)
	if err != nil {
		return a.damage(err)
	}
	for {
		ev, err := r.ReadEvent()
		if err == io.EOF && a.failed == nil {
			return io.EOF
		}
		if err != nil {
			return a.damage(err)
		}
		switch ev.Kind() {
		case trace.EventStateTransition, trace.EventLog, trace.EventSync,
			trace.EventRangeBegin, trace.EventRangeActive, trace.EventRangeEnd,
			trace.EventStackSample, trace.EventTaskBegin, trace.EventTaskEnd, trace.EventRegionBegin, trace.EventRegionEnd:
			a.buf = append(a.buf, ev)
			if len(a.buf) == batchLen && !a.flush() {
				return errStopped
			}
		}
	}
}

func (a *prefetcher) damage(err error) error {
	if a.failed != nil {
		err = a.failed // the library only noticed that something is missing
	}
	return &tracefeed.Damage{Offset: a.offset(), Err: clip(err)}
}

// flush sends the decoded events. It returns false once closed.
func (a *prefetcher) flush() bool {
	select {
	case a.full <- libraryBatch{a.buf, a.offset(), nil}:
	case <-a.stop:
		return false
	}
	if len(a.free) == 0 && a.made < batches {
		a.buf = make([]trace.Event, 0, batchLen)
		a.made++
		return true
	}
	select {
	case a.buf = <-a.free:
		return true
	case <-a.stop:
		return false
	}
}

// source is the underlying reader for the prefetcher's goroutine.
type source struct {
	a *prefetcher
	r io.Reader
}

// Read sends the decoded events before it reads on, because a read from a live
// trace may block for a long time.
func (s source) Read(p []byte) (int, error) {
	if len(s.a.buf) > 0 && !s.a.flush() {
		return 0, errStopped
	}
	n, err := s.r.Read(p)
	s.a.taken += int64(n)
	if err != nil && err != io.EOF {
		s.a.failed = err
	}
	return n, err
}

// clip shortens the library's message: to the first line, and to a maximum
// length.
func clip(err error) error {
	const most = 200
	msg := []byte(err.Error())
	for i, c := range msg {
		if c == '\n' || i == most {
			return errors.New(string(msg[:i]))
		}
	}
	return err
}
