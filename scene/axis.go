package scene

import (
	"fmt"

	"tiv/assets"
	"tiv/lod"
	"tiv/tracefeed"
)

// tickRoom is the smallest distance between ticks at each density, in text sizes.
// Pictures of fewer threads have denser ticks.
var tickRoom = [...]float32{lod.Sparse: 7, lod.Busy: 9, lod.Dense: 12, lod.Crowded: 15}

// maxTicks returns the largest number of ticks on an axis of a width in pixels.
func maxTicks(density lod.Density, em, width float32) int {
	return max(2, int(width/(tickRoom[density]*em)))
}

// Clock is the end of a trace. All times of a trace have the same form: in a unit, such
// as 1.36 s; in a trace of ten minutes or more in hours, such as 0:05:00; and in one of a
// day or more with days, such as 1 d 06:00.
type Clock tracefeed.Time

// The shortest traces whose times have hours, or days.
const (
	withHours = Clock(10 * tracefeed.Minute)
	withDays  = Clock(tracefeed.Day)
)

// Clock returns the clock of the trace.
func (l *Look) Clock() Clock { return Clock(l.End) }

// EachTick calls f for the times between from and to at which an axis has a
// tick, with the tick's name. There are about n of them.
func (c Clock) EachTick(from, to tracefeed.Time, n int, f func(t tracefeed.Time, name string)) {
	if to <= from {
		return
	}
	step := NiceTick(to-from, n)
	from = max(0, from)
	for t := from - from%step; ; t += step {
		if t >= from {
			f(t, c.tick(t, step))
		}
		if t > to-step {
			return
		}
	}
}

// NiceTick returns the shortest round length from 1 ns on for which length has at most
// n ticks.
func NiceTick(length tracefeed.Time, n int) tracefeed.Time {
	return roundLength(tracefeed.Nanosecond, func(s tracefeed.Time) bool { return length/s <= tracefeed.Time(n) })
}

