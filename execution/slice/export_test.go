package slice

import "tiv/timeline"

// NewSet returns a set of intervals, by thread.
func NewSet(threads [][]timeline.Interval) *Set { return &Set{threads: threads} }
