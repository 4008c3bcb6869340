// Package lane draws the calls of threads as lanes of pixels: in rows below the states of threads,
// and on walls that stand on their bars.
//
// A Cache reads the lanes that a picture needs, coarse ones first; a Painter finds the longest
// call of each column of pixels and colours it; rasters keep the last drawing. Nothing here
// writes names or decides where views are.
package lane
