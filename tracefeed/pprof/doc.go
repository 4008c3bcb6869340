// Package pprof reads profiles of pprof, of Go and other languages.
//
// Bytes go in, tracefeed events come out. A profile is a sum of samples over its
// duration: its samples have neither times nor threads, so they come at its end, without a
// thread. A profile of goroutines is a thread dump without names and states
// (package threaddump).
//
// docs/pprof.md explains the result to users.
//
// # Decisions
//
//   - Samples are not spread over the duration of a profile, and have no row of their own:
//     both would show moments that nobody has observed.
package pprof
