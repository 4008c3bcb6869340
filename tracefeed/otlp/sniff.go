package otlp

import (
	"math"
	"regexp"

	"google.golang.org/protobuf/encoding/protowire"
)

// jsonStart matches the start of an object with spans. Tempo names the list "batches".
var jsonStart = regexp.MustCompile(`^\x{feff}?\s*\[?\s*\{\s*"(?:resourceSpans|batches)"\s*:`)

// isJSON reports whether a file is OTLP as JSON.
func isJSON(start []byte) bool { return jsonStart.Match(start) }

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
