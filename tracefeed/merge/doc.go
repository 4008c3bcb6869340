// Package merge makes one feed of the traces of several processes: their events in one
// order of time, with ids that are unique in all of them.
//
// Traces go in, each with its process and the time of its start; a feed comes out. A trace
// is open only while its process runs, so the memory needed follows the processes that run
// at once and the names, not the events. The package knows no file formats.
//
// # Decisions
//
//   - A process is open only between its first and last event, so ten thousand short ones
//     need neither files nor memory at once. A growing trace can be a part, too.
//   - A process is a property of threads, and precedes them in the tables. A recording is
//     merged after the program has ended: only then the last name of each process is known,
//     and a killed recording leaves whole traces.
package merge
