// Package totals adds up the events of a time window: the holds of and waits for
// each monitor, and the lengths of waits. Sums are exact to the nanosecond. Single
// edges, tables and drawing are not part of it.
//
// # Decisions
//
//   - Memory is bounded by pairs of threads and monitors, not by events. Median lengths are
//     exact up to some millions of waits, then rounded and marked.
//   - Sums in a base cut waits, they do not filter them (Query.Base): a wait is as long as
//     its parts in the base together, and is still one, so sums over a base and over the
//     rest add up to the whole.
package totals
