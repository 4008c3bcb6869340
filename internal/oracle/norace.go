//go:build !race

package oracle

// raceDetector is false: the race detector is off.
const raceDetector = false
