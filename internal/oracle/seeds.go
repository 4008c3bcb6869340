package oracle

// Seeds returns the number of random traces that a test tries: n, and with the race detector,
// which makes each four times as slow, an eighth of it, because a race does not depend on the
// trace.
func Seeds(n uint64) uint64 {
	if raceDetector {
		return (n + 7) / 8
	}
	return n
}
