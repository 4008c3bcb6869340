// Package binfeed reads and writes trace.bin, TIV's own binary format,
// described in docs/trace-format.md.
//
// Bytes go in, blocks of events come out, or the other way round; a trace can
// also be read as a tracefeed.Feed. The package does not interpret the events;
// it passes states and times by state through.
package binfeed
