// Package paint has the colours of pictures: palettes, patterns, and the colours of calls,
// clusters and slices.
//
// Names of states, functions and packages go in, colours come out. Nothing here knows
// places, threads or traces.
package paint
