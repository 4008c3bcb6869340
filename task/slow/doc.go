// Package slow says why some tasks of a type take longer than others: by how much the mean of
// each factor differs between them.
//
// The life of a task is divided into disjoint pieces. An instant at which no thread works for
// the task or a part of it is in its queue. At any other, each thread that does has an equal
// share of the instant; the remainder is that of the thread with the lowest id. A share belongs
// to one factor: a lock with the outermost task for which its owner worked, a device, an object waited
// for, a function. So the factors of a task add up to its duration, and their differences to the
// difference of the durations, to the nanosecond. The parts of the task, the groups of threads
// and the time of collections divide the same pieces in other ways.
//
// # Decisions
//
//   - Wall time is divided, not the time of threads: the sum over threads can exceed the
//     difference to explain, and then no share of it means anything.
//   - Owners of a lock that share it have equal shares of a wait, as edges do.
//   - Time of the collector is that in which a thread is suspended for it, or is runnable during
//     a collection. A thread that runs meanwhile is in its function; that a collection was in
//     progress is said besides, because many collectors run beside the program.
//   - A rank test says whether a factor differs by more than chance. It assumes no distribution,
//     and is corrected for the number of factors.
package slow
