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
	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

const name = "perfetto"

// Format returns the format, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{Name: name, Sniff: sniff, Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
		return &slicefeed.Feed{Format: name, Read: newReader(in.Reader).read}, nil
	}}
}

// sniff recognizes a first packet by its first field. Other formats of protobuf begin
// with the same byte.
func sniff(start []byte) bool {
	m := message{rest: start, cut: true}
	if !m.next() || m.field != tracePacket || m.data == nil {
		return false
	}
	packet := message{rest: m.data, cut: true}
	if !packet.next() {
		return false
	}
	switch packet.field {
	case packetTimestamp, packetClockID, packetUID, packetSequence, packetFlags, packetPID, packetFirst, packetDropped:
		return packet.data == nil
	case packetClocks, packetUUID, packetConfig, packetSystemInfo, packetMarker, packetTrack, packetTrackEvent,
		packetProcessTree, packetCompressed, packetDefaults, packetInterned, packetService, packetStats:
		return packet.data != nil
	case packetFtrace:
		bundle := message{rest: packet.data, cut: true}
		return bundle.next() && (bundle.field == bundleCPU && bundle.data == nil || bundle.field == bundleEvent || bundle.field == bundleSched)
	}
	return false
}
