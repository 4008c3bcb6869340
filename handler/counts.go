package handler

import "tiv/tracefeed"

// Class is what a thread does, as far as handlers are concerned.
type Class uint8

const (
	// Wait: the thread is suspended until something happens, or for a time.
	Wait Class = iota
	// IO: the thread waits for a device.
	IO
	// Run: the thread runs, could run, or waits for a lock: a lock is no event.
	Run
	numClasses
	// None: nothing is known of the thread.
	None
)

// ClassOf returns the class of a thread's state.
func ClassOf(s tracefeed.State) Class {
	switch s {
	case tracefeed.Suspended:
		return Wait
	case tracefeed.IO:
		return IO
	case tracefeed.Running, tracefeed.Runnable, tracefeed.Blocking:
		return Run
	}
	return None
}

// Counts are amounts by class, in samples or in nanoseconds.
type Counts [numClasses]int64

// Sum returns the amount of all classes.
func (c *Counts) Sum() int64 { return c[Wait] + c[IO] + c[Run] }

// Add adds o to c.
func (c *Counts) Add(o *Counts) {
	for i, n := range o {
		c[i] += n
	}
}
