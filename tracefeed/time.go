package tracefeed

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Time is an instant, in nanoseconds since the start of the trace, or a
// duration in nanoseconds.
type Time int64

// Lengths of time.
const (
	Nanosecond  Time = 1
	Microsecond      = 1000 * Nanosecond
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond
	Minute           = 60 * Second
	Hour             = 60 * Minute
	Day              = 24 * Hour
)

// units in the order in which ParseTime tries them: a suffix of another unit
// comes after it.
var units = []struct {
	suffix string
	length Time
}{{"ns", Nanosecond}, {"us", Microsecond}, {"ms", Millisecond}, {"s", Second}, {"m", Minute}, {"h", Hour}, {"d", Day}}

// ParseTime reads a time as text traces and the command line write it: a
// decimal number and one of ns, us, ms, s, m, h, d. The result is exact; a
// fraction of a nanosecond is an error, and so is a negative time.
func ParseTime(s string) (Time, error) {
	for _, u := range units {
		if num, ok := strings.CutSuffix(s, u.suffix); ok {
			if t, ok := scaleDecimal(num, u.length); ok {
				return t, nil
			}
			break
		}
	}
	if _, ok := scaleDecimal(s, Second); ok {
		return 0, fmt.Errorf("invalid time %q (try %ss)", s, s)
	}
	return 0, fmt.Errorf("invalid time %q: want a number with ns, us, ms, s, m, h or d", clip(s))
}

// scaleDecimal returns num × unit if that is a whole number that fits.
func scaleDecimal(num string, unit Time) (Time, bool) {
	whole, frac, point := strings.Cut(num, ".")
	if whole == "" || !digits(whole) || !digits(frac) || point && frac == "" {
		return 0, false
	}
	w, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || w > math.MaxInt64/int64(unit) {
		return 0, false
	}
	part, ok := scaleFraction(strings.TrimRight(frac, "0"), unit)
	total := Time(w)*unit + part
	return total, ok && total >= 0
}

// scaleFraction returns 0.frac × unit if that is a whole number. With more than
// 13 digits, the last of them not 0, it never is.
func scaleFraction(frac string, unit Time) (Time, bool) {
	if frac == "" || len(frac) > 13 {
		return 0, frac == ""
	}
	n, power := uint64(0), uint64(1)
	for _, d := range []byte(frac) {
		n, power = n*10+uint64(d-'0'), power*10
	}
	high, low := bits.Mul64(n, uint64(unit))
	part, rest := bits.Div64(high, low, power)
	return Time(part), rest == 0
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// clip shortens untrusted text for a message.
func clip(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// Exact returns the time in the largest unit that needs no fraction, as text
// traces write it: 1500us, 2s.
func (t Time) Exact() string { return string(t.AppendExact(nil)) }

// AppendExact appends the result of Exact to out.
func (t Time) AppendExact(out []byte) []byte {
	switch { // each division is by a constant, which takes less time
	case t%Second == 0:
		return append(strconv.AppendInt(out, int64(t/Second), 10), 's')
	case t%Millisecond == 0:
		return append(strconv.AppendInt(out, int64(t/Millisecond), 10), "ms"...)
	case t%Microsecond == 0:
		return append(strconv.AppendInt(out, int64(t/Microsecond), 10), "us"...)
	default:
		return append(strconv.AppendInt(out, int64(t), 10), "ns"...)
	}
}

// String returns the time for people, rounded to four digits: 4.218 s.
func (t Time) String() string {
	switch abs := max(t, -max(t, -math.MaxInt64)); {
	case abs < Microsecond:
		return fmt.Sprintf("%d ns", int64(t))
	case abs < Millisecond-50*Nanosecond: // beyond, it would round to 1000 µs
		return fmt.Sprintf("%.4g µs", float64(t)/float64(Microsecond))
	case abs < Second-50*Microsecond:
		return fmt.Sprintf("%.4g ms", float64(t)/float64(Millisecond))
	case abs < 10*Minute:
		return fmt.Sprintf("%.4g s", float64(t)/float64(Second))
	case abs < Hour:
		return fmt.Sprintf("%.4g min", float64(t)/float64(Minute))
	case abs < 1000*Hour:
		return fmt.Sprintf("%.4g h", float64(t)/float64(Hour))
	default:
		return fmt.Sprintf("%d h", t/Hour)
	}
}
