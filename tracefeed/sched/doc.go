// Package sched turns the scheduler events of an operating system's kernel into events of
// threads: switches, wake-ups, the lives of threads, system calls and samples.
//
// Events of any recorder's form go in (perf.data, perf script, ftrace), in order of time;
// tracefeed events come out. Readers of bytes are in other packages.
//
// A Mapper knows the tasks (names.go), their states (mapper.go) and the task of each processor
// (processors.go). The reason of a wait follows from the system call and the functions of the
// kernel in which the thread went to sleep (wait.go), or comes later (blocked.go). What
// programs write into the kernel's buffer becomes calls, tasks and counters (marks.go).
// ../NOTES.md describes the difficulties.
//
// # Decisions
//
//   - The kernel's events have one meaning, whichever recorder wrote them: readers only fill
//     in an Event.
//   - A wait of unknown reason is a suspension. A futex is a lock only if the expected value
//     says so.
//   - Where a recording has all switches, nothing else changes the thread of a processor, so
//     two threads never run on one.
//   - Android's kernels give the reason of a wait late. Its begin is held back for at most
//     32 768 events.
package sched
