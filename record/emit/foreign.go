package emit

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"tiv/tracefeed"
)

// foreignChunk is bytes for an interpreter.
type foreignChunk struct {
	identifier string
	data       []byte
	at         tracefeed.Time
}

// maxWaiting is the length of chunks that wait to be written, in bytes.
const maxWaiting = 32 << 20

// errWaiting is the error of a chunk that finds no room.
var errWaiting = errors.New("emit: chunks come faster than they can be written")

// Chunk writes bytes in an encoding of the program's own, for the interpreter of the identifier
// (docs/interpreters.md). The interpreter gets the bytes of all chunks with the identifier, in the
// order of the calls, without marks between them. The bytes say their times themselves, as Now
// does. It is an error, and nothing is written, if too many bytes wait to be written.
func (w *Writer) Chunk(identifier string, data []byte) error {
	if w == nil || w.closed.Load() {
		return nil
	}
	if identifier == "" || len(identifier) > 1<<10 {
		return fmt.Errorf("emit: an identifier has 1 to 1024 bytes, not %d", len(identifier))
	}
	at := w.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(data) > maxWaiting-w.waiting {
		return errWaiting
	}
	w.waiting += len(data)
	w.foreign = append(w.foreign, foreignChunk{identifier, slices.Clone(data), at})
	return nil
}

// Now returns the time since the start of the trace, by the clock of the system.
func (w *Writer) Now() tracefeed.Time {
	if w == nil {
		return 0
	}
	return tracefeed.Time(time.Since(w.clock.start))
}

// writeChunks writes the chunks that wait.
func (fl *flusher) writeChunks() {
	for _, c := range fl.chunks {
		if fl.err == nil {
			fl.fail(fl.file.Foreign(c.identifier, c.data, c.at, c.at))
		}
	}
	fl.chunks = nil
}
