package chrome

import (
	"bytes"
	"slices"

	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

const name = "chrome"

// Format returns the format, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{Name: name, Whole: true, Sniff: sniff, Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
		return &slicefeed.Feed{Format: name, Read: func(l *slicefeed.Log) error {
			return newReader(in.Reader, l).read()
		}}, nil
	}}
}

// sniff recognizes an object with a list of events or with the nodes of a CPU profile, and a
// list of objects with phases.
func sniff(start []byte) bool {
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte(byteOrderMark)), space)
	if len(start) == 0 {
		return false
	}
	rest := bytes.TrimLeft(start[1:], space)
	switch start[0] {
	case '{':
		has := func(keys ...string) bool {
			return !slices.ContainsFunc(keys, func(k string) bool { return !bytes.Contains(rest, []byte(`"`+k+`"`)) })
		}
		early := len(start) >= tracefeed.SniffFar-len(byteOrderMark) && slices.Contains(earlyKeys, firstKey(start))
		return early || has("traceEvents") || has("systemTraceEvents") || has("nodes", "callFrame") ||
			has("head", "functionName") && !has("callFrame")
	case '[':
		return bytes.HasPrefix(rest, []byte("{")) && bytes.Contains(rest, []byte(`"ph"`))
	}
	return false
}

// earlyKeys are members that programs write before the list of events. Some are long: the
// source maps in the metadata of DevTools.
var earlyKeys = []string{"metadata", "otherData", "stackFrames", "schemaVersion", "displayTimeUnit", "beginningOfTime",
	"samples", "androidProcessDump"}

// firstKey returns the name of the first member of an object.
func firstKey(object []byte) string {
	s := scanner{b: object, i: 1}
	key, _ := s.text() // none is ""
	return string(key)
}

const (
	byteOrderMark = "\xef\xbb\xbf"
	space         = " \t\r\n"
)
