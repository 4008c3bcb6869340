package shape

// Canvas is the surface of a picture.
type Canvas struct {
	// Width and Height are in pixels.
	Width, Height int
	// Scale is the size of a text or line, relative to a common screen.
	Scale float32
}
