package otlp

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/otlp/spans"
)

// file is the spans of a file.
type file struct {
	*spans.Set
	repeated int // spans that occur more than once
}

// read reads a file. The spans before an error are valid.
func (f *file) read(in io.Reader) error {
	r := bufio.NewReaderSize(in, 1<<16)
	start, err := r.Peek(tracefeed.SniffLen)
	switch {
	case len(start) == 0:
		return err
	case isJSON(start):
		return f.ReadJSON(r)
	}
	return f.readMessages(r, isSequence(start))
}

// readMessages reads one message, or a sequence of messages after their lengths.
func (f *file) readMessages(in *bufio.Reader, sequence bool) error {
	r := messageReader{set: f.Set, in: in}
	for {
		var err error
		if sequence {
			err = r.message()
		} else {
			err = r.field()
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// messageReader reads messages. One process of a message is in memory at a time.
type messageReader struct {
	set *spans.Set
	in  *bufio.Reader
	at  int64 // the position in the file
	buf bytes.Buffer
}

func (r *messageReader) damage(err error) error { return &tracefeed.Damage{Offset: r.at, Err: err} }

// message reads a message after its length. It returns io.EOF if there is none.
func (r *messageReader) message() error {
	var length [4]byte
	n, err := io.ReadFull(r.in, length[:])
	if err == io.EOF {
		return err
	}
	if r.at += int64(n); err != nil {
		return r.damage(err)
	}
	at := r.at
	b, cut := r.bytes(uint64(binary.BigEndian.Uint32(length[:])))
	if err := r.set.ReadMessage(b, at); err != nil {
		return err
	}
	return cut
}

// field reads a field of a message that is the whole file. It returns io.EOF if there is
// none.
func (r *messageReader) field() error {
	tag, err := r.number()
	if err == io.EOF {
		return err
	}
	if err != nil {
		return r.damage(err)
	}
	if tag != uint64(tag1) {
		return r.damage(fmt.Errorf("unexpected field %d", tag>>3))
	}
	length, err := r.number()
	if err != nil {
		return r.damage(noEOF(err))
	}
	at := r.at
	b, cut := r.bytes(length)
	if err := r.set.ReadProcess(b, at); err != nil {
		return err
	}
	return cut
}

// number reads a number of variable length.
func (r *messageReader) number() (uint64, error) {
	return binary.ReadUvarint(byteCounter{r})
}

// byteCounter reads bytes and counts them.
type byteCounter struct{ *messageReader }

// ReadByte reads one byte.
func (c byteCounter) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.at++
	}
	return b, err
}

// bytes returns the next n bytes, or all that are left and an error. They are valid until
// the next call. It takes memory for bytes that are there, whatever n is.
func (r *messageReader) bytes(n uint64) ([]byte, error) {
	r.buf.Reset()
	m, err := io.CopyN(&r.buf, r.in, int64(min(n, math.MaxInt64)))
	r.at += m
	if err != nil {
		return r.buf.Bytes(), r.damage(noEOF(err))
	}
	return r.buf.Bytes(), nil
}

// noEOF turns the end of the file into an error.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// sort merges equal processes and their threads, removes spans that occur again, and
// brings the rest into the order of their starts, of those with the same start the
// longest first.
func (f *file) sort() {
	f.mergeProcesses()
	last := map[spans.ID]int{} // the entry in kept
	kept := f.List[:0]
	for _, x := range f.List {
		i, again := last[x.ID]
		switch {
		case !x.ID.Named() || !again:
			last[x.ID] = len(kept)
			kept = append(kept, x)
		case kept[i].End == spans.Open && x.End != spans.Open: // it was pending
			kept[i] = x
		case x.End != spans.Open:
			f.repeated++
		}
	}
	f.List = kept
	slices.SortStableFunc(f.List, func(a, b spans.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
}

// mergeProcesses gives equal processes the index of the first one: each message of an
// exporter repeats its process.
func (f *file) mergeProcesses() {
	first := map[spans.Process]int32{}
	of := make([]int32, len(f.Processes))
	for i, p := range f.Processes {
		if _, ok := first[p]; !ok {
			first[p] = int32(i)
		}
		of[i] = first[p]
	}
	threadOf := f.MoveThreads(of)
	for i := range f.List {
		x := &f.List[i]
		if x.Process = of[x.Process]; x.Thread >= 0 {
			x.Thread = threadOf[x.Thread]
		}
	}
}

// note describes the rows to the user, and the spans that are not shown as they are.
func (f *file) note() string {
	threaded := 0
	for i := range f.List {
		if f.List[i].Thread >= 0 {
			threaded++
		}
	}
	var parts []string
	switch threaded {
	case len(f.List):
		parts = append(parts, "a thread is shown only while a span is open in it")
	case 0:
		parts = append(parts, "rows are lanes of spans, not threads: a row exists only while a span is open in it")
	default:
		parts = append(parts, `rows named "lane" are no threads, and a row exists only while a span is open in it`)
	}
	parts = append(parts, "spans have no states")
	for _, x := range []struct {
		n    int
		text string
	}{{f.Startless, "have no start and are left out"}, {f.Reversed, "end before they start and are shown without length"},
		{f.repeated, "are in the file again and are shown once"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d spans %s", x.n, x.text))
		}
	}
	return strings.Join(parts, "; ")
}
