package perfetto

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// message reads the fields of a message one by one.
type message struct {
	rest []byte
	// cut: rest may end within a field, whose bytes are then all that there are.
	cut bool
	bad bool // a field that cannot be
	// Of the present field: data has the bytes of one with a length, else it is nil.
	field protowire.Number
	data  []byte
	value uint64
}

// next reads the next field. It returns false at the end.
func (m *message) next() bool {
	if len(m.rest) == 0 {
		return false
	}
	field, kind, n := protowire.ConsumeTag(m.rest)
	if n < 0 {
		return m.fail()
	}
	m.rest, m.field, m.data, m.value = m.rest[n:], field, nil, 0
	switch kind {
	case protowire.VarintType:
		m.value, n = protowire.ConsumeVarint(m.rest)
	case protowire.Fixed64Type:
		m.value, n = protowire.ConsumeFixed64(m.rest)
	case protowire.Fixed32Type:
		var v uint32
		v, n = protowire.ConsumeFixed32(m.rest)
		m.value = uint64(v)
	case protowire.BytesType:
		length, l := protowire.ConsumeVarint(m.rest)
		if l < 0 || length > math.MaxInt32 || !m.cut && length > uint64(len(m.rest)-l) {
			return m.fail()
		}
		n = min(l+int(length), len(m.rest))
		m.data = m.rest[l:n:n]
	default:
		n = protowire.ConsumeFieldValue(field, kind, m.rest)
	}
	if n < 0 {
		return m.fail()
	}
	m.rest = m.rest[n:]
	return true
}

func (m *message) fail() bool {
	m.rest, m.bad = nil, true
	return false
}

// numbers appends the numbers of the present field to list, packed ones too. Numbers of
// eight bytes are fixed.
func (m *message) numbers(list []uint64, fixed bool) []uint64 {
	if m.data == nil {
		return append(list, m.value)
	}
	for b := m.data; len(b) > 0; {
		var v uint64
		var n int
		if fixed {
			v, n = protowire.ConsumeFixed64(b)
		} else {
			v, n = protowire.ConsumeVarint(b)
		}
		if n < 0 {
			m.bad = true
			break
		}
		list, b = append(list, v), b[n:]
	}
	return list
}
