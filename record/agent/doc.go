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
//   - Stacks never change and are never freed (stacks.c), so a thread finds its stack
//     without a lock, and an event is a pointer.
package agent
