// Package replay turns the events of one thread into its spans and the monitors
// that it holds. The reducer does so once, and every query that needs spans does it
// again from the events of a page.
//
// # Decisions
//
//   - The state machine is stated once: a table of transitions for common events, and code
//     only for the rest. The reducer, replays and the join of waits and owners use it.
package replay
