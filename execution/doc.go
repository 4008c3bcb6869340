// Package execution is the model of the code that threads ran: samples of their
// stacks, calls of functions, regions that the program marks, and tasks.
//
// Its queries read the trace page by page and cache nothing. Evidence is part of the
// results: nothing is invented where the trace is silent. Relations between threads
// are not part of it.
//
// # Decisions
//
//   - Calls are read from any page alone: a page begins with the open calls of its threads,
//     as with their states. In a file they are a chunk of their own before the page, which
//     older readers skip.
//   - Regions are not calls: the program chooses their names, and they need not nest.
//   - One Tree serves all sums. It adds up calls by call path, measured and sampled ones as
//     different nodes; functions, groups and flame graphs are sums over its nodes, with
//     recursion counted once. Parts of the threads are walked in parallel and merged.
//   - Lanes merge exactly (lanes.go). The calls of a lane within one cell of time are one
//     entry: the longest call, their number and the time that they cover. A call that
//     crosses the border of a cell stays whole, so any coarser lane follows from a finer
//     one: with too many entries, cells become twice as long in place.
//   - A part of the trace borrows from the whole. Read from a few pages, a call ends where
//     these do; calls that the lanes of the whole trace have unmerged replace such parts.
//   - Frames of a wait end with it. Between two waits a thread was in the callers that both
//     stacks share. The frames of a sample last half of the way to the next stack.
//   - An object is an address with an interval of life (lives.go). Lives are read in order
//     of time by one goroutine, because the meaning of an address depends on all threads;
//     calls are then matched in parallel.
//   - A walk that only lists calls keeps no sums (treewalk.go), and makes call paths only
//     for waits and samples.
package execution
