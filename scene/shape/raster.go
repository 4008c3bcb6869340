package shape

import "tiv/scene/paint"

// Raster is a picture that is drawn behind bars, pixel by pixel.
type Raster struct {
	// Rect is its place. Its corners are whole pixels.
	Rect Rect
	// Pixels has Width × Height colours, the top row first.
	Width, Height int
	Pixels        []paint.Color
	// Version changes whenever Pixels do.
	Version uint64
}
