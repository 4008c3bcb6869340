// Package detect searches a trace for problems: findings, with their evidence.
//
// Each kind of finding has a detector and a file of its own. All detectors run in
// one pass over the trace. Drawing findings and writing them are not part of it.
//
// # Decisions
//
//   - An accusation needs a reason why nothing can end the wait:
//     docs/decisions/007-accusations.md. A long wait alone is a note, which never fails a
//     check.
//   - Findings follow from the end of the trace. A deadlock is a cycle of owners that never
//     opens again, so it is in the wait-for graph of the last instant, which is linear in
//     waits and owners (package ending).
//   - A detector is a value: kind, severity, help, and a function of the data collected from
//     all pages (gathering.go). A finding holds its facts as data, of a type beside the
//     detector, which also writes its sentence.
//   - A search of a growing trace continues (search.go). The collectors read each full page
//     once. A clone of them reads the unfinished page, and the detectors read the clone. The
//     result is the same as from the start, because no collector uses what a page does not
//     know: the end of the trace, later names, the later lives of threads.
//   - Some data depends on the end, and needs all pages again when that asks for other data.
//     Use of time is in steps of the trace: they double in length while it grows, and have
//     their final length at its end. Customs, wakers and enders are about the open waits, and
//     only about those that have lasted for long. The history of a few monitors and threads is
//     not kept: it is read again for threads that may starve, for cycles of lock orders, for
//     overdue holds, early signals, and a program that stands still.
//   - Waits are charged to the roots of their chains (package chains). Findings with the same
//     cause are one (causes.go).
//   - A ring of Go's locks is a deadlock only if the program keeps the convention that the
//     owner unlocks (ending/customs.go): Go lets any goroutine release a lock. The graph is built
//     with all holders as owners; if that leaves lost waits for such locks, the pass over
//     the trace checks whether locks of these places were released by their holders, and the
//     graph frees those that were not.
//   - Reasons through channels come from the threads that ended earlier waits (ending/enders.go,
//     endergraph.go): the graph gets nodes for kinds of suspensions and for the functions
//     that ended such. Functions, not threads, because a new goroutine does the work of one
//     that has ended. Unknown leads nowhere, so it acquits.
//   - Costs that follow from states share one scan (package usage): the time of each thread,
//     and of all in 1000 steps, by state and cause. It follows the events, not threads times
//     steps.
//   - Lock-order inversions are notes: threads are ordered by start and join only, and a
//     channel may keep two orders apart.
//   - A herd waits for one object. Threads that wait at one line of code may each have a
//     channel of their own, so wakes say whether they are of all waiters (Event.Shared).
package detect
