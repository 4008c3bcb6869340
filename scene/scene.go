// Package scene lays out one picture: the places of threads, the view of the
// camera, and the Frame that results.
//
// A model and a Look go in, a Frame of plain data comes out. Nothing here calls
// OpenGL, reads an event, or stores user settings.
package scene
