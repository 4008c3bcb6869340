// Package binfeed reads and writes trace.bin, TIV's own binary format, which
// docs/trace-format.md describes.
//
// Bytes go in, blocks of events come out, or the other way round; a trace can
// also be read as a tracefeed.Feed. Nothing here knows what the events mean to
// anyone: what is written about states and sums is handed through.
package binfeed
