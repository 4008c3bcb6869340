package relay

import (
	"context"
	"io"
	"time"
)

// pollTime is the time between two looks at a growing file.
const pollTime = 20 * time.Millisecond

// tail reads a growing file from its start, up to its end once it is complete.
type tail struct {
	ctx      context.Context
	file     io.ReaderAt
	at       int64
	complete <-chan struct{} // closed once nothing is added
}

// Read waits until there are more bytes.
func (t *tail) Read(p []byte) (int, error) {
	for {
		over := false
		select {
		case <-t.complete:
			over = true // before the bytes are read: there are no others
		default:
		}
		n, err := t.file.ReadAt(p, t.at)
		t.at += int64(n)
		switch {
		case n > 0 || len(p) == 0:
			return n, nil
		case err != io.EOF || over:
			return 0, err
		}
		select {
		case <-t.complete:
		case <-time.After(pollTime):
		case <-t.ctx.Done():
			return 0, t.ctx.Err()
		}
	}
}
