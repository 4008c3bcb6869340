package ui

import (
	"image"

	"tiv/render"
	"tiv/scene"
	"tiv/session"
)

// jobPainter draws the pictures of a job. It has a renderer of its own, because a renderer
// cannot distinguish frames of several builders.
type jobPainter struct {
	render *render.Renderer
	canvas *render.Picture // the target of render
}

// newJobPainter returns a painter in the window's OpenGL context, which must be current.
func newJobPainter() (session.Painter, error) {
	r, err := render.New()
	if err != nil {
		return nil, err
	}
	return &jobPainter{r, render.NewPicture()}, nil
}

// Draw draws a frame.
func (p *jobPainter) Draw(f *scene.Frame) (*image.NRGBA, error) {
	// Smooth edges take four times the memory; large pictures do without.
	const large = 10_000_000 // pixels
	p.canvas.Samples = render.Smooth
	if f.Width*f.Height > large {
		p.canvas.Samples = 1
	}
	if err := p.canvas.Draw(p.render, f); err != nil {
		return nil, err
	}
	return p.canvas.Read(), nil
}

// Release frees all resources.
func (p *jobPainter) Release() {
	p.canvas.Release()
	p.render.Release()
}
