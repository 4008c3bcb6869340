// Package agent holds the source of the agent that records a Java machine. It is a
// library in C, which is compiled on the user's machine: it needs the headers of a JDK.
//
// # Decisions
//
//   - The agent claims only observations. JVMTI reports no release of a monitor, so a hold
//     lasts from the first waiter's look at the owner to the last waiter's end (monitors.c).
//     The acquisition of another thread is written by the observing thread; one lock keeps
//     the order, so two owners never overlap.
//   - Owners are read from HotSpot's memory (hotspot.c), at offsets that it exports for
//     debuggers, with a system call that cannot crash. JVMTI's answer stops all threads, 12
//     ms in the median on a busy machine; only a helper requests it, about waits of 50 ms.
//   - Natives are wrapped as they are bound (natives.c), without changes to bytecode. All of
//     them pass at most six words in registers, so one generic wrapper serves any of them.
//   - A virtual thread is recorded by its carriers (virtual.c): HotSpot reports when a
//     thread begins and ceases to carry one, and the field with its state gives the reason.
//     The carrier is suspended meanwhile, as the Java machine counts it, so nothing runs
//     twice.
//   - Jobs of executors are followed by their objects, not by their queues (items.c): an
//     executor can have any queue, hand a job over without one, or let a thread steal it.
//   - Bytes of connections are counted where their natives are wrapped anyway (streams.c): locks of
//     Java's library let one thread read a socket and one write it at a time.
//   - In a program that runs already, methods are changed while it runs, and changed back
//     (rewrites.c). A method that runs meanwhile goes on as it was, so hooks are in methods that
//     each job enters anew. All classes change in one step: no call has a begin without an end.
//   - Stacks never change and are never freed (stacks.c), so a thread finds its stack
//     without a lock, and an event is a pointer.
package agent
