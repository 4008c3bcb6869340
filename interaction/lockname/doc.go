// Package lockname names the monitors of a trace for people: "mutex main.move:36 · A".
//
// A Census reads the acquisitions of a trace and ranks its monitors by the time
// that threads waited for them. Names joins that with the monitors' ids, their places
// in the code, and the user's own names. Tables for programs use the ids of the trace.
//
// # Decisions
//
//   - Letters rank monitors: A is the monitor with the longest total of waits, added up by
//     the pass that searches for findings. Monitors that the source names with a word keep
//     it. All texts that mean a lock come from Names.Terms, so finder and filters accept the
//     same ones.
package lockname
