// Package parts opens several traces as one: the parts of a list, a file that names them, or
// the recordings of the processes of one command.
//
// Files go in, a feed comes out. The package finds the relation of the clocks of the parts, the
// process of each part, and the recording of the scheduler among them. Package merge
// puts the events in order, and package joined gives them their meaning.
//
// # Decisions
//
//   - A list is a format like others: every command, the window, pictures and saved
//     workspaces need no notation of their own for several traces.
//   - The first clock that both of two parts have counts: the time since the start of the
//     machine, or the wall clock. A part without one is an error at its line, unless the list says when
//     it starts. Nothing is guessed.
//   - Parts that are compared through the wall clock are of several machines. Messages between
//     these, bytes of connections with their positions, correct the clocks (package clock). They are
//     found in a pass over all parts, because a correction needs later messages, too.
//   - Each program gets the kernel's events of its process. The programs are then processes of
//     one feed.
package parts
