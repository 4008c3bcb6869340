package ring

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// segment is a part of the ring in a file.
type segment struct {
	ring *Ring
	path string
	file *os.File // nil once it is complete
	w    *binfeed.Writer
	// start is the time of its first event, and before the state at that.
	start  tracefeed.Time
	before *State
	size   int64
	end    tracefeed.Time // of its last block
}

// errSmall says that one segment does not fit.
var errSmall = errors.New("the ring is too small for the names of this trace")

// newSegment begins a segment.
func (r *Ring) newSegment(at tracefeed.Time) error {
	r.number++
	s := &segment{ring: r, start: at, end: at, before: r.state.clone(), path: filepath.Join(r.Dir, fmt.Sprintf("ring-%06d.bin", r.number))}
	var err error
	if s.file, err = os.OpenFile(s.path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600); err != nil {
		return err
	}
	r.segments = append(r.segments, s)
	s.w, err = binfeed.NewWriter(s, binfeed.Header{Sched: r.feed.Header().Sched})
	return err
}

// Write writes to the file, after there is room for it.
func (s *segment) Write(p []byte) (int, error) {
	if err := s.ring.makeRoom(int64(len(p))); err != nil {
		return 0, err
	}
	n, err := s.file.Write(p)
	s.size += int64(n)
	s.ring.size += int64(n)
	return n, err
}

// block writes a block that ends at a time.
func (s *segment) block(b *block.Block, end tracefeed.Time, t *tracefeed.Tables) error {
	b.Start, b.End = s.end, end
	s.end = end
	return s.w.Block(b, t, 0)
}

// close ends the segment. Its index is not needed, and so it is not written.
func (s *segment) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}

// remove removes the segment from the disk.
func (s *segment) remove() error {
	err := errors.Join(s.close(), os.Remove(s.path))
	s.ring.size -= s.size
	return err
}

// each calls a function with the events of the segment, until it returns false.
func (s *segment) each(do func(*tracefeed.Event) bool) error {
	file, err := os.Open(s.path)
	if err != nil {
		return err
	}
	defer file.Close()
	feed, err := binfeed.Format().Open(tracefeed.Input{Name: s.path, Reader: io.NewSectionReader(file, 0, s.size), At: file, Size: s.size})
	if err != nil {
		return err
	}
	defer feed.Close()
	for ev, err := range tracefeed.All(feed) {
		if errors.Is(err, tracefeed.ErrCutOff) {
			return nil // a segment has no end
		}
		if err != nil {
			return err
		}
		if !do(ev) {
			break
		}
	}
	return nil
}
