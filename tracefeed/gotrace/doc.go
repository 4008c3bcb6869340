// Package gotrace reads Go execution traces, as written by runtime/trace, its
// flight recorder and net/http/pprof.
//
// Bytes go in, tracefeed events come out; goroutines are the threads. The
// package knows neither the duration of states nor drawing. ../NOTES.md
// describes the difficulties of Go's traces.
//
// # Decisions
//
//   - The decoder is TIV's own (docs/decisions/002-go-decoder.md). The library
//     golang.org/x/exp/trace decodes other versions of the format, and is the reference of a
//     differential test: both must give the same events.
package gotrace
