// Package timeline is the model of a trace: the states of each thread over time.
//
// A Reducer turns the events of a feed into immutable Timelines: a lane of spans
// for each thread, the holders of each monitor, and the work of the garbage
// collector. Relations between threads, levels of detail and drawing are not part
// of it.
//
// # Decisions
//
//   - Spans are replayed, not stored. The state machine of a thread depends on nothing but
//     the thread and its own events (package replay), so the code that made the spans makes
//     them again from a page.
//   - Buckets are counted, sums come from a pyramid. For each page and for 8, 64, 512 …
//     pages together the time of each thread in each state is exact. A long interval is a
//     few of these and the events of at most two pages; shorter buckets are counted from
//     events, all threads at once (EachBucket). If that takes longer than a frame, the
//     pyramid gives a draft that spreads the sum of each page evenly, and the picture says
//     so. With very many threads a tile of sums has fewer cells (block.MaxTileTimes).
//   - Snapshots cost only the change. Tables are copied on write, lives of threads are in
//     shared parts, and the unfinished page has two parts, of which only the newer one is
//     sorted again. A published timeline never changes.
//   - Memory is bounded. Pages that have been written are dropped and read again on demand
//     (Memory). Near the limit pages go first; then the command ends and reports the least
//     limit that would do (heaplimit.go).
//   - A monitor can be handed over (handover.go): Go's Mutex has no owner, one goroutine can
//     lock it and another unlock it. Such a monitor is handed over for the whole trace, and
//     no deadlock rests on it.
//   - Goroutines that read a trace together decode each page once (sharedpages.go): one
//     decodes a page, and those that wait for it decode the next ones. One that is far
//     behind reads alone, so memory is bounded by the number of goroutines.
package timeline
