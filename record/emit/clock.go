package emit

import (
	"math"
	"os"
	"time"

	"tiv/tracefeed"
)

// clock measures time in ticks: processor cycles if the kernel uses them as its
// own clock, else nanoseconds.
type clock struct {
	cycles bool
	start  time.Time
}

func newClock() clock { return clock{trusted(), time.Now()} }

// trusted reports whether the cycle counter runs at one rate on all processors.
// The kernel monitors that, and uses the counter as its clock only as long as
// it holds.
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

// tickAfter reads the clock after all earlier loads of the thread. Otherwise
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

// read reads a tick and the time at the same instant, within the duration of a
// reading.
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

// scale converts ticks to times by the line through two moments.
type scale struct {
	from moment
	rate float64 // nanoseconds per tick
}

func scaleBetween(from, to moment) scale {
	if to.tick <= from.tick || to.time <= from.time {
		return scale{from: from}
	}
	return scale{from, float64(to.time-from.time) / float64(to.tick-from.tick)}
}

// time returns the time at a tick, but not before the scale's first moment.
func (s *scale) time(tick uint64) tracefeed.Time {
	if int64(tick-s.from.tick) <= 0 {
		return s.from.time
	}
	return s.from.time + tracefeed.Time(float64(tick-s.from.tick)*s.rate)
}

// timeOf returns the time of an event. An acquisition counts 1 ns later than its tick:
// clocks advance in steps, of 10 ns on some processors, so that its tick can be that of
// the release before it, by another thread.
func (s *scale) timeOf(kind tracefeed.Kind, tick uint64) tracefeed.Time {
	if kind == tracefeed.MonitorEnter {
		return s.time(tick) + 1
	}
	return s.time(tick)
}
