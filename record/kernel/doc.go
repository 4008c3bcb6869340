// Package kernel records the scheduler events of programs with the kernel's
// perf_event_open: switches with their stacks, wake-ups, threads, and calls of futex.
//
// A Recorder watches the programs that one thread starts. It writes a file in the form in
// which perf writes into a pipe; package tracefeed/perfdata reads it. Nothing here knows
// the meaning of the records.
//
// The kernel writes records into a ring buffer for each processor; a goroutine copies these
// to the file. The events of a program are inherited by all that it starts. Only wake-ups
// are recorded of the whole machine, because other programs and interrupts wake threads.
//
// # Decisions
//
//   - Events are recorded in the form of perf, so the reader of perf.data reads them, with
//     its symbols and its order of records, and perf script can show a recording. The file
//     has no name, so nothing remains of it.
package kernel
