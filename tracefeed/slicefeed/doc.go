// Package slicefeed makes feeds of traces that consist of slices: named intervals on
// the tracks of threads, as trace viewers draw them.
//
// Records go in, in any order of time; tracefeed events come out. A Log keeps all
// records of a trace (names.go has its threads, processes and counters). A player sorts
// them and turns them into events (player.go, state.go). Reading bytes is not part of
// it.
//
// # Decisions
//
//   - Slices are read whole, as records of 32 bytes. Both formats of trace viewers allow any
//     order of events, and a slice is often written at its end, an hour late; a sorter of
//     bounded memory would change times. The records of a JSON file take less memory than
//     its usual text.
//   - A slice is a call, not a state: its thread may wait in it. States come from switches
//     or processor times where the file has them; else a thread counts as running within
//     slices, and the remark says so. StateUnknown is the silence of a source, where Lost
//     would count a loss and end calls.
//   - Slices are paired before they are played (pairs.go). Once the end of a slice is known
//     at its begin, equal times and overlaps need no guess. The end of a region says how
//     many later ones of its name go on (Event.Value), so two of one name can cross.
package slicefeed
