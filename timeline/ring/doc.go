// Package ring keeps the last minutes, or bytes, of a feed on disk, and writes parts of them as
// traces.
//
// Events go in; files of a bounded size come out. The package does not know why a part is wanted.
//
// # Decisions
//
//   - The ring is segments, each a trace.bin of its own with all names. The oldest is removed
//     before there is not enough room, so the bound holds at every moment.
//   - The state of all threads at the start of each segment is in memory. It is what lets a part
//     begin anywhere: it is replayed to the start of the part, and stated there as events.
//   - Ids of a segment are those of the feed, so names need no translation.
package ring
