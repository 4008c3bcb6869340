// Package protobuf reads the fields of encoded messages of Protocol Buffers, without
// generated code.
package protobuf

import (
	"google.golang.org/protobuf/encoding/protowire"

	"tiv/tracefeed"
)

// Field is one field of a message. The values of a repeated field are several fields.
type Field struct {
	Number protowire.Number
	Type   protowire.Type
	// Bytes is the value of a field of variable length: a string, a message, packed
	// numbers; nil of any other field. It is part of the message. At is its position in the file.
	Bytes []byte
	At    int64
	// Value is the value of any other field, as it is encoded.
	Value uint64
}

// Message reads the fields of a message one by one. The present one is Field.
type Message struct {
	Field
	// Cut: the message may end within a field. Next then returns the part before the end.
	Cut  bool
	rest []byte
	end  int64 // in the file
	err  error
}

// New returns the reader of a message at a position of the file.
func New(message []byte, at int64) Message {
	return Message{rest: message, end: at + int64(len(message))}
}

// Next reads the next field. It returns false at the end, and where the message is damaged.
func (m *Message) Next() bool {
	if len(m.rest) == 0 || m.err != nil {
		return false
	}
	start := m.end - int64(len(m.rest))
	m.Bytes, m.Value = nil, 0
	n := m.read(m.rest)
	if n < 0 {
		m.fail(&tracefeed.Damage{Offset: start, Err: protowire.ParseError(n)})
		m.At = m.end - int64(len(m.Bytes))
		return m.Cut && m.Bytes != nil
	}
	m.rest = m.rest[n:]
	m.At = m.end - int64(len(m.rest)) - int64(len(m.Bytes))
	return true
}

// Err returns the damage of the message that Next has met, a *tracefeed.Damage.
func (m *Message) Err() error { return m.err }

// fail ends the message with its first error.
func (m *Message) fail(err error) {
	m.rest = nil
	if m.err == nil {
		m.err = err
	}
}

// Numbers is Field.Numbers. An error becomes the error of the message.
func (m *Message) Numbers(list []uint64, fixed bool) []uint64 {
	list, err := m.Field.numbers(list, fixed)
	if err != nil {
		m.fail(err)
	}
	return list
}

// Each calls f for each field of a message at a position of the file, until f fails. Of
// a field that is cut off, f gets the bytes that are there. An error of the message itself
// is a *tracefeed.Damage.
func Each(message []byte, at int64, f func(Field) error) error {
	m := New(message, at)
	m.Cut = true
	for m.Next() {
		if err := f(m.Field); err != nil {
			return err
		}
	}
	return m.err
}

// read reads the first field of b, and returns its length; an error of protowire if it
// is negative. Bytes then belong to a field that is cut off.
func (x *Field) read(b []byte) int {
	var n, m int
	if x.Number, x.Type, n = protowire.ConsumeTag(b); n < 0 {
		return n
	}
	switch value := b[n:]; x.Type {
	case protowire.BytesType:
		if x.Bytes, m = protowire.ConsumeBytes(value); m < 0 {
			if _, k := protowire.ConsumeVarint(value); k > 0 {
				x.Bytes = value[k:]
			}
		}
		x.Bytes = x.Bytes[:len(x.Bytes):len(x.Bytes)] // what is appended is a copy
	case protowire.VarintType:
		x.Value, m = protowire.ConsumeVarint(value)
	case protowire.Fixed64Type:
		x.Value, m = protowire.ConsumeFixed64(value)
	case protowire.Fixed32Type:
		var v uint32
		v, m = protowire.ConsumeFixed32(value)
		x.Value = uint64(v)
	default:
		m = protowire.ConsumeFieldValue(x.Number, x.Type, value)
	}
	if m < 0 {
		return m
	}
	return n + m
}

// numbers appends the numbers of a repeated field to list, packed or not. Packed ones are
// integers, or fixed: of eight bytes.
func (x *Field) numbers(list []uint64, fixed bool) ([]uint64, error) {
	if x.Type != protowire.BytesType {
		return append(list, x.Value), nil
	}
	consume := protowire.ConsumeVarint
	if fixed {
		consume = protowire.ConsumeFixed64
	}
	for rest := x.Bytes; len(rest) > 0; {
		v, n := consume(rest)
		if n < 0 {
			return list, &tracefeed.Damage{Offset: x.At + int64(len(x.Bytes)-len(rest)), Err: protowire.ParseError(n)}
		}
		list, rest = append(list, v), rest[n:]
	}
	return list, nil
}
