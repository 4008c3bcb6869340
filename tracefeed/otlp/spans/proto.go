package spans

import (
	"fmt"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

	"tiv/internal/protobuf"
	"tiv/tracefeed"
)

// The numbers of the fields of messages, which have the same names in opentelemetry-proto.
const (
	processField                                 = 1    // TracesData, LogsData
	resourceField, scopeField                    = 1, 2 // ResourceSpans, ResourceLogs; 1000: an older scopeSpans
	attributesField                              = 1    // Resource
	itemsField                                   = 2    // ScopeSpans, ScopeLogs
	traceField, spanField, parentField           = 1, 2, 4
	nameField, kindField, startField             = 5, 6, 7
	endField, spanAttribs, linkField, flagsField = 8, 9, 13, 16 // Span; a Link has trace and span
	logTime, logFlags, logTrace, logSpan, logAt  = 1, 8, 9, 10, 11
	keyField, valueField                         = 1, 2 // KeyValue
	stringValue, intValue                        = 1, 3 // AnyValue
)

// ReadMessage reads a message with spans at a position of a file. The spans before an error are
// valid; the error is a *tracefeed.Damage.
func (s *Set) ReadMessage(message []byte, at int64) error { return s.read(message, at, s.readSpan) }

// ReadLogs reads a message with logs, as ReadMessage reads one with spans.
func (s *Set) ReadLogs(message []byte, at int64) error { return s.read(message, at, s.readLog) }

// ReadProcess reads the part of a message that has the spans of one process.
func (s *Set) ReadProcess(part []byte, at int64) error { return s.readProcess(part, at, s.readSpan) }

// reader reads a span or a record of a log.
type reader func(message protobuf.Field, process int32) error

func (s *Set) read(message []byte, at int64, item reader) error {
	return protobuf.Each(message, at, func(x protobuf.Field) error {
		if x.Number != processField || x.Type != protowire.BytesType {
			return nil
		}
		return s.readProcess(x.Bytes, x.At, item)
	})
}

func (s *Set) readProcess(part []byte, at int64, item reader) error {
	process := s.addProcess()
	return protobuf.Each(part, at, func(x protobuf.Field) error {
		switch {
		case x.Type != protowire.BytesType:
		case x.Number == resourceField:
			return protobuf.Each(x.Bytes, x.At, func(x protobuf.Field) error {
				if x.Number != attributesField {
					return nil
				}
				return readAttribute(x, s.Processes[process].attribute)
			})
		case x.Number == scopeField:
			return protobuf.Each(x.Bytes, x.At, func(x protobuf.Field) error {
				if x.Number != itemsField {
					return nil
				}
				return item(x, process)
			})
		}
		return nil
	})
}

func (s *Set) readSpan(message protobuf.Field, process int32) error {
	x := Span{Process: process}
	var name string
	var n notes
	var kind, flags uint64
	err := protobuf.Each(message.Bytes, message.At, func(f protobuf.Field) error {
		if f.Type != fieldType(f.Number) {
			if f.Number <= spanAttribs {
				return &tracefeed.Damage{Offset: f.At, Err: fmt.Errorf("field %d of a span has type %d", f.Number, f.Type)}
			}
			return nil
		}
		switch f.Number {
		case traceField:
			setID(x.ID.Trace[:], f.Bytes)
		case spanField:
			setID(x.ID.Span[:], f.Bytes)
		case parentField:
			setID(x.Parent[:], f.Bytes)
		case nameField:
			name = string(f.Bytes)
		case kindField:
			kind = f.Value
		case startField:
			x.Start = int64(f.Value)
		case endField:
			x.End = int64(f.Value)
		case flagsField:
			flags = f.Value
		case spanAttribs:
			return readAttribute(f, n.attribute)
		case linkField:
			return s.readLink(&x, f)
		}
		return nil
	})
	if err == nil {
		x.Local = local(kind, flags)
		s.add(x, name, &n)
	}
	return err
}

// readLink reads a link of a span to another one.
func (s *Set) readLink(x *Span, message protobuf.Field) error {
	var to ID
	err := protobuf.Each(message.Bytes, message.At, func(f protobuf.Field) error {
		switch f.Number {
		case traceField:
			setID(to.Trace[:], f.Bytes)
		case spanField:
			setID(to.Span[:], f.Bytes)
		}
		return nil
	})
	if len(x.Links) < mostLinks {
		s.addLink(x, to)
	}
	return err
}

// fieldType returns the type of a field of a span.
func fieldType(n protowire.Number) protowire.Type {
	switch n {
	case startField, endField:
		return protowire.Fixed64Type
	case kindField:
		return protowire.VarintType
	case flagsField:
		return protowire.Fixed32Type
	}
	return protowire.BytesType
}

// readLog reads a record of a log.
func (s *Set) readLog(message protobuf.Field, process int32) error {
	m := Mark{Process: process}
	var at int64
	var flags uint64
	err := protobuf.Each(message.Bytes, message.At, func(f protobuf.Field) error {
		switch f.Number {
		case logTime:
			m.At = int64(f.Value)
		case logAt:
			at = int64(f.Value)
		case logFlags:
			flags = f.Value
		case logTrace:
			setID(m.ID.Trace[:], f.Bytes)
		case logSpan:
			setID(m.ID.Span[:], f.Bytes)
		}
		return nil
	})
	if m.At == 0 {
		m.At = at
	}
	if err == nil && flags&flagSampled != 0 {
		s.addMark(m)
	}
	return err
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
