package wire

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"sync"

	"tiv/tracefeed"
)

// Inserter copies a trace that is being recorded, and inserts goroutine dumps between its
// batches. A trace of an unknown version, of Go 1.22, or with damage is copied as it is.
type Inserter struct {
	to io.Writer
	// head is the unfinished head of the trace or of a batch, rest the number of bytes
	// that the current batch lacks, last the head of the last complete batch.
	head []byte
	rest uint64
	last batch
	// begun is true after the head of the trace, plain if nothing can be inserted.
	begun, plain bool

	mu    sync.Mutex
	dumps [][]byte // to be inserted: encoded data of batches
}

// NewInserter returns a copy that writes to a file.
func NewInserter(to io.Writer) *Inserter { return &Inserter{to: to} }

// Insert inserts the text of a goroutine dump behind the next complete batch. It can be
// called while another goroutine writes.
func (i *Inserter) Insert(dump []byte) {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed) // the level is valid
	w.Write(dump)
	w.Close()
	i.mu.Lock()
	defer i.mu.Unlock()
	first := byte(1)
	for packed.Len() > 0 {
		data := append([]byte(dumpMark), first)
		data = append(data, packed.Next(maxBatchBytes-len(data))...)
		i.dumps, first = append(i.dumps, data), 0
	}
}

// Write copies a part of the trace.
func (i *Inserter) Write(p []byte) (int, error) {
	done := 0
	for done < len(p) {
		n, ends := i.boundary(p[done:])
		k, err := i.to.Write(p[done : done+n])
		if done += k; err == nil && ends {
			err = i.flush()
		}
		if err != nil {
			return done, err
		}
	}
	return done, nil
}

// boundary returns the length of the part of p up to the end of a batch, or of p if no
// batch ends in it.
func (i *Inserter) boundary(p []byte) (n int, ends bool) {
	for n < len(p) && !i.plain {
		if i.rest > 0 {
			k := min(i.rest, uint64(len(p)-n))
			i.rest -= k
			n += int(k)
		} else {
			i.head = append(i.head, p[n])
			n++
			i.parse()
		}
		if i.rest == 0 && len(i.head) == 0 && i.last.gen > 0 {
			return n, true
		}
	}
	return len(p), false
}

// parse parses the head of the trace or of a batch, if it is complete.
func (i *Inserter) parse() {
	if !i.begun {
		if len(i.head) == HeaderLen {
			i.begun, i.plain = true, Version(i.head) < 23
			i.head = i.head[:0]
		}
		return
	}
	in := input{r: bufio.NewReaderSize(bytes.NewReader(i.head), 16)}
	b, size, err := in.head()
	switch {
	case err == nil && b.kind == evEndOfGeneration:
		i.last = batch{} // a batch after this one belongs to another generation
		i.head = i.head[:0]
	case err == nil:
		i.last, i.rest, i.head = b, size, i.head[:0]
	case err != io.EOF && err != tracefeed.ErrCutOff: // more than incomplete
		i.plain = true
	}
}

// flush writes the dumps that wait.
func (i *Inserter) flush() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, data := range i.dumps {
		out := []byte{evExperimentalBatch, dumpExperiment}
		for _, v := range []uint64{i.last.gen, i.last.m, i.last.time, uint64(len(data))} {
			out = binary.AppendUvarint(out, v)
		}
		if _, err := i.to.Write(append(out, data...)); err != nil {
			return err
		}
	}
	i.dumps = nil
	return nil
}
