// Package place says who stands where: it lists the threads and clusters of a picture as slots,
// chooses the level of detail, and lays the slots out.
//
// A timeline and a view.Look go in, a Layout comes out, also one that changes over to the next.
// Nothing here draws.
package place
