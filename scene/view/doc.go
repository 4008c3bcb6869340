// Package view says what users want to see: a Look is the kind of view, the camera, options and
// clusters, the moment and the selection, and the input to draw.
//
// Other packages set its fields. The methods answer what follows: the interval shown, its
// steps, the interval that counts. Nothing here lays out or draws.
package view
