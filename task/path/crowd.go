package path

import (
	"cmp"
	"slices"
	"sort"

	"tiv/task"
	"tiv/tracefeed"
)

// crowd is the number of threads that work for a task from a time on.
type crowd struct {
	since tracefeed.Time
	n     int32
	// threads is the sum of their ids: the thread, if it is one.
	threads tracefeed.ThreadID
}

// crowds returns how many threads work for the task, in order of time; the first is at its start.
func (f *finder) crowds() []crowd {
	changes := []crowd{{since: f.start}}
	for _, w := range f.work {
		changes = append(changes, crowd{w.Start, 1, w.Thread}, crowd{w.End, -1, -w.Thread})
	}
	slices.SortFunc(changes, func(a, b crowd) int { return cmp.Compare(a.since, b.since) })
	out := changes[:0]
	var sum crowd
	for _, c := range changes {
		sum = crowd{c.since, sum.n + c.n, sum.threads + c.threads}
		if n := len(out); n > 0 && out[n-1].since == sum.since {
			out[n-1] = sum
			continue
		}
		out = append(out, sum)
	}
	return out
}

// crowdAt returns the index of the number of threads just before a time.
func (f *finder) crowdAt(at tracefeed.Time) int {
	if f.crowd == nil {
		f.crowd = f.crowds()
	}
	return sort.Search(len(f.crowd), func(i int) bool { return f.crowd[i].since >= at }) - 1
}

// alone adds the time back to where exactly one thread worked for the task, and returns that
// thread and time; the start of the task if there is none. t is the thread that took the task
// from there.
func (f *finder) alone(t tracefeed.ThreadID, at tracefeed.Time) (tracefeed.ThreadID, tracefeed.Time) {
	for i := f.crowdAt(at); i >= 0; i-- {
		switch c := &f.crowd[i]; c.n {
		case 0:
			f.queue(t, c.since, at)
		case 1:
			f.link = Alone
			return c.threads, at
		default:
			f.add(Piece{Start: c.since, End: at, Kind: Several, Task: task.NoTask, HolderTask: task.NoTask})
		}
		t, at = tracefeed.NoThread, f.crowd[i].since
	}
	return tracefeed.NoThread, at
}
