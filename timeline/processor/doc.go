// Package processor says which thread ran on which processor, and when.
//
// A trace names a processor where a thread begins to run (tracefeed.Run). The thread is on it
// from that event to the end of its running span, or to its next Run that names another
// processor. Nothing else is guessed: a thread that runs without such an event is on no
// processor that is known, and samples count nothing, because each is about an instant only.
//
// A processor is unknown until its first run, and after a loss until its next one: the loss of
// the events of all threads, or of those of the thread that it ran. Where two threads are on one
// processor at once, the trace contradicts itself, and the stretch says so. For the rest of the
// time no thread is known to be on it.
//
// # Decisions
//
//   - Nothing is stored in pages. The state of a page's threads is (block.OpenSpan), and the
//     processor of one that runs then follows from its last Run, usually a page before: Each goes
//     back until it has it for all. There are about as many such threads as processors.
//   - Rows merge runs within a cell of time, as execution.Lanes do, so a long trace costs as much
//     memory as a short one. A run that crosses the border of a cell stays exact.
package processor
