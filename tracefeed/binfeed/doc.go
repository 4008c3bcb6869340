// Package binfeed reads and writes trace.bin, TIV's own binary format,
// described in docs/trace-format.md.
//
// Bytes go in, blocks of events come out, or the other way round; a trace can
// also be read as a tracefeed.Feed. The package does not interpret the events;
// it passes states and times by state through.
//
// # Decisions
//
//   - Files are read with ReadAt, not mapped. A mapped file that shrinks ends the program; a
//     read returns an error, and the page is shown as unknown. The copy costs a tenth of
//     decoding.
//   - One chunk holds one page, so a trace in memory and one in a file are the same thing.
package binfeed
