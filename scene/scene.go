// Package scene lays out one picture: the places of threads, the view of the
// camera, and the Frame that results.
//
// A model and a Look go in, a Frame of plain data comes out. Nothing here calls
// OpenGL, reads an event, or stores user settings.
//
// A Builder makes a Frame in steps, each with a type of its own:
//
//   - an arranger chooses the level of detail and lays out bars in a layout; a
//     transition moves them from the places of the last picture;
//   - shareCache has the states of bars, linkCache the waits between them;
//   - a stage is the scene that results; views read it and do not change it;
//   - a picture draws a view of the stage, or several side by side, with
//     painters for parts of a view: frontView, sideView, edgePainter, floor and
//     others. Texts and lines in pixels go to a sheet, which keeps texts apart.
//
// To add a view, declare a ViewKind in a file of its own, with a function that
// draws it, and list it in Views. Menus, keys, the command line, saved files and
// reports take its names and properties from there.
package scene
