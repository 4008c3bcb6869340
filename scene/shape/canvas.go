package shape

// Canvas is the surface of a picture.
type Canvas struct {
	// Width and Height are in pixels.
	Width, Height int
	// Scale is the size of a text or line, relative to a common screen.
	Scale float32
}

// CanvasOf returns the canvas of a picture of a size. Texts and lines grow with its shorter
// side, so that a picture of 3840×2160 reads like one of 1920×1080. Smaller pictures than
// 1280×720 have the texts of a common screen.
func CanvasOf(width, height int) Canvas {
	const side, largest = 720, 8
	return Canvas{Width: width, Height: height, Scale: min(max(float32(min(width, height))/side, 1), largest)}
}
