package jfr

import (
	"strconv"
	"strings"
	"time"
)

// settings are those settings of a recording that say what it lacks.
type settings struct {
	// thresholds are the least durations of events, by type.
	thresholds map[string]time.Duration
	// recorded are the types that the settings have switched on, or that have events.
	recorded map[string]bool
	// interval is the time between two samples, 0 if no setting has it.
	interval time.Duration
}

func newSettings() settings {
	return settings{thresholds: map[string]time.Duration{}, recorded: map[string]bool{}}
}

// setting reads a setting of an event type.
func (l *loader) setting(_ *record, v *values) bool {
	of := l.constants.chunk.classes[v.numbers[firstSlot]]
	if of == nil {
		return false
	}
	value := v.texts[firstSlot+2]
	switch v.texts[firstSlot+1] {
	case "enabled":
		l.recorded[of.name] = l.recorded[of.name] || value == "true"
	case "threshold":
		if d := duration(value); d > 0 {
			l.thresholds[of.name] = d
		}
	case "period", "interval", "wall":
		if d := duration(value); d > 0 && samples[of.name] {
			l.interval = d
		}
	}
	return false
}

// samples are the types of samples of the threads' stacks.
var samples = map[string]bool{"jdk.ExecutionSample": true, "profiler.WallClockSample": true}

// duration reads a duration: "20 ms", or nanoseconds; 0 for another text.
func duration(text string) time.Duration {
	number, unit, hasUnit := strings.Cut(text, " ")
	n, err := strconv.ParseFloat(number, 64)
	if !hasUnit {
		unit = "ns"
	}
	const longest = 1e17 // three years
	if d := n * float64(units[unit]); err == nil && d > 0 && d < longest {
		return time.Duration(d)
	}
	return 0
}

var units = map[string]time.Duration{"ns": 1, "us": time.Microsecond, "ms": time.Millisecond, "s": time.Second,
	"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}

// waitTypes are the types of events with the waits of threads. Without one of them, a thread
// that is in no event may wait.
var waitTypes = []struct{ event, what string }{
	{"jdk.JavaMonitorEnter", "waits for monitors"},
	{"jdk.JavaMonitorWait", "Object.wait"},
	{"jdk.ThreadPark", "parked threads"},
	{"jdk.ThreadSleep", "sleeps"},
	{"jdk.SocketRead", "reads of sockets"},
}

// missing returns the waits that the recording has no events of.
func (s *settings) missing() (list []string) {
	for _, t := range waitTypes {
		if !s.recorded[t.event] {
			list = append(list, t.what)
		}
	}
	return list
}
