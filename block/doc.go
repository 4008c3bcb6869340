// Package block is the columnar store of a trace: blocks of events, grouped by
// thread, and tiles of the times that threads spent in each state.
//
// A block holds all events of an interval of time, each with the state of its
// thread after it, and the state of threads and monitors at its start. So it can be
// read without the blocks before it. The package knows no file format and does not
// interpret events.
//
// # Decisions
//
//   - The cost of a page follows its events, not the threads of the trace: a Go program can
//     start millions of short goroutines. A Builder touches only the threads of its page.
//   - A page needs no earlier one: it holds the state of its threads and monitors, and their
//     open calls, at its start. docs/decisions/001-pages.md has the reasons.
package block
