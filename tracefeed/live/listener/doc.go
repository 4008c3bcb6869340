// Package listener receives the feeds of programs that send their trace while they run
// (docs/live-protocol.md), and keeps each in a growing file.
//
// Connections go in, files come out, with what is known of each feed: who sends it, how much,
// and how far it has come. The package does not decode events.
//
// # Decisions
//
//   - What arrives is in a file before it is acknowledged, and the number of the next piece is in
//     a second file beside it. A listener that was killed goes on there; memory does not grow with
//     what arrives; and every reader of growing files reads feeds.
//   - The bytes of a piece go to the file as they come, and count once all are there. So the
//     length of a piece that a client claims costs nothing.
//   - A connection is served by one goroutine, which also acknowledges: a client that does not
//     read its acknowledgements stops itself, and nobody else.
package listener
