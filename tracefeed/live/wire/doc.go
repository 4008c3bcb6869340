// Package wire is the protocol by which programs send their traces while they run
// (docs/live-protocol.md): the hello of each side, and the frames that follow.
//
// Bytes go in and values come out, or the other way round. The package opens no connection,
// and does not know what the bytes of a trace mean.
//
// # Decisions
//
//   - The hello is text: it can be written and read by hand, and a wrong one is answered in words.
//   - Pieces have numbers, not positions: a client that had to drop some goes on with the next
//     number, and a listener that lost its memory gets what the client still has.
package wire
