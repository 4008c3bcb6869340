// Package relay sends traces that are in files to a listener: one as if it happened now, or those
// of a recording while they grow.
//
// Feeds and growing files go in, pieces of a sender go out. A trace.bin is passed on chunk by
// chunk, without decoding; of other formats the events are written as one.
//
// # Decisions
//
//   - A recording is sent by TIV, which follows the files that it writes anyway, not by the recorded
//     program. So it is the same for all languages, costs the program nothing, waits for a slow
//     listener, and loses nothing: what is not acknowledged is in the file.
//   - The index and the end of a trace.bin are sent once the recording is over: names of functions
//     are added in front of them.
package relay
