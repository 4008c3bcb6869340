// Package jfr reads the recordings of Java Flight Recorder, of JDK 8u262, 11 and later.
//
// Bytes go in, tracefeed events come out. A recording is a list of chunks (chunk.go),
// each with the types of its events (classes.go) and its constants (pools.go). An event
// of a wait comes at the end of the wait, so a recording is read whole: its events become
// records (loader.go, events.go), its thread dumps sightings of threads (sightings.go,
// waitsearch.go), its samples states where it lacks the events of waits (states.go,
// looks.go), and all of them together the events of the feed (mapper.go).
//
// ../NOTES.md describes the difficulties of the format.
//
// # Decisions
//
//   - A recording of 100 MB takes about as much memory, because a recording is read whole: a
//     wait without an end shows only in the thread dumps.
//   - A thread in no wait runs only if the recording has the events of all kinds of waits.
//     Otherwise its samples give its state, for at most two of their periods.
package jfr
