package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// floor returns the height of the ground below the bars in the free view.
func (l *layout) floor() float32 { return l.low[1] - 0.04*(l.high[1]-l.low[1]) }

// floor draws the ground of the free view: lines at ticks of time, the edge of
// the moment, and bands of garbage collection.
func (p *picture) floor(v *View) {
	y, x0, x1 := p.l.floor(), p.l.low[0], p.l.high[0]
	from, to := p.look.Window()
	pixel := (to - from) / tracefeed.Time(max(1, v.Rect.Height()))
	p.eachCollection(2*pixel, func(from, to tracefeed.Time) {
		z0, z1 := p.zOf(from), p.zOf(to)
		p.tile(v, x0, x1, z0, max(z1, z0+p.l.depth/v.Rect.Height()), y, p.colors.GC)
	})
	line := p.canvas.Scale * p.l.depth / max(v.Rect.Height(), 1)
	p.ticks(from, to, v.Rect.Width()/2, func(t tracefeed.Time, _ string) {
		z := p.zOf(t)
		p.tile(v, x0, x1, z-line, z+line, y, p.colors.Grid)
	})
	for _, x := range []float32{x0, x1} {
		p.tile(v, x-line, x+line, -p.l.depth, 0, y, p.colors.Grid)
	}
	p.tile(v, x0, x1, -line, line, y, p.colors.Faint)
}

// tile draws a rectangle that lies on the ground.
func (p *picture) tile(v *View, x0, x1, z0, z1, y float32, color Color) {
	d := pen{mesh: &v.Below}
	d.quad(mgl32.Vec3{x0, y, z0}, mgl32.Vec3{x1, y, z0}, mgl32.Vec3{x1, y, z1}, mgl32.Vec3{x0, y, z1}, color)
}

// rulers writes the times along the right edge of the ground.
func (p *picture) rulers(v *View) {
	y, x := p.l.floor(), p.l.high[0]
	if v.Eye[0] < (p.l.low[0]+p.l.high[0])/2 {
		x = p.l.low[0]
	}
	write := func(t tracefeed.Time, name string, c Color, bold bool) {
		at, ok := v.Project(mgl32.Vec3{x, y, p.zOf(t)})
		if !ok || !v.Rect.Holds(at[0], at[1]) {
			return
		}
		at[1] = min(at[1], v.Rect.Y1-1.2*p.em())
		p.labels.add(Text{X: at[0] + 0.5*p.em(), Y: at[1] + 0.9*p.em(), Size: 0.9 * p.em(), Color: c, Bold: bold, Text: name}, Color{})
	}
	write(p.look.Moment, "moment "+p.look.Moment.String(), p.colors.Moment, true)
	from, to := p.look.Window()
	p.ticks(from, to, v.Rect.Width()/2, func(t tracefeed.Time, name string) { write(t, name, p.colors.Faint, false) })
}
