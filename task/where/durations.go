package where

import (
	"math"
	"slices"

	"tiv/tracefeed"
)

// Durations are durations of tasks, sorted.
type Durations []tracefeed.Time

// NewDurations sorts durations, which it keeps.
func NewDurations(list []tracefeed.Time) Durations {
	slices.Sort(list)
	return list
}

// Percentile returns the least duration that some per cent, at least 1, do not exceed; 0 if there
// are none.
func (d Durations) Percentile(percent int) tracefeed.Time {
	if len(d) == 0 {
		return 0
	}
	return d[(len(d)*percent+99)/100-1]
}

// Mean returns the mean, rounded; 0 if there are none.
func (d Durations) Mean() tracefeed.Time {
	if len(d) == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range d {
		sum += float64(x)
	}
	return tracefeed.Time(math.Round(sum / float64(len(d))))
}

const (
	// leastSlow is the least number of slow tasks, leastTasks the number of tasks of a type from
	// which on there are any: too few of either can show no difference.
	leastSlow  = 5
	leastTasks = 20
)

// Slow reports whether a duration is one of the longest 5 %, at least of the longest five, or equals
// one, and is above the median.
func (d Durations) Slow(x tracefeed.Time) bool {
	return len(d) >= leastTasks && x >= d[len(d)-max(leastSlow, len(d)*5/100)] && x > d.Percentile(50)
}
