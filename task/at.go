package task

import (
	"sort"

	"tiv/tracefeed"
)

// At returns the work of a thread at a time; ok is false if it works for no task then.
func (x *Index) At(t tracefeed.ThreadID, at tracefeed.Time) (w Work, ok bool) {
	work := x.Work(t)
	i := sort.Search(len(work), func(i int) bool { return work[i].End > at })
	if i == len(work) || work[i].Start > at {
		return Work{}, false
	}
	return work[i], true
}

// EachAt calls f for the tasks for which a thread works in an interval, in order of time, once for each
// stretch of work.
func (x *Index) EachAt(t tracefeed.ThreadID, from, to tracefeed.Time, f func(*Task)) {
	x.Between(t, from, to, func(task int, _, _ tracefeed.Time) {
		if task >= 0 {
			f(&x.Tasks[task])
		}
	})
}

// Pieces returns the number of intervals of work.
func (x *Index) Pieces() int { return len(x.work) }
