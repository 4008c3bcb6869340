//go:build race

package cli

// memoryFactor is how much more memory the race detector takes.
const memoryFactor = 3
