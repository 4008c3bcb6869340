// Package spiral draws tasks along a spiral of time, from the centre outward: a turn is a length of time,
// and the column of tasks is as high as one of their measures.
//
// Columns of tasks and a view.Look go in, the triangles and texts of a 3D view come out, and what is at a
// pixel. Nothing here reads an event.
//
// # Decisions
//
//   - A column stands for the tasks that begin in a part of a turn. It shows the highest of them, of the
//     selected ones if there are any, and the tip says how many there are. There are some thousand
//     parts at most, so a picture costs the same with any number of tasks.
//   - Columns are triangles in the order from far to near: they stand beside each other on the ground, so
//     the nearer hides the farther one.
//   - The parts begin at multiples of the turn since the start of the trace. So a task keeps its direction
//     from the centre, however the visible range moves.
package spiral
