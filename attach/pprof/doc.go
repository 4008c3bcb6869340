// Package pprof fetches execution traces from running Go programs that serve
// net/http/pprof.
//
// A URL or a process goes in, the bytes of a trace come out. The package does not read
// the trace.
//
// # Decisions
//
//   - A trace ends by half-closing its connection. Go's server then ends the request, whose
//     handler writes the rest of the trace: nothing is missing at the end, and one request
//     is one trace without gaps.
//   - A goroutine dump is a batch of the trace (package wire, inserter.go). It has the
//     addresses of locks. An execution trace lacks these. The runtime stops the world for
//     it, so its moment is an event of the trace. In the batch of an experiment that Go's
//     tools know, one file has both, and every program that reads Go traces reads it.
package pprof
