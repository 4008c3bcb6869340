// Package scene says where everything is in one picture: which thread stands
// where, what the camera sees, and the Frame that results.
//
// A model and a way to look at it go in, a Frame of plain data comes out.
// Nothing here calls OpenGL, reads an event, or remembers what the user wants.
package scene
