// Package merge puts the events of several feeds in one order of time.
//
// Feeds go in, each with its clock; their events come out one by one, with the
// time of the merge. The package knows neither relations between the events of two feeds, nor
// the formats of files.
//
// # Decisions
//
//   - A part is open only from its begin to its last event, so ten thousand short ones need
//     neither files nor memory at once. Of an open part one batch is in memory.
//   - The watermark is the time up to which every part has delivered its events. Only events
//     up to there are passed on: none is ever late because another part is slow. A part that
//     grows, and has no event at the moment, holds the watermark at its last one.
//   - An event that is earlier than its predecessor gets its time. Such events are counted
//     for each part, because its clock is wrong.
package merge
