// Package taskrows draws the task view: a row for each task in the time that is shown, by type.
//
// An index of tasks, a timeline and a view.Look go in; a raster with names beside it comes out, and
// what is at a pixel. A Cache keeps what rows are made of: the order of the tasks, the states of the
// threads that worked for those in view, and how many of a type there were at each time.
//
// # Decisions
//
//   - At each moment the height of a row is shared by the threads that work for its task, whatever
//     part of it they work for, each in the colour of its state. Where nobody works, between the start
//     and the end of the task, the row is hatched: the task waits in a queue. A column of pixels shows
//     the mean of its moments, as a part of the whole height, and is the weaker the less of the column
//     the task covers.
//   - Rows are read in cells of at most a pixel, and kept as runs of equal cells: their cost follows
//     the pixels of the rows in view and their work, not the tasks of the trace.
//   - A type has a row of its own with the number of its tasks at work and in queues. Types with few
//     tasks in the time shown come with the rows of these, as many as there is room for; of the others
//     the user unfolds what he wants, or zooms in. The chosen task always has a row.
//   - Scrolling holds on to a row, not to a distance from the top: rows come and go with the time
//     that is shown.
package taskrows
