// Package taskplot draws the event plot: a mark for each task, at its time and as high as one of its
// measures, in the colour of another one or of its type.
//
// An index of tasks and a view.Look go in; a raster, a grid with its names, and the histogram beside
// it come out, and what is at a pixel. Nothing here reads an event.
//
// # Decisions
//
//   - A picture of a million tasks reads columns of numbers, not tasks: Columns are made once for an
//     index and its measures, in the background if that takes longer than a frame.
//   - A raster lies in memory in vertical strips, because tasks come in the order of their starts; colours are looked
//     up by rank, because those of neighbouring pixels are near there. Both stay in the processor's cache.
//   - A pixel shows one task, the one with the greatest measure of those whose marks cover it, and of
//     equal ones the latest; selected tasks come before all others. So the slowest task never
//     vanishes, however many are around it. How many begin in the pixel is the strength of its
//     colour.
//   - A short bar asks each of its pixels. Long ones fill their rows from the greatest on, and skip
//     what is filled, so that the cost is that of the pixels, not of the lengths of all bars.
//   - Zero has a place on a logarithmic axis, below a gap: most tasks wait for no lock at all.
package taskplot
