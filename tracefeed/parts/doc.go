// Package parts opens several traces as one: the parts of a list, a file that names them, or
// the recordings of the processes of one command.
//
// Files go in, a feed comes out. The package finds out how the clocks of the parts relate,
// of which process each is, and whether it is a recording of the scheduler. Package merge
// puts the events in order, and package joined gives them their meaning.
//
// # Decisions
//
//   - A list is a format like others: every command, the window, pictures and saved
//     workspaces need no notation of their own for several traces.
//   - The first clock that both of two parts have counts: that of the machine since its start,
//     or the wall clock. A part without one is an error at its line, unless the list says when
//     it starts. Nothing is guessed.
//   - The kernel's events go to the programs, each with those of its process. The programs are
//     then processes of one feed.
package parts
