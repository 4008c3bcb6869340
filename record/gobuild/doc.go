// Package gobuild builds Go programs that record themselves (NOTES.md).
//
// A go command line goes in; out comes the same command with an overlay over the source of
// the toolchain, which starts the trace, ends it however the program ends, and logs the
// address of every lock. Nothing here runs the program, or knows where its trace goes.
//
// # Decisions
//
//   - Modules of the module cache are replaced in an overlaid go.mod or go.work
//     (modules.go): the go command refuses overlays in its cache, but reads those files
//     through the overlay. The user's files stay as they are.
package gobuild
