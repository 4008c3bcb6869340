// Package contents gathers the contents of a report: a trace's findings, notes, pictures
// and tables, in words.
//
// A workspace and a function that draws it go in; a Document comes out, which packages
// html, markdown and pdf write. Texts are clean but not escaped: names in traces are
// untrusted. Nothing here draws, or knows files.
//
// # Decisions
//
//   - A report is made once and written in any format: all words and figures are here, and a
//     format only lays them out, and may leave out rows.
//   - Pictures come from the caller. Each finding and note is shown in a copy of the
//     workspace, and a PNG of it requested: the command line draws off screen, the window
//     between two frames.
package contents
