// Package lod decides how much of the model is worth drawing.
//
// The size of bars and the number of threads in view go in; the states that bars
// distinguish, and how far edges and bars are merged, come out. Nothing here
// places anything or knows colours.
//
// # Decisions
//
//   - Pixels decide colours, numbers decide edges. Bars have all five states unless they are
//     lower than two pixels, because waiting for a lock against waiting for a device is what
//     people look for, with 10 000 threads too. The number of threads in view decides only
//     the density. A level chosen by the user decides both, as in the paper.
package lod
