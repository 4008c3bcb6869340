// Package compare compares runs of a program, before a change and after it: findings,
// waits for locks, states of threads, and waits of threads for each other.
//
// Figures of single traces go in; rows with the figures of both sides, matched without
// ids and addresses, come out. Several runs of each side are compared by ranks, so that
// noise is not called a difference. Reading traces and writing rows are not part of it.
//
// # Decisions
//
//   - Locks of two traces are matched by all places of their waits, not by the name, which
//     has the place of the first wait and differs from run to run. Locks that share a place
//     are one; lines that moved are matched where a function has one lock on each side that
//     the other lacks.
//   - A row leads back to its threads and moments (behind.go), of the first run of each
//     side: runs keep the group of each thread and the end of the longest wait, not the
//     timeline.
//   - Several runs are tested with Holm's correction, because figures depend on each other:
//     one wait is in a lock, a group and a pair. Rows to test are chosen by their mean over
//     all runs, which ignores the side, so the choice does not favour differences.
package compare
