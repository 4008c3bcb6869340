// Package shape has what pictures are made of: rectangles, meshes, texts, bars and their shares,
// walls, and the pens that draw them.
//
// Places in the world or on the screen and colours go in, plain data comes out; picking and
// sight are arithmetic on it. Nothing here knows threads, time or the reason for a shape.
package shape
