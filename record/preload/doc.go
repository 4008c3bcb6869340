// Package preload holds the library that records a program which uses POSIX threads:
// source in C, which the dynamic linker loads into the program before all others.
// preload.h says how it works.
//
// # Decisions
//
//   - Acquisitions are deferred (preload.h). An acquisition waits in a small stack of its
//     thread, and becomes an event only if another thread waits at its release, if its own
//     thread waits, or if the flusher finds it at a pass. Uncontended locks cost no events,
//     and every owner that others wait for is in the trace with its time. A barrier on all
//     processors (membarrier) lets the flusher take an event without an atomic operation in
//     the thread.
//   - The list of waiting functions is checked (docs/recording.md) against the exports of
//     the library and against the C library of the machine: aliases, variants, POSIX's
//     cancellation points. Functions of other libraries are looked up from the calling
//     module, because a program can load a library late, or several of them (originals.c).
//   - The recorder has its own memory, file and waits. It neither enters the program's
//     allocator nor takes a lock, because the program may be in a signal handler, in fork,
//     or in its allocator. The one exception: at the first call of a function of a module,
//     functions.c requests names over a socket, with all signals blocked.
//   - A futex is a lock only by evidence (futex.c): the system call does not tell, and a
//     false lock would be a false state. All other waits are suspensions, which is true in
//     any case.
//   - Start functions are named after the run (start.c, package symbols). The callable of a
//     std::thread is in the class of its argument, which is read after a system call that
//     says whether it can be read.
//   - Python's GIL is known by calls (python.c): the signalled condition of _PyRuntime says
//     which thread takes and releases it, in all versions since 3.7. Offsets in the
//     interpreter's state would be those of one version.
//   - Unseen is unknown (accounts.c). The kernel's account of a thread has its time on no
//     processor and in no queue; it bounds the unknown time between two passes. The flusher
//     places it as events about other threads, so readers need no rule for it (stretches.h).
//     No event of a thread lies in its unknown time.
//   - Ends of waits from outside are a question for the kernel (outside.c), not a matter of
//     wrappers: /proc/self also has handlers and timers from before the library. The
//     question is put only when all threads wait for each other, so other programs pay
//     nothing.
//   - Waits for processors are sums, not states (sums.c): the kernel has sums, and their
//     place in time would be invented.
//   - The recorder's thread can rest (recorder.c). The C library makes calls such as setuid
//     in each thread and ends the program if one fails; the system refuses others to
//     processes with several threads. Passes are then made by threads that need one.
//   - A process with one thread writes its trace itself (alone.c), so a compiler run by make
//     starts as fast as without the recorder. It gets the recorder's thread with its second
//     thread, and before its first wait for a lock.
//   - A shared lock is named by the mapping at its address (sharedlock.c): device, file and
//     offset are equal in all processes. Its owner's id is that of the system; the merge
//     finds the thread with that id.
package preload
