// Package otlp reads files with spans of OpenTelemetry: OTLP as JSON, one object or one in
// each line, and as Protocol Buffers, one message or several after their lengths.
//
// Bytes go in, tracefeed events come out. Spans come in no order, so a file is read whole.
// What spans mean, and how messages encode them, is in package spans; package receive has those
// that programs send while they run.
//
// ../NOTES.md describes the difficulties of the format.
package otlp
