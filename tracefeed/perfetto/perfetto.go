// Package perfetto reads traces in Perfetto's protobuf format: slices, instants and
// counters of track events, and the scheduler's events of ftrace.
//
// Bytes go in, tracefeed events come out. A reader (reader.go) finds the packets of a
// file. A packet belongs to a sequence (sequence.go), which has interned names and
// defaults, and has its time in one of several clocks (clocks.go). Events on tracks
// (tracks.go, trackevent.go) and of the kernel (ftrace.go) become records of a
// slicefeed.Log. Packets can be in any order of time, so a file is read whole before its
// first event.
//
// The format: https://perfetto.dev/docs/reference/trace-packet-proto and the files in
// https://github.com/google/perfetto/tree/main/protos/perfetto/trace
//
// ../NOTES.md describes the difficulties of the format.
package perfetto

import (
	"unicode/utf8"

	"tiv/internal/protobuf"
	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

const name = "perfetto"

// Format returns the format, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{Name: name, Whole: true, Sniff: sniff, Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
		return &slicefeed.Feed{Format: name, Read: newReader(in.Reader).read}, nil
	}}
}

// cut returns the reader of a message that may be cut off.
func cut(start []byte) protobuf.Message {
	m := protobuf.New(start, 0)
	m.Cut = true
	return m
}

// sniff recognizes a first packet by its first field. Other formats of protobuf begin
// with the same byte, and so do texts that begin with an empty line.
func sniff(start []byte) bool {
	if isText(start[:min(len(start), 512)]) {
		return false
	}
	m := cut(start)
	if !m.Next() || m.Number != tracePacket || m.Bytes == nil {
		return false
	}
	packet := cut(m.Bytes)
	if !packet.Next() {
		return false
	}
	switch packet.Number {
	case packetTimestamp, packetClockID, packetUID, packetSequence, packetFlags, packetPID, packetFirst, packetDropped:
		return packet.Bytes == nil
	case packetClocks, packetUUID, packetConfig, packetSystemInfo, packetMarker, packetTrack, packetTrackEvent,
		packetProcessTree, packetCompressed, packetDefaults, packetInterned, packetService, packetStats:
		return packet.Bytes != nil
	case packetFtrace:
		bundle := cut(packet.Bytes)
		return bundle.Next() && (bundle.Number == bundleCPU && bundle.Bytes == nil || bundle.Number == bundleEvent ||
			bundle.Number == bundleSched)
	}
	return false
}

// isText reports whether bytes are those of a text: no packets, whose small numbers are no
// characters. The last character may be cut off.
func isText(b []byte) bool {
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		if c == utf8.RuneError && n == 1 {
			return !utf8.FullRune(b)
		}
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
		b = b[n:]
	}
	return true
}
