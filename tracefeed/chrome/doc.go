// Package chrome reads the Trace Event Format of Chromium, and the JSON of the many
// other programs that write it.
//
// Bytes go in, tracefeed events come out. A reader (reader.go) finds the events of a
// file of any size one by one, a scanner (scanner.go) their fields (event.go), and each
// becomes records of a slicefeed.Log (phases.go). Events can be in any order, so a file
// is read whole before its first event. The scheduler's events of the kernel can be in it as
// the text of ftrace (system.go).
//
// The format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
//
// ../NOTES.md describes the difficulties of the format.
//
// # Decisions
//
//   - The scanner of JSON is TIV's own, 260 MB/s on one core: it decodes only the fields of
//     an event that matter, skips others by their brackets, and reads files that were cut.
package chrome
