package scene

import (
	"fmt"
	"strings"

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

// EachTick calls f for the times between from and to at which an axis has a
// tick, with the tick's name. There are about n of them. Where names would be long,
// the first is whole and others say how much later they are: "+12.3 µs".
func EachTick(from, to tracefeed.Time, n int, f func(t tracefeed.Time, name string)) {
	if to <= from {
		return
	}
	step := NiceTick(to-from, n)
	from = max(0, from)
	first := from - from%step
	if first < from {
		first += step
	}
	for t := first; t <= to; t += step {
		if since := t % tracefeed.Millisecond; since > 0 && t > first && splits(t, step) {
			f(t, "+"+tickName(since, step))
		} else {
			f(t, wholeName(t, step))
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

// splits reports whether the name of a time would have more than six digits after the point.
// It is then that of the last whole millisecond, and of the time since that.
func splits(t, step tracefeed.Time) bool {
	return t >= tracefeed.Second && step%tracefeed.Microsecond != 0
}

// wholeName is tickName, in two parts if that is long: "1.360 s +12.3 µs".
func wholeName(t, step tracefeed.Time) string {
	if !splits(t, step) {
		return tickName(t, step)
	}
	since := t % tracefeed.Millisecond
	name := tickName(t-since, tracefeed.Millisecond)
	if since > 0 {
		name += " +" + tickName(since, step)
	}
	return name
}

// TimeName formats a time with enough digits to differ from one a step away: "1.36 s",
// "1.36001 s", "1.360 s +12.3 µs".
func TimeName(t, step tracefeed.Time) string {
	const exact = 1000 // times the last digit of a time's usual form
	if t <= exact*step {
		return t.String()
	}
	return wholeName(t, NiceTick(step, 1))
}

// SpanName formats an interval with enough digits to tell its ends apart.
func SpanName(from, to tracefeed.Time) string {
	step := max((to-from)/100, 1)
	end := TimeName(to, step)
	if base, since, cut := strings.Cut(end, " +"); cut && strings.HasPrefix(TimeName(from, step), base+" +") {
		end = "+" + since
	}
	return TimeName(from, step) + " to " + end
}

// ticks calls f for each tick of the time axis.
func (sv *sideView) ticks(f func(t tracefeed.Time, name string)) {
	from, to := sv.look.Window()
	EachTick(from, to, maxTicks(sv.density, sv.sheet.em, sv.flat.rect.Width()), f)
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
	from, to := sv.look.Window()
	pixel := max(1, (to-from)/tracefeed.Time(max(1, sv.flat.rect.Width())))
	name := "moment " + TimeName(sv.look.Moment, pixel)
	switch {
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
