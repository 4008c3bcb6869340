// Package report presents a trace to people and programs: tables, sums and
// findings, as text, CSV and JSON, or as rows for a window to show.
//
// A timeline and findings go in, bytes or tables come out. Nothing here draws.
//
// # Decisions
//
//   - Tables by thread are written page by page. One pass over the pages makes all rows; a
//     spool sorts them by thread in runs and merges these from an unnamed file (spool.go).
//   - A finding is in a slice as far as the waits of its threads are (slicedfindings.go).
//     Findings are not searched again in a base, because a deadlock does not depend on the
//     viewer's interest.
package report
