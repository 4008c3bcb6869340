package oracle

// lessRaces is the part of the random traces that tests try with the race detector, which makes
// each four times as slow: a race does not depend on the trace.
const lessRaces = 8

// Seeds returns the number of random traces that a test tries, which is n without the race
// detector.
func Seeds(n uint64) uint64 {
	if raceDetector {
		return (n + lessRaces - 1) / lessRaces
	}
	return n
}

// Stride returns the distance of the places in data of a length at which a test spoils or cuts it: at
// n places without the race detector.
func Stride(length, n int) int { return max(1, length/int(Seeds(uint64(n)))) }

// Least returns how often something must occur in the traces of Seeds, if it is n without the
// race detector. A few traces may have half as much as their part of many.
func Least(n int) int {
	if raceDetector {
		return max(1, n/lessRaces/2)
	}
	return n
}
