// Package cli is the command line of TIV: one struct in one file for each command, a table
// of them (command.go), and what commands share: targets, slices, progress.
// Arguments go in; output, files, windows and an exit code come out. It chooses
// formats and recorders, and knows neither layout nor drawing. Flags describe themselves; help,
// the manual page and shell completion are made of these descriptions.
//
// # Decisions
//
//   - A flag describes itself. Short help (-h) has the first part of each description, up to
//     a semicolon, and leaves out flags annotated as rare; a test keeps it on one screen.
//   - A URL is fetched before it is read (fetch.go), into an unnamed file, so a trace from
//     the network is like any other one; the window reads the answer as it comes. Only a URL
//     on the command line is fetched; a picture that names one is refused.
//   - Recordings of the window run in its process (recordings.go), which ends what it has
//     begun: when the tab or the window is closed, and when a signal ends the program.
package cli
