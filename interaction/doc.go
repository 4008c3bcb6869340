// Package interaction relates the waits of threads to the threads that cause them.
//
// From a timeline it derives edges (a thread could not continue until another let
// it) and the wait-for graph at a time; package detect searches it for problems.
// Reading traces, levels of detail and drawing are not part of it.
//
// # Decisions
//
//   - Edges are derived, not stored: docs/decisions/003-edges-on-demand.md.
//   - A pair is drawn as observed if nineteen twentieths of its time are, because between
//     release and acquisition a lock is free for an instant.
//   - Patterns of waits are those of connected components (pattern.go) of the pairs of a
//     history, without pairs far below the mean, so that one accidental wait does not join
//     two groups. Waits within a deadlock have its ring instead.
//   - The longest monitor of a pair takes bounded memory: the longest dropped time is kept,
//     and a monitor is named only if that time cannot change the result (monitorparts.go).
package interaction
