package scene

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/lod"
	"tiv/tracefeed"
)

// tickRoom is the smallest distance between ticks at each level, in text sizes.
// Levels with more detail have denser ticks.
var tickRoom = [...]float32{lod.Near: 7, lod.Mid: 9, lod.Far: 12, lod.Crowd: 15}

// ticks calls f for the times between from and to at which an axis of a width
// in pixels has a tick, with the tick's name.
func (p *picture) ticks(from, to tracefeed.Time, width float32, f func(t tracefeed.Time, name string)) {
	if to <= from {
		return
	}
	most := max(2, int(width/(tickRoom[p.level]*p.em())))
	step := NiceTick(to-from, most)
	from = max(0, from)
	for t := from - from%step; ; t += step {
		if t >= from {
			f(t, tickName(t, step))
		}
		if t > to-step {
			return
		}
	}
}

// NiceTick returns the shortest of 1, 2, 5, 10, … ns for which length has at
// most n ticks.
func NiceTick(length tracefeed.Time, n int) tracefeed.Time {
	for unit := tracefeed.Time(1); ; unit *= 10 {
		for _, f := range niceSteps {
			if length/(f*unit) <= tracefeed.Time(n) {
				return f * unit
			}
		}
	}
}

// tickName formats a time in a suitable unit, with enough digits to differ from
// the neighbouring ticks.
func tickName(t, step tracefeed.Time) string {
	unit, name := tracefeed.Nanosecond, "ns"
	switch {
	case t == 0:
		return "0"
	case t >= tracefeed.Second:
		unit, name = tracefeed.Second, "s"
	case t >= tracefeed.Millisecond:
		unit, name = tracefeed.Millisecond, "ms"
	case t >= tracefeed.Microsecond:
		unit, name = tracefeed.Microsecond, "µs"
	}
	digits, last := 0, unit // last is the value of the last digit
	for ; last > 1 && step%last != 0; last /= 10 {
		digits++
	}
	if digits == 0 {
		return fmt.Sprintf("%d %s", t/unit, name)
	}
	return fmt.Sprintf("%d.%0*d %s", t/unit, digits, t%unit/last, name)
}

// grid draws the ticks of the time axis behind the rows.
func (p *picture) grid(v *View, fl flat) {
	d := pen{mesh: &v.Below, side: p.l.high[0] + 1}
	from, to := p.look.Window()
	p.ticks(from, to, fl.rect.Width(), func(t tracefeed.Time, _ string) {
		d.timeRect(fl, p.zOf(t), fl.low[1], fl.high[1], p.canvas.Scale, 0, p.colors.Grid)
	})
}

// axis writes the times under the rows.
func (p *picture) axis(fl flat) {
	y := fl.rect.Y1 + 1.35*p.em()
	moment := "moment " + p.look.Moment.String()
	t := Text{Size: p.em(), Color: p.colors.Moment, Bold: true, Text: moment, Y: y}
	t.X = fl.rect.X1 - assets.TextWidth(moment, t.Size, true) + 0.8*p.em()
	if p.labels.add(t, Color{}) { // and keep some room before it
		p.labels.take(Rect{t.X - 0.8*p.em(), y - t.Size, t.X, y})
	}
	from, to := p.look.Window()
	p.ticks(from, to, fl.rect.Width(), func(at tracefeed.Time, name string) {
		x := fl.pixel(mgl32.Vec2{p.zOf(at), 0})[0]
		t := Text{Size: 0.9 * p.em(), Color: p.colors.Faint, Text: name, Y: y}
		t.X = x - assets.TextWidth(name, t.Size, false)/2
		p.labels.add(t, Color{})
	})
}

// momentLine marks the moment at the right edge of the rows.
func (p *picture) momentLine(v *View, fl flat) {
	d := p.sidePen(v)
	d.timeRect(fl, 0, fl.low[1], fl.high[1], 2*p.canvas.Scale, 0, p.colors.Moment)
	v.Time = fl.rect
}

// eachCollection calls f for each interval of garbage collection that is shown.
// Intervals less than least apart are merged.
func (p *picture) eachCollection(least tracefeed.Time, f func(from, to tracefeed.Time)) {
	from, to := p.look.Window()
	gc := p.tl.GCBetween(from, to)
	for i := 0; i < len(gc); {
		start, end := max(gc[i].Start, from), gc[i].End
		for i++; i < len(gc) && gc[i].Start-end < least; i++ {
			end = gc[i].End
		}
		f(start, min(end, to))
	}
}

// collections draws garbage collections as bands behind all rows, and as a
// strip above them.
func (p *picture) collections(v *View, fl flat) {
	d := pen{mesh: &v.Below, side: p.l.high[0] + 1}
	from, to := p.look.Window()
	pixel := (to - from) / tracefeed.Time(max(1, fl.rect.Width()))
	found := false
	p.eachCollection(pixel, func(from, to tracefeed.Time) {
		z0, z1 := p.zOf(from), p.zOf(to)
		thin := (fl.high[0] - fl.low[0]) / fl.rect.Width()
		z1 = max(z1, z0+thin)
		d.sideQuad(z0, z1, fl.low[1], fl.high[1], p.colors.GC)
		solid := p.colors.GC
		solid.A = 255
		p.f.Overlay.Rects = append(p.f.Overlay.Rects, OverlayRect{Color: solid, Rect: Rect{
			fl.pixel(mgl32.Vec2{z0, 0})[0], fl.rect.Y0 - 0.72*p.em(), fl.pixel(mgl32.Vec2{z1, 0})[0], fl.rect.Y0 - 0.18*p.em()}})
		found = true
	})
	if found {
		t := Text{Size: 0.85 * p.em(), Color: p.colors.Faint, Text: "GC"}
		t.X = fl.rect.X0 - 0.5*p.em() - assets.TextWidth(t.Text, t.Size, false)
		t.Y = fl.rect.Y0 - 0.05*p.em()
		p.labels.add(t, Color{})
	}
}
