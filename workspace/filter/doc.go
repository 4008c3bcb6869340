// Package filter selects threads by expressions of the user, such as
//
//	name ~ "worker" && blocking > 50%
//
// A text goes in, and then a timeline with the visible part of it; the matching
// threads come out. Nothing here changes the view, or knows how things look.
//
// The language is that of package expression, with words for threads; see Words,
// docs/expressions.md and docs/filters.md.
//
// # Decisions
//
//   - Results are cached. Contacts of threads that interacts names are computed once for the
//     whole trace, as intervals, and then answer for any moment and history. Waits in an
//     interval are those begun before its end minus those ended by its start, so the next
//     interval costs only the difference. A slow query runs in the background; an older
//     result is shown and marked.
package filter
