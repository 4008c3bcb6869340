package wire

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"tiv/tracefeed"
)

// batch is the unit of the wire format: some events of one thread, or a part of
// a table.
type batch struct {
	kind byte // evEventBatch, evExperimentalBatch or evEndOfGeneration
	// experiment is the number of the experiment of an evExperimentalBatch.
	experiment byte
	gen        uint64
	m          uint64 // the runtime's number of the thread
	time       uint64 // when it begins, in the clock's units
	data       []byte
	at         int64 // offset of data in the trace
}

// first returns the first byte of an ordinary batch, which determines its
// contents; 0 for other batches.
func (b *batch) first() byte {
	if b.kind == evExperimentalBatch || len(b.data) == 0 {
		return 0
	}
	return b.data[0]
}

// input reads the batches of a trace, and tracks the position.
type input struct {
	r  *bufio.Reader
	at int64
	// slabs hold the data of a generation's batches; slab is the rest of the
	// last. They are reused after the generation.
	slabs [][]byte
	slab  []byte
	free  chan []byte
}

const slabBytes = 4 * maxBatchBytes

// batch reads the next batch. The error is io.EOF if nothing follows.
func (in *input) batch() (b batch, err error) {
	b, size, err := in.head()
	if err != nil || b.kind == evEndOfGeneration {
		return b, err
	}
	b.data, b.at = in.room(int(size)), in.at
	n, err := io.ReadFull(in.r, b.data)
	in.at += int64(n)
	if err != nil {
		return b, cut(err)
	}
	return b, nil
}

// head reads the head of a batch, and the size of its data. The error is io.EOF if
// nothing follows.
func (in *input) head() (b batch, size uint64, err error) {
	if b.kind, err = in.ReadByte(); err != nil {
		return b, 0, err
	}
	switch b.kind {
	case evEndOfGeneration:
		b.data = []byte{evEndOfGeneration}
		return b, 0, nil
	case evExperimentalBatch:
		if b.experiment, err = in.ReadByte(); err != nil {
			return b, 0, err
		}
	case evEventBatch:
	default:
		return b, 0, fmt.Errorf("want a batch, got an event of type %d", b.kind)
	}
	for _, v := range []*uint64{&b.gen, &b.m, &b.time, &size} {
		if *v, err = binary.ReadUvarint(in); err != nil {
			return b, 0, cut(err)
		}
	}
	if size > maxBatchBytes {
		return b, 0, fmt.Errorf("a batch of %d bytes, the most is %d", size, maxBatchBytes)
	}
	return b, size, nil
}

// ReadByte is for binary.ReadUvarint.
func (in *input) ReadByte() (byte, error) {
	b, err := in.r.ReadByte()
	if err == nil {
		in.at++
	}
	return b, err
}

// room returns n bytes of a slab.
func (in *input) room(n int) []byte {
	if n > len(in.slab) {
		select {
		case in.slab = <-in.free:
		default:
			in.slab = make([]byte, slabBytes)
		}
		in.slabs = append(in.slabs, in.slab)
	}
	p := in.slab[:n:n]
	in.slab = in.slab[n:]
	return p
}

// cut returns the error for a trace that ends too early.
func cut(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return tracefeed.ErrCutOff
	}
	return err
}
