// Package tracefeed defines the events of a trace: a stream in time order, the
// tables of the names in it, and the interface of the formats that it can be
// read from.
//
// Bytes go in, events come out. The package knows neither the reduction of events
// nor drawing.
//
// # Decisions
//
//   - Zero means none in all ids (NoThread, NoMonitor, NoStack), and entry 0 of each table
//     stands for it. An event literal lists only its known fields.
//   - Files are unpacked and decoded in one place (OpenInput), before formats see them.
//     Contents come in order; a format that needs random access has them in a temporary file
//     (Format.Random). Damage of the packing ends the contents like a cut, and replaces the
//     format's error.
//   - A reader skips unreadable parts, counts them and says so (LeftOut). The remark in the
//     header is therefore complete only at the end of the feed; a trace.bin has it twice if
//     it has changed. The counts stay with the trace in all formats (Unread), so that no
//     dump is acquitted that was not read whole.
//   - Three state machines follow a thread, each with its own input: gotrace/wire follows
//     the scheduler, to order the events of several runtime threads; gotrace turns the new
//     state of a goroutine into events; timeline/replay turns the events of any source into
//     spans.
package tracefeed