// tick formats a time with enough digits to differ from the neighbouring ticks.
func (c Clock) tick(t, step tracefeed.Time) string {
	unit, name := tracefeed.Nanosecond, "ns"
	switch {
	case t == 0:
		return "0"
	case c >= withHours:
		return c.hours(t, step)
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

// hours formats a time with hours, and with days in a trace of days. Seconds of those
// and fractions are only there if steps have them.
func (c Clock) hours(t, step tracefeed.Time) string {
	minutes := t / tracefeed.Minute
	name := fmt.Sprintf("%d:%02d", minutes/60, minutes%60)
	if c >= withDays {
		name = fmt.Sprintf("%d d %02d:%02d", t/tracefeed.Day, minutes/60%24, minutes%60)
		if step%tracefeed.Minute == 0 {
			return name
		}
	}
	name += fmt.Sprintf(":%02d", t/tracefeed.Second%60)
	digits, last := 0, tracefeed.Second
	for ; last > 1 && step%last != 0; last /= 10 {
		digits++
	}
	if digits == 0 {
		return name
	}
	return name + fmt.Sprintf(".%0*d", digits, t%tracefeed.Second/last)
}

// Name formats a time with enough digits to differ from one a step away.
func (c Clock) Name(t, step tracefeed.Time) string {
	const exact = 1000 // times the last digit of a time's usual form
	switch {
	case c >= withHours && t%tracefeed.Minute == 0 && step >= tracefeed.Second:
		return c.hours(t, tracefeed.Minute)
	case c >= withHours && t%tracefeed.Second == 0 && step >= tracefeed.Second:
		return c.hours(t, tracefeed.Second)
	case c >= withHours: // in the usual form the last digit is a small part of a step, too
		return c.hours(t, NiceTick(max(step/100, 1), 1))
	case t <= exact*step:
		return t.String()
	}
	return c.tick(t, NiceTick(step, 1))
}

// Text formats a time for a sentence.
func (c Clock) Text(t tracefeed.Time) string { return c.Name(t, max(tracefeed.Time(c)/1000, 1)) }

// Moving formats a time with enough digits to see it move, in the form of the end.
func (c Clock) Moving(t tracefeed.Time) string {
	end := tracefeed.Time(c)
	unit, name := tracefeed.Nanosecond, "ns"
	switch {
	case c >= withHours:
		return c.hours(t, NiceTick(end/100_000, 1))
	case end >= tracefeed.Second:
		unit, name = tracefeed.Second, "s"
	case end >= tracefeed.Millisecond:
		unit, name = tracefeed.Millisecond, "ms"
	case end >= tracefeed.Microsecond:
		unit, name = tracefeed.Microsecond, "µs"
	}
	return fmt.Sprintf("%.3f %s", float64(t)/float64(unit), name)
}

// Span formats an interval with enough digits to tell its ends apart.
func (c Clock) Span(from, to tracefeed.Time) string {
	step := max((to-from)/100, 1)
	return c.Name(from, step) + " to " + c.Name(to, step)
}

// ticks calls f for each tick of the time axis.
func (sv *sideView) ticks(f func(t tracefeed.Time, name string)) {
	from, to := sv.look.Window()
	sv.look.Clock().EachTick(from, to, maxTicks(sv.density, sv.sheet.em, sv.flat.rect.Width()), f)
}

// grid draws the ticks of the time axis behind the rows.
func (sv *sideView) grid() {
	d := sv.below()
	sv.ticks(func(t tracefeed.Time, _ string) {
		d.line(sv.depths.of(t), sv.flat.low[1], sv.flat.high[1], sv.sheet.canvas.Scale, sv.sheet.colors.Grid)
	})
}

// axis writes the times under the rows.
func (sv *sideView) axis() {
	rect, em := sv.flat.rect, sv.sheet.em
	y := rect.Y1 + 1.35*em
	moment := sv.momentName()
	t := Text{Size: em, Color: sv.sheet.colors.Moment, Bold: true, Text: moment, Y: y}
	wide := assets.TextWidth(moment, t.Size, true)
	t.X = min(max(sv.x(0)-wide/2, rect.X0), rect.X1+0.8*em-wide)
	if sv.sheet.labels.add(t, Color{}) { // and keep some room around it
		sv.sheet.labels.reserve(Rect{t.X - 0.8*em, y - t.Size, t.X + wide + 0.8*em, y})
	}
	sv.nameInterval(y)
	sv.ticks(func(at tracefeed.Time, name string) {
		t := Text{Size: 0.9 * em, Color: sv.sheet.colors.Faint, Text: name, Y: y}
		t.X = sv.x(sv.depths.of(at)) - assets.TextWidth(name, t.Size, false)/2
		sv.sheet.labels.add(t, Color{})
	})
}

// momentName names the moment or, if it is not shown, the direction to it.
func (sv *sideView) momentName() string {
	name := "moment " + sv.look.MomentName()
	switch from, to := sv.look.Window(); {
	case sv.look.Moment < from:
		return "← " + name
	case sv.look.Moment > to:
		return name + " →"
	}
	return name
}

// momentLine marks the moment in the rows, if it is shown.
func (sv *sideView) momentLine() {
	if !sv.look.MomentShown() {
		return
	}
	sv.above().line(0, sv.flat.low[1], sv.flat.high[1], 2*sv.sheet.canvas.Scale, sv.sheet.colors.Moment)
}

// collections draws garbage collections as bands behind all rows, and as a
// strip above them.
func (sv *sideView) collections() {
	d, rect, em := sv.below(), sv.flat.rect, sv.sheet.em
	from, to := sv.look.Window()
	pixel := (to - from) / tracefeed.Time(max(1, rect.Width()))
	found := false
	sv.eachCollection(from, to, pixel, func(from, to tracefeed.Time) {
		z0, z1 := sv.depths.of(from), sv.depths.of(to)
		thin := (sv.flat.high[0] - sv.flat.low[0]) / rect.Width()
		z1 = max(z1, z0+thin)
		d.rect(z0, z1, sv.flat.low[1], sv.flat.high[1], sv.sheet.colors.GC)
		solid := sv.sheet.colors.GC
		solid.A = 255
		sv.sheet.overlay.Rects = append(sv.sheet.overlay.Rects, OverlayRect{Color: solid,
			Rect: Rect{sv.x(z0), rect.Y0 - 0.72*em, sv.x(z1), rect.Y0 - 0.18*em}})
		found = true
	})
	if found {
		t := Text{Size: 0.85 * em, Color: sv.sheet.colors.Faint, Text: "GC"}
		t.X = rect.X0 - 0.5*em - assets.TextWidth(t.Text, t.Size, false)
		t.Y = rect.Y0 - 0.05*em
		sv.sheet.labels.add(t, Color{})
	}
}
