package chrome

import "math"

// integer is a number of a profile without a fraction.
type integer int64

// integerOf reads a number in any form: 2.0 for 2. A text that is none is 0.
func integerOf(text []byte) integer {
	n, _ := whole(text)
	return integer(n)
}

// UnmarshalJSON reads a number.
func (n *integer) UnmarshalJSON(text []byte) error {
	*n = integerOf(text)
	return nil
}

// duration is a number of microseconds of a profile, in nanoseconds.
type duration int64

// untold is the duration that a text without a number has.
const untold duration = math.MinInt64

// durationOf reads a number of microseconds.
func durationOf(text []byte) duration {
	if ns, ok := micros(text); ok {
		return duration(ns)
	}
	return untold
}

// UnmarshalJSON reads a number of microseconds.
func (d *duration) UnmarshalJSON(text []byte) error {
	*d = durationOf(text)
	return nil
}
