//go:build race

package oracle

// raceDetector is true if the race detector is on.
const raceDetector = true
