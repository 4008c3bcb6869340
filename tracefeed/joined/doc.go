// Package joined gives the events of several feeds one meaning: of several processes
// (Processes), or of a program and the kernel about the same threads (Scheduled).
//
// Feeds go in, one comes out; package merge puts their events in order. Each thread, monitor,
// counter and remark has an origin in its name (origin.go). The package knows neither
// the formats of files nor their clocks.
//
// Of a program and the kernel, running and runnable are as the kernel saw them; the
// kinds of waits, and monitors, tasks and the like, as the program wrote them. A thread
// waits from the moment when it leaves its processor, until it is woken: a wait that it
// only spins in, or finds ended, is no wait. Where a thread sleeps outside of the waits
// that the program wrote, the kernel's kind of wait counts. A thread that wakes within a
// wait only to sleep again, as the locks of Java do, has not left it (resume.go).
//
// # Decisions
//
//   - The program names a wait, the kernel dates it: a thread cannot run while it is off its
//     processor.
//   - Locks that wake and look again would cut a deadlock in pieces. Such a wake-up is taken
//     back. That needs a short queue of events.
//   - A process is a property of threads, and precedes them in the tables. A recording is
//     joined after the program has ended: only then the last name of each process is known,
//     and a killed recording leaves whole traces.
//   - The kernel's events about a thread of a Go program go to the goroutine that it runs
//     (goroutines.go).
package joined
