// Package saved has the form in which workspaces are saved, and the identity of the trace that
// one belongs to.
//
// A workspace is saved as JSON, in files and in pictures. Threads are named by the source's
// own ids, times are in nanoseconds. Old programs ignore unknown fields. Nothing here checks
// the parts of a view against a trace.
package saved
