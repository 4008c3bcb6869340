// Package prefs stores the user's settings of the window for every
// trace: palette, sizes, keys, recent files.
//
// # Decisions
//
//   - Slices of a project are a file with the project (projectslices.go), not settings, so
//     they can be kept with its source.
package prefs
