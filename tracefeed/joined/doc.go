// Package joined joins the trace that a program wrote with the scheduler events of the
// kernel about the same threads.
//
// Two feeds go in, one comes out. Running and runnable are as the kernel saw them; the
// kinds of waits, and monitors, tasks and the like, as the program wrote them. A thread
// waits from the moment at which it leaves its processor, until it is woken: a wait that it
// only spins in, or finds ended, is no wait. Where a thread sleeps outside of the waits
// that the program wrote, the kernel's kind of wait counts. A thread that wakes within a
// wait only to sleep again, as the locks of Java do, has not left it (resume.go).
//
// # Decisions
//
//   - The program names a wait, the kernel dates it: a thread cannot run while it is off its
//     processor.
//   - Locks that wake and look again would cut a deadlock in pieces. Such a wake-up is taken
//     back, which needs a short queue of events.
//   - The kernel's events about a thread of a Go program go to the goroutine that it runs
//     (goroutines.go).
package joined
