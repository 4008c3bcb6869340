//go:build !race

package cli

// memoryFactor is how much more memory the race detector takes; it is off.
const memoryFactor = 1
