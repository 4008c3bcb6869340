package gotrace

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// batch is what the wire format is made of: some events of one thread, or a
// part of a table.
type batch struct {
	kind byte // evEventBatch, evExperimentalBatch or evEndOfGeneration
	gen  uint64
	m    uint64 // the runtime's number of the thread
	time uint64 // when it begins, in the clock's units
	data []byte
	at   int64 // offset of data in the trace
}

// first returns the first byte of an ordinary batch, which tells what it is
// about; 0 where there is none.
func (b *batch) first() byte {
	if b.kind == evExperimentalBatch || len(b.data) == 0 {
		return 0
	}
	return b.data[0]
}

// input is the bytes of a trace, and how far they have been read.
type input struct {
	r  *bufio.Reader
	at int64
	// slabs are what the data of a generation's batches is in, slab what is
	// left of the last. They are used again when the generation is done with.
	slabs [][]byte
	slab  []byte
	free  chan []byte
}

const slabBytes = 4 * mostBatchBytes

// batch reads the next batch. The error is io.EOF if nothing follows.
func (in *input) batch() (b batch, err error) {
	if b.kind, err = in.ReadByte(); err != nil {
		return b, err
	}
	switch b.kind {
	case evEndOfGeneration:
		b.data = []byte{evEndOfGeneration}
		return b, nil
	case evExperimentalBatch:
		if _, err = in.ReadByte(); err != nil { // which experiment
			return b, err
		}
	case evEventBatch:
	default:
		return b, fmt.Errorf("want a batch, got an event of type %d", b.kind)
	}
	var size uint64
	for _, v := range []*uint64{&b.gen, &b.m, &b.time, &size} {
		if *v, err = binary.ReadUvarint(in); err != nil {
			return b, fmt.Errorf("the head of a batch: %w", cut(err))
		}
	}
	if size > mostBatchBytes {
		return b, fmt.Errorf("a batch of %d bytes, the most is %d", size, mostBatchBytes)
	}
	b.data, b.at = in.room(int(size)), in.at
	n, err := io.ReadFull(in.r, b.data)
	in.at += int64(n)
	if err != nil {
		return b, fmt.Errorf("a batch of %d bytes, %d are there: %w", size, n, cut(err))
	}
	return b, nil
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

// cut puts the end of a trace where there should be more into words.
func cut(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("the trace ends there")
	}
	return err
}

// numbers are the numbers and bytes of one batch.
type numbers struct {
	data []byte
	bad  bool // there were fewer than asked for
}

func (s *numbers) uint() uint64 {
	v, n := binary.Uvarint(s.data)
	if n <= 0 {
		s.bad, s.data = true, nil
		return 0
	}
	s.data = s.data[n:]
	return v
}

// is takes a byte, and reports whether it is the one that must come.
func (s *numbers) is(b byte) bool {
	if len(s.data) == 0 || s.data[0] != b {
		return false
	}
	s.data = s.data[1:]
	return true
}
