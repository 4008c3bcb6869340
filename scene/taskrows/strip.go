package taskrows

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Shares are the parts of some time that a row shows: at each moment, all threads that work for the
// task have equal parts. First come the states of threads known to work for it, then those of threads
// of which that is inferred, then the time in a queue.
type Shares [NumShares]float32

// The indices of Shares: states, inferred + states, and queued.
const (
	inferred  = tracefeed.NumStates
	queued    = 2 * tracefeed.NumStates
	NumShares = queued + 1
)

// whole is a whole cell, in the unit of runs.
const whole = 1 << 15

// run is equal cells of a strip.
type run struct {
	first  int32 // its first cell
	shares [NumShares]uint16
}

// strip is what a task shows in an interval, in cells.
type strip struct {
	from, to, cell tracefeed.Time
	runs           []run
	// stretches are the longest intervals in which the same thread works for the task, or several do.
	stretches []stretch
}

// stretch is an interval in which one thread, or with NoThread several, work for a task.
type stretch struct {
	start, end tracefeed.Time
	thread     tracefeed.ThreadID
	number     int // of threads
}

// named is the length of stretches that can have a name, in cells.
const named = 12

// stripReader reads strips.
type stripReader struct {
	tl             *timeline.Timeline
	tasks          *task.Index
	from, to, cell tracefeed.Time
	cells          []Shares64
	levels         []level
}

// Shares64 are sums of Shares, in nanoseconds.
type Shares64 [NumShares]float64

// level is a time from which on a number of threads work for a task, up to the next one. sum is that of
// their ids: of one thread, its own.
type level struct {
	at          tracefeed.Time
	number, sum int
}

// read returns the strip of a task; nil once ctx is done.
func (r *stripReader) read(ctx context.Context, i int) *strip {
	s := &strip{from: r.from, to: r.to, cell: r.cell}
	n := int((r.to - r.from + r.cell - 1) / r.cell)
	r.cells = slices.Grow(r.cells[:0], n)[:n]
	clear(r.cells)
	work := slices.DeleteFunc(r.tasks.WorkOf(i), func(w task.Work) bool {
		return w.End <= r.from || w.Start >= r.to || w.Start >= w.End
	})
	r.count(work)
	for k := range work {
		if ctx.Err() != nil {
			return nil
		}
		r.work(&work[k])
	}
	t := &r.tasks.Tasks[i]
	r.queue(max(t.Start, r.from), min(t.End, r.to))
	s.stretches = r.stretches()
	s.compress(r.cells)
	return s
}

// count sets the levels of some work, in the order of its starts.
func (r *stripReader) count(work []task.Work) {
	r.levels = append(r.levels[:0], level{at: r.from})
	ends := slices.Clone(work)
	slices.SortFunc(ends, func(a, b task.Work) int { return cmp.Compare(a.End, b.End) })
	for a, b := 0, 0; b < len(ends); {
		if a < len(work) && work[a].Start < ends[b].End {
			r.change(work[a].Start, 1, int(work[a].Thread))
			a++
		} else {
			r.change(ends[b].End, -1, -int(ends[b].Thread))
			b++
		}
	}
}

// change adds a thread to those that work from a time on, or takes one away.
func (r *stripReader) change(at tracefeed.Time, number, sum int) {
	at = min(max(at, r.from), r.to)
	last := r.levels[len(r.levels)-1]
	next := level{at, last.number + number, last.sum + sum}
	if at == last.at {
		r.levels[len(r.levels)-1] = next
	} else {
		r.levels = append(r.levels, next)
	}
}

// levelAt returns the index of the level at a time.
func (r *stripReader) levelAt(t tracefeed.Time) int {
	return sort.Search(len(r.levels), func(k int) bool { return r.levels[k].at > t }) - 1
}

// end returns the end of a level.
func (r *stripReader) end(k int) tracefeed.Time {
	if k+1 < len(r.levels) {
		return r.levels[k+1].at
	}
	return r.to
}

