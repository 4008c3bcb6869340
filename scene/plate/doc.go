// Package plate draws the past of locks in the 3D view: each as an upright plate along time that ends, at the
// moment, in the object of its lock. docs/decisions/012-plates.md says why it looks as it does.
//
// A plate has a rail as high everywhere, with the threads that owned the lock, and above it the threads that
// others waited for: as high as the mean number of waiting threads of the step. An area above the rail is thus the
// time that a thread kept others waiting, as edges charge it. Steps are those of bars.
//
// A Cache keeps the turns (package turns) of the steps in view, so that a frame reads only new steps; more than a
// limit of events are left to a background task. A Painter draws, names the longest turns, and says where a plate is
// seen, so that a lock stands where bars do not hide its past.
package plate
