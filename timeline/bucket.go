package timeline

import "tiv/tracefeed"

// Bucket is the time one thread spent in each state during one step, in
// nanoseconds, indexed by State. The states add up to the time the thread was alive
// in that step, to the nanosecond.
type Bucket [NumStates]tracefeed.Time

// Alive returns the time the thread was alive in the step.
func (b Bucket) Alive() tracefeed.Time {
	var sum tracefeed.Time
	for _, t := range b {
		sum += t
	}
	return sum
}

// Add adds o to b, state by state.
func (b *Bucket) Add(o Bucket) {
	for s, t := range o {
		b[s] += t
	}
}
