// Package groups proposes groups of related threads: by name, by function, by their
// waits for each other, or by their time in each state. The same trace always gives
// the same groups. Use and drawing of groups are not part of it.
//
// # Decisions
//
//   - Proposals state their reason: a pattern of names, a common monitor or thread, a
//     profile of states; limits are equal in all traces.
//   - Communities are Louvain's, written with slices and a fixed order, because gonum's
//     takes a hundred times as long for ten thousand threads. Tests compare with gonum.
package groups
