package view

import (
	"fmt"
	"strings"

	"tiv/tracefeed"
)

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
// tick, with the tick's name. There are about n of them. Where names would be long,
// the first is whole and others say how much later they are: "+12.3 µs".
func (c Clock) EachTick(from, to tracefeed.Time, n int, f func(t tracefeed.Time, name string)) {
	if to <= from {
		return
	}
	step := niceTick(to-from, n)
	from = max(0, from)
	first := from - from%step
	if first < from {
		first += step
	}
	for t := first; t <= to; t += step {
		if since := t % tracefeed.Millisecond; since > 0 && t > first && c.splits(t, step) {
			f(t, "+"+Clock(0).tick(since, step))
		} else {
			f(t, c.whole(t, step))
		}
		if t > to-step {
			return
		}
	}
}

// niceTick returns the shortest round length from 1 ns on for which length has at most
// n ticks.
func niceTick(length tracefeed.Time, n int) tracefeed.Time {
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

// splits reports whether the name of a time would have more than six digits after the point.
// It is then that of the last whole millisecond, and of the time since that.
func (c Clock) splits(t, step tracefeed.Time) bool {
	return t >= tracefeed.Second && step%tracefeed.Microsecond != 0
}

// whole is tick, in two parts if that is long: "1.360 s +12.3 µs".
func (c Clock) whole(t, step tracefeed.Time) string {
	if !c.splits(t, step) {
		return c.tick(t, step)
	}
	since := t % tracefeed.Millisecond
	name := c.tick(t-since, tracefeed.Millisecond)
	if since > 0 {
		name += " +" + Clock(0).tick(since, step)
	}
	return name
}

// Name formats a time with enough digits to differ from one a step away: "1.36 s",
// "1.36001 s", "1.360 s +12.3 µs".
func (c Clock) Name(t, step tracefeed.Time) string {
	const exact = 1000 // times the last digit of a time's usual form
	switch {
	case c >= withHours && t%tracefeed.Minute == 0 && step >= tracefeed.Second:
		return c.hours(t, tracefeed.Minute)
	case c >= withHours && t%tracefeed.Second == 0 && step >= tracefeed.Second:
		return c.hours(t, tracefeed.Second)
	case c >= withHours: // in the usual form the last digit is a small part of a step, too
		return c.whole(t, niceTick(max(step/100, 1), 1))
	case t <= exact*step:
		return t.String()
	}
	return c.whole(t, niceTick(step, 1))
}

// Text formats a time for a sentence.
func (c Clock) Text(t tracefeed.Time) string { return c.Name(t, max(tracefeed.Time(c)/1000, 1)) }

// Moving formats a time with enough digits to see it move, in the form of the end.
func (c Clock) Moving(t tracefeed.Time) string {
	end := tracefeed.Time(c)
	unit, name := tracefeed.Nanosecond, "ns"
	switch {
	case c >= withHours:
		return c.hours(t, niceTick(end/100_000, 1))
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
	end := c.Name(to, step)
	if base, since, cut := strings.Cut(end, " +"); cut && strings.HasPrefix(c.Name(from, step), base+" +") {
		end = "+" + since
	}
	return c.Name(from, step) + " to " + end
}
