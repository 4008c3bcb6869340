// Package processors draws, above the views with a time axis, a row for each processor with the
// threads that it ran.
//
// A Cache keeps rows of the whole trace, coarse if that is long, and finer ones of the part in
// view, both read in the background. A Strip is what one frame shows: it draws itself, and says
// what is at a pixel.
package processors
