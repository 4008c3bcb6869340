// Package shapes is a package of its own.
package shapes

// Shape is drawn by its method.
type Shape interface{ Draw(count func()) }

// Circle is a shape.
type Circle struct{ _ int }

// Draw calls count.
func (c *Circle) Draw(count func()) { count() }

// Draw draws a shape.
func Draw(s Shape, count func()) { count(); s.Draw(count) }
