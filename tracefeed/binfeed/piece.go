package binfeed

import "tiv/tracefeed"

// Piece describes a part of a trace.bin that is sent as a whole while the trace is written: the
// header of the file, or a chunk.
type Piece struct {
	// Size is its length in bytes.
	Size int64
	// Names is true of the header and of chunks with names, without which later chunks cannot be
	// read.
	Names bool
	// Closing is true of the index and of the end, which a writer that adds names replaces.
	Closing bool
	// Events is the number of events in it, and End the time of the last.
	Events int
	End    tracefeed.Time
}

// pieceOf describes the piece that begins with some bytes, at least 64. first says that it is the
// first of a trace.
func pieceOf(start []byte, first bool) (Piece, error) {
	if first {
		_, err := parseHeader(start[:fileHeaderLen])
		return Piece{Size: fileHeaderLen, Names: true}, err
	}
	c, err := parseChunk(start)
	if err == nil {
		err = c.check()
	}
	p := Piece{Size: c.size(), Names: c.kind == chunkMeta, Closing: c.kind == chunkIndex || c.kind == chunkEnd}
	if c.kind == chunkEvents {
		p.Events, p.End = int(c.count), c.end
	}
	return p, err
}

// Pieces divides the bytes of a trace.bin, in any portions, into pieces. The zero value is at the
// start of a trace.
type Pieces struct {
	rest    []byte // of a piece that is not complete
	started bool
	err     error
}

// Write passes each piece that is complete to each, with its bytes, which are valid during the
// call. The error says that the bytes are not those of a trace.bin, or is one of each. After it,
// all calls return it.
func (d *Pieces) Write(data []byte, each func(Piece, []byte) error) error {
	if len(d.rest) > 0 {
		d.rest = append(d.rest, data...)
		data = d.rest
	}
	at := 0
	for len(data)-at >= chunkHeaderLen && d.err == nil {
		p, err := pieceOf(data[at:], !d.started)
		if err == nil && int64(len(data)-at) < p.Size {
			break
		}
		if err == nil {
			err = each(p, data[at:][:p.Size])
			at += int(p.Size)
		}
		d.started, d.err = true, err
	}
	if at > 0 || len(d.rest) == 0 {
		d.rest = append(d.rest[:0], data[at:]...)
	}
	return d.err
}
