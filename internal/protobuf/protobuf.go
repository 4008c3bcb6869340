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
	// numbers. It is part of the message. At is its position in the file.
	Bytes []byte
	At    int64
	// Value is the value of any other field, as it is encoded.
	Value uint64
}

// Each calls f for each field of a message at a position of the file, until f fails. Of
// a field that is cut off, f gets the bytes that are there. An error of the message itself
// is a *tracefeed.Damage.
func Each(message []byte, at int64, f func(Field) error) error {
	for rest := message; len(rest) > 0; {
		x := Field{At: at + int64(len(message)-len(rest))}
		n, start := x.read(rest), x.At
		if n < 0 && x.Bytes == nil {
			return &tracefeed.Damage{Offset: start, Err: protowire.ParseError(n)}
		}
		length := n
		if n < 0 {
			length = len(rest)
		}
		x.At += int64(length - len(x.Bytes))
		if err := f(x); err != nil {
			return err
		}
		if n < 0 {
			return &tracefeed.Damage{Offset: start, Err: protowire.ParseError(n)}
		}
		rest = rest[n:]
	}
	return nil
}

// read reads the first field of b, and returns its length; an error of protowire if it
// is negative. Bytes are then those of a field that is cut off.
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

// EachNumber calls f for each number of a repeated field of integers, packed or not.
func (x *Field) EachNumber(f func(uint64)) error {
	if x.Type != protowire.BytesType {
		f(x.Value)
		return nil
	}
	for rest := x.Bytes; len(rest) > 0; {
		v, n := protowire.ConsumeVarint(rest)
		if n < 0 {
			return &tracefeed.Damage{Offset: x.At + int64(len(x.Bytes)-len(rest)), Err: protowire.ParseError(n)}
		}
		f(v)
		rest = rest[n:]
	}
	return nil
}
