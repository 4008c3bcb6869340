package emit

import (
	"math"
	"os"
	"time"

	"tiv/tracefeed"
)

// clock tells the time in ticks: cycles of the processor where the kernel
// trusts them itself, else nanoseconds.
type clock struct {
	cycles bool
	start  time.Time
}

func newClock() clock { return clock{trusted(), time.Now()} }

// trusted reports whether the processor counts time: at one rate on all
// processors, as the kernel, which watches it, believes while it uses it as its
// own clock.
func trusted() bool {
	if !haveCycles {
		return false
	}
	source, _ := os.ReadFile("/sys/devices/system/clocksource/clocksource0/current_clocksource")
	return string(source) == "tsc\n"
}

// tick reads the clock.
func (c *clock) tick() uint64 {
	if c.cycles {
		return cycles()
	}
	return uint64(time.Since(c.start))
}

// tickAfter is not earlier than anything the thread has seen before. Otherwise
// the processor may read the clock while it still waits for a lock's memory,
// and the lock would seem to have two holders.
func (c *clock) tickAfter() uint64 {
	if c.cycles {
		return cyclesAfter()
	}
	return uint64(time.Since(c.start))
}

// moment is a reading of both clocks.
type moment struct {
	tick uint64
	time tracefeed.Time
}

// read reads a tick and the time at one moment, within what a reading takes.
func (c *clock) read() (m moment) {
	if !c.cycles {
		t := time.Since(c.start)
		return moment{uint64(t), tracefeed.Time(t)}
	}
	best := uint64(math.MaxUint64)
	for range 8 {
		before := c.tickAfter()
		t := time.Since(c.start)
		took := c.tickAfter() - before
		if took < best {
			best, m = took, moment{before + took/2, tracefeed.Time(t)}
		}
	}
	return m
}

// scale turns ticks into times by the line through two moments.
type scale struct {
	from moment
	rate float64 // nanoseconds for each tick
}

func scaleBetween(from, to moment) scale {
	if to.tick <= from.tick {
		return scale{from: from}
	}
	return scale{from, float64(to.time-from.time) / float64(to.tick-from.tick)}
}

// time returns the time at a tick, or that of the moment it begins at if that
// is later.
func (s *scale) time(tick uint64) tracefeed.Time {
	if int64(tick-s.from.tick) <= 0 {
		return s.from.time
	}
	return s.from.time + tracefeed.Time(float64(tick-s.from.tick)*s.rate)
}
