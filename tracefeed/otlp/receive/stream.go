package receive

import (
	"crypto/rand"
	"io"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// stream writes a growing trace.bin. After an error it writes nothing.
type stream struct {
	out     io.WriteCloser
	file    *binfeed.Writer
	builder block.Builder
	end     tracefeed.Time // of the last block
	err     error
}

// blockLen is the maximum number of events in a block.
const blockLen = 1 << 15

func newStream(out io.WriteCloser, wall int64, properties []binfeed.Property) *stream {
	s := &stream{out: out}
	h := binfeed.Header{Wall: wall}
	rand.Read(h.ID[:]) // never fails
	s.file, s.err = binfeed.NewWriter(out, h)
	for _, p := range properties {
		s.property(p.Key, p.Value)
	}
	return s
}

// property writes a property of the trace, unless it is empty.
func (s *stream) property(key, value string) {
	if s.err == nil && value != "" {
		s.err = s.file.Property(key, value)
	}
}

// write writes events, in order of time.
func (s *stream) write(events []tracefeed.Event, t *tracefeed.Tables) {
	for len(events) > 0 && s.err == nil {
		s.builder.Reset()
		n := 0
		for n < len(events) && n < blockLen && !s.builder.Overfull() {
			s.builder.Add(&events[n], tracefeed.Unspecified)
			n++
		}
		b := s.builder.Block()
		b.Start, b.End = s.end, events[n-1].Time
		s.end, events = b.End, events[n:]
		s.err = s.file.Block(b, t, 0)
	}
}

// close completes the trace.
func (s *stream) close() error {
	if s.err == nil {
		s.err = s.file.Close()
	}
	if err := s.out.Close(); s.err == nil {
		s.err = err
	}
	return s.err
}
