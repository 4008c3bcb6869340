package threaddump

import (
	"errors"
	"io"
)

// The start of a stream in which the first thread has to be, in bytes and in lines: whichever ends
// first. A stream may have no end.
const (
	maxBytes = 64 << 20
	maxLines = 1 << 20
)

var errNoDump = errors.New("no known format, and no thread dump so far; a stream may have no end, but a file is searched as a whole")

// limited reads a stream until its limits, unless it is free.
type limited struct {
	io.Reader
	bytes, lines int
	// free: a thread was found.
	free bool
}

// Read reads from the stream.
func (l *limited) Read(p []byte) (int, error) {
	if l.free {
		return l.Reader.Read(p)
	}
	if l.bytes <= 0 {
		return 0, errNoDump
	}
	n, err := l.Reader.Read(p[:min(len(p), l.bytes)])
	l.bytes -= n
	return n, err
}

// line returns an error if the stream has too many lines.
func (l *limited) line(threads int) error {
	if l == nil || l.free {
		return nil
	}
	l.free = threads > 0
	if l.lines--; l.lines < 0 && !l.free {
		return errNoDump
	}
	return nil
}