// work adds the states of a thread while it works for the task.
func (r *stripReader) work(w *task.Work) {
	from, to := max(w.Start, r.from), min(w.End, r.to)
	if from >= to {
		return
	}
	base, k := 0, r.levelAt(from)
	if w.Evidence == task.Inferred {
		base = inferred
	}
	r.tl.Lane(w.Thread).Spans(from, to, func(s *timeline.Span, end tracefeed.Time) bool {
		if s.State >= tracefeed.NotAlive {
			return true
		}
		for at, until := max(s.Start, from), min(end, to); at < until; {
			for k+1 < len(r.levels) && r.levels[k+1].at <= at {
				k++
			}
			next := min(until, r.end(k))
			r.add(base+int(s.State), at, next, 1/float64(max(r.levels[k].number, 1)))
			at = next
		}
		return true
	})
}

// queue adds the time between two times in which nobody works for the task.
func (r *stripReader) queue(from, to tracefeed.Time) {
	if from >= to {
		return
	}
	for k := r.levelAt(from); k < len(r.levels) && r.levels[k].at < to; k++ {
		if a, b := max(r.levels[k].at, from), min(r.end(k), to); r.levels[k].number == 0 && a < b {
			r.add(queued, a, b, 1)
		}
	}
}

// add adds a part of the time between two times to a share of the cells.
func (r *stripReader) add(share int, from, to tracefeed.Time, part float64) {
	for c := (from - r.from) / r.cell; ; c++ {
		end := r.from + (c+1)*r.cell
		r.cells[c][share] += part * float64(min(to, end)-from)
		if from = end; from >= to {
			return
		}
	}
}

// stretches returns the stretches that are long enough for a name.
func (r *stripReader) stretches() (list []stretch) {
	for k, at := range r.levels {
		end := r.end(k)
		if at.number == 0 || at.at >= end {
			continue
		}
		s := stretch{start: at.at, end: end, number: at.number}
		if at.number == 1 {
			s.thread = tracefeed.ThreadID(at.sum)
		}
		if n := len(list); n > 0 && list[n-1].end == s.start && list[n-1].thread == s.thread && list[n-1].number == s.number {
			list[n-1].end = end
		} else {
			list = append(list, s)
		}
	}
	return slices.Clip(slices.DeleteFunc(list, func(s stretch) bool { return s.end-s.start < named*r.cell }))
}

// compress makes runs of cells.
func (s *strip) compress(cells []Shares64) {
	for c := range cells {
		var shares [NumShares]uint16
		for k, x := range cells[c] {
			shares[k] = uint16(x/float64(s.cell)*whole + 0.5)
		}
		if n := len(s.runs); n == 0 || s.runs[n-1].shares != shares {
			s.runs = append(s.runs, run{int32(c), shares})
		}
	}
	s.runs = slices.Clip(s.runs)
}

// covers reports whether the strip has an interval in cells of at most a length.
func (s *strip) covers(from, to, cell tracefeed.Time) bool {
	return s.from <= from && s.to >= to && s.cell <= cell
}

// between returns the mean shares between two times, in cells: from the begin of the strip. k is the run
// at the first of them, or one before, and is moved on.
func (s *strip) between(from, to float64, k *int) (mean Shares) {
	for *k+1 < len(s.runs) && float64(s.runs[*k+1].first) <= from {
		*k++
	}
	for i := *k; i < len(s.runs); i++ {
		a, b := float64(s.runs[i].first), float64(s.to-s.from)/float64(s.cell)
		if i+1 < len(s.runs) {
			b = float64(s.runs[i+1].first)
		}
		if a >= to {
			break
		}
		part := float32((min(b, to) - max(a, from)) / (to - from) / whole)
		if part <= 0 {
			continue
		}
		for share, x := range &s.runs[i].shares {
			mean[share] += part * float32(x)
		}
	}
	return mean
}
