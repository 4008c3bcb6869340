package report

import (
	"encoding/binary"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// edgeCodec packs the fields of an edge that tables use.
var edgeCodec = codec[interaction.Edge]{
	size:   30,
	thread: func(e *interaction.Edge) tracefeed.ThreadID { return e.Blocked },
	put: func(out []byte, e *interaction.Edge) {
		out[0], out[1] = byte(e.Kind), byte(e.Evidence)
		putIDs(out[2:], int32(e.Blocked), int32(e.Blocker), int32(e.Monitor))
		putTimes(out[14:], e.Start, e.End)
	},
	get: func(in []byte, e *interaction.Edge) {
		*e = interaction.Edge{Kind: interaction.Kind(in[0]), Evidence: interaction.Evidence(in[1]),
			Blocked: tracefeed.ThreadID(id(in[2:])), Blocker: tracefeed.ThreadID(id(in[6:])), Monitor: tracefeed.MonitorID(id(in[10:])),
			Start: timeIn(in[14:]), End: timeIn(in[22:])}
	},
}

// spanRow is a span with its thread and end.
type spanRow struct {
	timeline.Span
	thread tracefeed.ThreadID
	end    tracefeed.Time
}

// spanCodec packs the fields of a span that tables use.
var spanCodec = codec[spanRow]{
	size:   35,
	thread: func(r *spanRow) tracefeed.ThreadID { return r.thread },
	put: func(out []byte, r *spanRow) {
		out[0], out[1], out[2] = byte(r.State), byte(r.Cause), 0
		if r.Shared {
			out[2] = 1
		}
		putIDs(out[3:], int32(r.thread), int32(r.Other), int32(r.Monitor), int32(r.Stack))
		putTimes(out[19:], r.Start, r.end)
	},
	get: func(in []byte, r *spanRow) {
		*r = spanRow{thread: tracefeed.ThreadID(id(in[3:])), end: timeIn(in[27:]), Span: timeline.Span{
			State: tracefeed.State(in[0]), Cause: tracefeed.Cause(in[1]), Shared: in[2] > 0, Other: tracefeed.ThreadID(id(in[7:])),
			Monitor: tracefeed.MonitorID(id(in[11:])), Stack: tracefeed.StackID(id(in[15:])), Start: timeIn(in[19:])}}
	},
}

func putIDs(out []byte, ids ...int32) {
	for i, id := range ids {
		binary.LittleEndian.PutUint32(out[4*i:], uint32(id))
	}
}

func putTimes(out []byte, times ...tracefeed.Time) {
	for i, t := range times {
		binary.LittleEndian.PutUint64(out[8*i:], uint64(t))
	}
}

func id(in []byte) int32 { return int32(binary.LittleEndian.Uint32(in)) }

func timeIn(in []byte) tracefeed.Time { return tracefeed.Time(binary.LittleEndian.Uint64(in)) }
