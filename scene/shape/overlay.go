package shape

import "tiv/scene/paint"

// Overlay is drawn in pixels, in this order: rectangles, lines, texts.
type Overlay struct {
	Rects []OverlayRect
	Lines []OverlayLine
	Texts []Text
}

// OverlayRect is a filled rectangle, with a pattern if it is a legend's sample.
type OverlayRect struct {
	Rect    Rect
	Color   paint.Color
	Pattern paint.Pattern
}

// OverlayLine is a straight line.
type OverlayLine struct {
	X0, Y0, X1, Y1 float32
	Width          float32
	Color          paint.Color
}

// Text is one line of text. X and Y are the begin of its baseline.
type Text struct {
	X, Y  float32
	Size  float32
	Color paint.Color
	Bold  bool
	// Slope is how far the baseline falls in a pixel to the right. Letters stay upright.
	Slope float32
	Text  string
}
