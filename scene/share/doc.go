// Package share divides the time of threads among categories: it computes the shares of each
// step that bars show, by state or by slice, within a base or not, and their sums.
//
// A timeline, a view.Look and the slots of a picture go in, shape.Shares come out. A Cache keeps
// them between pictures. Nothing here knows places or draws.
package share
