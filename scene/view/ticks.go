package view

import (
	"fmt"

	"tiv/tracefeed"
)

// EachTick calls f for the times between from and to at which an axis has a
// tick, with the tick's name. There are about n of them.
func EachTick(from, to tracefeed.Time, n int, f func(t tracefeed.Time, name string)) {
	if to <= from {
		return
	}
	step := NiceTick(to-from, n)
	from = max(0, from)
	for t := from - from%step; ; t += step {
		if t >= from {
			f(t, TickName(t, step))
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

// TickName formats a time in a suitable unit, with enough digits to differ from
// the neighbouring ticks.
func TickName(t, step tracefeed.Time) string {
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

// TimeName formats a time with enough digits to differ from one a step away.
func TimeName(t, step tracefeed.Time) string {
	const exact = 1000 // times the last digit of a time's usual form
	if t <= exact*step {
		return t.String()
	}
	return TickName(t, NiceTick(step, 1))
}

// SpanName formats an interval with enough digits to tell its ends apart, and its length.
func SpanName(from, to tracefeed.Time) string {
	step := max((to-from)/100, 1)
	return TimeName(from, step) + " to " + TimeName(to, step)
}
