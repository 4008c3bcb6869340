package otlp

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

	"tiv/internal/protobuf"
	"tiv/tracefeed"
)

// The tags of fields 1 and 2 of a message, if they are messages.
const (
	tag1 = 1<<3 | byte(protowire.BytesType)
	tag2 = 2<<3 | byte(protowire.BytesType)
)

// isMessage reports whether a file is a message of OTLP: one or more processes, each with
// attributes and then spans.
func isMessage(start []byte) bool {
	length, rest := lengthOf(start, tag1, math.MaxUint32)
	if length, rest = lengthOf(rest, tag1, length); rest == nil {
		return false
	}
	if length == 0 { // of a process without attributes
		_, rest = lengthOf(rest, tag2, math.MaxUint32)
		return rest != nil
	}
	attribute, rest := lengthOf(rest, tag1, length)
	key, rest := lengthOf(rest, tag1, attribute)
	if rest == nil || key == 0 {
		return false
	}
	for _, c := range rest[:min(key, uint64(len(rest)))] {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// lengthOf reads the tag and the length of a field within a message. Without such a
// field, rest is nil.
func lengthOf(b []byte, tag byte, within uint64) (length uint64, rest []byte) {
	if len(b) == 0 || b[0] != tag {
		return 0, nil
	}
	length, n := protowire.ConsumeVarint(b[1:])
	if n < 0 || length+1+uint64(n) > within {
		return 0, nil
	}
	return length, b[1+n:]
}

// isSequence reports whether a file is a sequence of messages, each after its length.
func isSequence(start []byte) bool {
	return len(start) > 4 && isMessage(start[4:])
}

// readMessages reads one message, or a sequence of messages after their lengths.
func (s *spans) readMessages(in *bufio.Reader, sequence bool) error {
	r := messageReader{spans: s, in: in}
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
	spans *spans
	in    *bufio.Reader
	at    int64 // the position in the file
	buf   bytes.Buffer
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
	if err := protobuf.Each(b, at, r.spans.readField); err != nil {
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
	if err := r.spans.readProcess(b, at); err != nil {
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

// readField reads a field of a message: a process with its spans.
func (s *spans) readField(x protobuf.Field) error {
	if x.Number != 1 || x.Type != protowire.BytesType {
		return nil
	}
	return s.readProcess(x.Bytes, x.At)
}

// The numbers of the fields of messages, which have the same names in opentelemetry-proto.
const (
	resourceField, scopeSpansField               = 1, 2 // ResourceSpans; 1000: an older scopeSpans
	attributesField                              = 1    // Resource
	spansField                                   = 2    // ScopeSpans
	traceField, spanField, parentField           = 1, 2, 4
	nameField, startField, endField, spanAttribs = 5, 7, 8, 9 // Span
	linkField                                    = 13         // Span; a Link has trace and span
	keyField, valueField                         = 1, 2       // KeyValue
	stringValue, intValue                        = 1, 3       // AnyValue
)

func (s *spans) readProcess(message []byte, at int64) error {
	process := s.addResource()
	return protobuf.Each(message, at, func(x protobuf.Field) error {
		switch {
		case x.Type != protowire.BytesType:
		case x.Number == resourceField:
			return protobuf.Each(x.Bytes, x.At, func(x protobuf.Field) error {
				if x.Number != attributesField {
					return nil
				}
				return readAttribute(x, s.resources[process].attribute)
			})
		case x.Number == scopeSpansField:
			return protobuf.Each(x.Bytes, x.At, func(x protobuf.Field) error {
				if x.Number != spansField {
					return nil
				}
				return s.readSpan(x, process)
			})
		}
		return nil
	})
}

func (s *spans) readSpan(message protobuf.Field, process int32) error {
	x := span{resource: process}
	var name string
	var th thread
	err := protobuf.Each(message.Bytes, message.At, func(f protobuf.Field) error {
		if f.Type != fieldType(f.Number) {
			if f.Number <= spanAttribs {
				return &tracefeed.Damage{Offset: f.At, Err: fmt.Errorf("field %d of a span has type %d", f.Number, f.Type)}
			}
			return nil
		}
		switch f.Number {
		case traceField:
			setID(x.id.trace[:], f.Bytes)
		case spanField:
			setID(x.id.span[:], f.Bytes)
		case parentField:
			setID(x.parent[:], f.Bytes)
		case nameField:
			name = string(f.Bytes)
		case startField:
			x.start = int64(f.Value)
		case endField:
			x.end = int64(f.Value)
		case spanAttribs:
			return readAttribute(f, th.attribute)
		case linkField:
			return x.readLink(f)
		}
		return nil
	})
	if err == nil {
		s.add(x, name, th)
	}
	return err
}

// readLink reads a link of the span to another one.
func (x *span) readLink(message protobuf.Field) error {
	var to spanID
	err := protobuf.Each(message.Bytes, message.At, func(f protobuf.Field) error {
		switch f.Number {
		case traceField:
			setID(to.trace[:], f.Bytes)
		case spanField:
			setID(to.span[:], f.Bytes)
		}
		return nil
	})
	x.links = append(x.links, to)
	return err
}

// fieldType returns the type of a field of a span.
func fieldType(n protowire.Number) protowire.Type {
	switch n {
	case startField, endField:
		return protowire.Fixed64Type
	case 6: // the kind of the span
		return protowire.VarintType
	}
	return protowire.BytesType
}

// setID sets an id. One of another length is none.
func setID(id, b []byte) {
	if len(b) == len(id) {
		copy(id, b)
	}
}

// readAttribute reads an attribute with a value that is a text or an integer.
func readAttribute(message protobuf.Field, f func(key, value string)) error {
	var key, value string
	err := protobuf.Each(message.Bytes, message.At, func(x protobuf.Field) error {
		switch x.Number {
		case keyField:
			key = string(x.Bytes)
		case valueField:
			return protobuf.Each(x.Bytes, x.At, func(x protobuf.Field) error {
				switch x.Number {
				case stringValue:
					value = string(x.Bytes)
				case intValue:
					value = strconv.FormatInt(int64(x.Value), 10)
				}
				return nil
			})
		}
		return nil
	})
	if err == nil {
		f(key, value)
	}
	return err
}
