package sender

import (
	"tiv/tracefeed/binfeed"
)

// Trace sends the bytes of a trace.bin that are written to it, in any portions. It belongs to one
// goroutine.
type Trace struct {
	*Sender
	pieces binfeed.Pieces
}

// Write never waits. The error says why nothing more is sent.
func (t *Trace) Write(data []byte) (int, error) {
	err := t.pieces.Write(data, func(p binfeed.Piece, data []byte) error {
		t.Piece(data, p.Names, p.Events)
		return nil
	})
	if err == nil {
		err = t.Err()
	}
	if err != nil {
		return 0, err
	}
	return len(data), nil
}
