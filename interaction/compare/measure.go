package compare

import (
	"strings"

	"tiv/tracefeed"
)

// Measure is a figure of the tasks of a type.
type Measure uint8

// The measures. All but Rate are in nanoseconds.
const (
	// Rate: the number of tasks in a second of the trace.
	Rate Measure = iota
	// Mean, P50, P95 and P99: of the durations of the tasks whose start and end the trace has.
	Mean
	P50
	P95
	P99
	// Running to Queue: the mean time of a task, with its parts: of threads that worked for it,
	// in a state, and of the task in queues.
	Running
	Runnable
	Suspended
	Blocking
	IO
	Unknown
	Queue
	// Collector: the mean time of collections in which a thread worked for a task.
	Collector
	numMeasures
)

func (m Measure) String() string {
	return [...]string{"tasks a second", "mean", "p50", "p95", "p99", "running", "runnable", "suspended", "blocking", "IO", "unknown",
		"queue", "collector"}[m]
}

// Word is the name of a measure in files.
func (m Measure) Word() string {
	if m == Rate {
		return "rate"
	}
	return strings.ToLower(m.String())
}

// OfDurations reports whether a measure is one of the durations of tasks.
func (m Measure) OfDurations() bool { return m >= Mean && m <= P99 }

// percents are the percentiles, and least is the number of durations that they need: of fewer they
// are the longest one.
var percents, least = [numMeasures]int{P50: 50, P95: 95, P99: 99}, [numMeasures]int{Mean: 1, P50: 1, P95: 20, P99: 100}

// states are the states of threads whose time is measured.
var states = [numMeasures]tracefeed.State{Running: tracefeed.Running, Runnable: tracefeed.Runnable, Suspended: tracefeed.Suspended,
	Blocking: tracefeed.Blocking, IO: tracefeed.IO, Unknown: tracefeed.Unknown}
