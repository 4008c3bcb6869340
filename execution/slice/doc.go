// Package slice carves a run into categories of the user's: slices.
//
// A slice is defined in terms of one kind of element, such as the calls of a function, and
// extends to all others (it is recast), because in the end each slice is a part of the
// time of threads: a Set. A call, a wait, a thread, a step on the screen belongs to a slice
// as far as the slice covers its time. The idea, and the recasting, are those of
// "Execution slices" in Jinsight EX (2001).
//
// # Decisions
//
//   - A slice is a set of intervals by thread, not bits on elements:
//     docs/decisions/009-slices.md.
//   - Slices of objects are those of calls with the object as the element, so all extents
//     are shared. Tasks are recast through the work of threads for them (task.Index).
//   - A slice of calls has a least depth with each moment (depth.go): that of the outermost
//     call that fits; 0 for slices of time. So the execution view colours exactly the calls
//     in a slice (cover.go). Bases, shares and tables ignore depths.
//   - A Partition gives a moment to the first slice in the list that covers it, so the
//     layers of a bar add up to the time its threads were alive. It is computed once for a
//     list of slices, from their intervals alone, and has sums at distances: a cell of a
//     picture is two searches and a short walk, however many calls are in it.
//   - Times in states are sums, not walks (statesums.go): a condition on them is one search
//     for each end of an element. One table of attributes (attributes.go) serves the dialog
//     and the command line.
package slice
