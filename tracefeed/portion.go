package tracefeed

import "math/bits"

// Portion returns the part of a whole that belongs to the first d of some length, if the whole is
// spread evenly over it: whole * d / length, rounded down, so that portions of adjoining intervals
// add up. No argument is negative, d does not exceed the length; the portion of all is the whole.
func Portion(whole, d, length Time) Time {
	if d == length {
		return whole
	}
	high, low := bits.Mul64(uint64(whole), uint64(d))
	quotient, _ := bits.Div64(high, low, uint64(length)) // high is less, because d is
	return Time(quotient)
}
