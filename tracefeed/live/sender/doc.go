// Package sender sends a trace to a listener while it is written: the client of the protocol in
// docs/live-protocol.md.
//
// Pieces of a trace go in, and never wait; frames go out over a connection, which is made again
// whenever it breaks. The package knows neither events nor who records them.
//
// # Decisions
//
//   - A piece that does not fit into the buffer is dropped when it comes, not an older one in its
//     place: the listener has a gap that ends, and what it has seen before stays complete.
//   - Names are kept beyond the limit of the buffer: they grow with the tables of the writer, which
//     has them all anyway, and without them nothing later can be read.
package sender
