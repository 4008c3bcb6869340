// Package sample traces a program that runs already, without its help: it samples
// each of its threads, as Linux shows them under /proc.
//
// A process id goes in, a trace.bin comes out. It grows as long as the program runs.
// A sample has the system call of a thread with its arguments, and so the reason of
// its wait (wait.go, futex.go). It has the exact times of the thread on a processor
// and in the queue for one. Two samples make the events of the time between
// them (period.go).
//
// # Decisions
//
//   - A sample of a thread has a state and exact times. The kernel counts the time of a
//     thread on processors and in their queue, so of the time between two samples only the
//     order is a guess; a time that neither sample explains is unknown. A wait without a
//     change of these counts lasted throughout.
//   - The last events wait for the next sample. A signal that ends a process wakes all of
//     its threads first. That would dissolve the deadlock that the trace is about.
//   - Edges are inferred. The owner of a lock is read from the program's memory at each
//     sample, and can change between two.
package sample
