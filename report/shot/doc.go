// Package shot reads and writes pictures that contain their view: a PNG that
// any program shows, with the trace, the moment and the whole view in it, so
// that TIV opens exactly that again. It also writes animations (APNG).
//
// Pixels and a saved view go in, PNGs come out, and the other way round.
// Nothing here draws, or knows the contents of a view.
//
// # Decisions
//
//   - Each PNG has a chunk with the saved workspace and the trace's path and checksum. A tab
//     opened from a picture does not save its changes as the user's workspace. Animations
//     are APNG: lossless, differences only, and a still picture to other programs.
package shot
