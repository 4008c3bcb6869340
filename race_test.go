//go:build race

package main

// memoryFactor is how much more memory the race detector takes.
const memoryFactor = 3
