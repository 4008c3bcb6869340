// Package otlp reads spans of OpenTelemetry: OTLP as JSON, one object or one in each
// line, and as Protocol Buffers, one message or several after their lengths.
//
// Bytes go in, tracefeed events come out. Spans come in no order, so a file is read whole
// (spans.go, json.go, proto.go). Each span becomes a task and a region in the lane of its
// thread, or in a lane that is made up (lanes.go, mapper.go).
//
// ../NOTES.md describes the difficulties of the format.
//
// # Decisions
//
//   - Spans without threads get lanes. A lane holds spans within each other or one after
//     another, never two that overlap otherwise, so a row reads like a thread's. It exists
//     only while a span is open: an unknown state from start to end would show nothing.
package otlp
