package shape

// Rect is a rectangle in pixels; X1 and Y1 lie outside.
type Rect struct{ X0, Y0, X1, Y1 float32 }

// Width returns the width in pixels.
func (r Rect) Width() float32 { return r.X1 - r.X0 }

// Height returns the height in pixels.
func (r Rect) Height() float32 { return r.Y1 - r.Y0 }

// Holds reports whether a pixel is inside.
func (r Rect) Holds(x, y float32) bool { return x >= r.X0 && x < r.X1 && y >= r.Y0 && y < r.Y1 }

// Meets reports whether two rectangles have more than an edge in common.
func (r Rect) Meets(o Rect) bool { return r.X0 < o.X1 && o.X0 < r.X1 && r.Y0 < o.Y1 && o.Y0 < r.Y1 }
