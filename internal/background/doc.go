// Package background runs computations in goroutines of their own, with progress,
// cancellation and a result, for callers that must not wait.
//
// # Decisions
//
//   - Latest caches the result for one key, Saver runs one write at a time. Detach leaves a
//     call alone that cannot be cancelled: a network folder that does not answer stops
//     neither frames nor the end of the program.
package background
