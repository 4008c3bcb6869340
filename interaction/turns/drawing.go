package turns

import "tiv/tracefeed"

// smallest is the largest number of equal parts of a step that have a colour each: smaller ones are together.
const smallest = 8

// Apart calls f for the parts of a step that a picture tells apart: of known threads, and not small, unless keep is true
// for their thread. It returns the time of the others.
func Apart(parts []Part, keep func(tracefeed.ThreadID) bool, f func(*Part)) (rest tracefeed.Time) {
	all := Sum(parts)
	for i := range parts {
		part := &parts[i]
		if small := part.Time*smallest < all && !keep(part.Thread); small || part.Thread == tracefeed.NoThread {
			rest += part.Time
			continue
		}
		f(part)
	}
	return rest
}

// LeastScale is the least number of waiting threads that the height of a picture stands for: a queue of one is low.
const LeastScale = 4

// RoundQueue rounds the length of a queue up to a round number, so that it changes seldom in playback; 0 for no queue.
func RoundQueue(length float64) int {
	if length == 0 {
		return 0
	}
	for unit := 1; ; unit *= 10 {
		for _, f := range []int{1, 2, 3, 4, 5, 6, 8} {
			if float64(f*unit) >= length-1e-6 {
				return f * unit
			}
		}
	}
}
