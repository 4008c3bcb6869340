// Package loader reads a trace in the background, searches it for problems, and publishes
// snapshots of both.
//
// A path, a file or a source goes in; a timeline with its findings comes out, from the cache
// if the trace was read before. Nothing here knows how a trace is looked at.
//
// # Decisions
//
//   - What grows is a growth (follow.go): a file (growingfile.go) or a stream (stream.go),
//     which is copied to an unnamed file only for formats that read a trace whole.
//   - A cached trace is a converted trace: docs/decisions/004-cache.md.
package loader
