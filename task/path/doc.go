// Package path finds the critical path of a task: from its end back to its start, what the rest
// of it waited for at each moment.
//
// A timeline and its index of tasks go in; pieces of time come out, which add up to the duration
// of the task to the nanosecond. Parts of the task count as the task itself.
//
// # Decisions
//
//   - The path begins on the thread that ended the task, and goes back on it as long as that
//     works for the task: its states are pieces of the path. Where several threads work at once,
//     no order of times decides: the path leaves a thread only by an edge of the trace.
//   - A suspended thread that another one woke waited for that thread, so the path goes over to
//     it, where it last worked for the task during the wait. What the other thread did after that,
//     for other tasks or for none, is a piece "wait", with the task. A thread that does not work
//     for the task is not followed: its time is not the task's, and its own task has a path.
//   - A wait for a lock is a piece of its own, with the thread that held it and its task, even if
//     that is the same task: the lock is what the reader can change. Of several owners the piece
//     has the first, and their number.
//   - Where the work of a thread begins, the path goes over to the thread that handed the task
//     over: it woke or created this one, at that moment, or made an object one of the task.
//     When an object was handed over the trace does not say; but a thread that waits hands
//     nothing over. So the time from the end of its work, or from the beginning of its wait, to
//     the beginning of the other thread's work is a piece "queue".
//   - Work that began by itself, such as a region of another thread, has no such edge. If a thread
//     waited for the one that worked, the path goes back to that thread. If none did, it goes back
//     in time to where exactly one thread worked for the task, since nothing else of the task
//     happened then. Up to there the pieces are "queue" while nobody worked, and "several" while
//     more than one thread did: which of them mattered nothing says.
//   - The state of a thread can be unknown, as in traces of spans. Where just one other thread works
//     for the task then, for a part that ends within the whole for which the first one works, the
//     path goes over to that part: the trace says whose part it is, and nothing else is known of
//     the time. With several such threads, or a part that outlives its whole, it does not.
//   - Threads of one instant that wait for each other, as coarse clocks show them, end a chain:
//     a wait for a thread from which the path came at that same instant is a piece "wait".
//   - Work after the end of the task, as of parts that outlive it, is not on the path. Its
//     duration is in After: cut off it would be lost, and on the path it would not add up.
package path
