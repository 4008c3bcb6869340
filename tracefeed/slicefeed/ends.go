package slicefeed

import "tiv/tracefeed"

// end is a moment that follows from an earlier record.
type end struct {
	at int64
	// number orders ends of the same time: the later record ends first.
	number int64
	lane   *lane
	what   ending
	// name is that of a region, depth the number of calls around a call.
	name  tracefeed.NameID
	depth int
}

type ending uint8

const (
	endsCall ending = iota
	// endsWithOuter is the end of a call without an exit of its own.
	endsWithOuter
	endsRegion
	endsRunning
	// endsState comes after the records of its time, because one of them can begin the
	// next state.
	endsState
)

func (e *end) before(o *end) bool {
	if e.at != o.at {
		return e.at < o.at
	}
	if last := e.what == endsState; last != (o.what == endsState) {
		return !last
	}
	return e.number > o.number
}

// ends is a heap: the first end is at 0.
type ends []end

func (h *ends) push(e end) {
	*h = append(*h, e)
	x := *h
	for i := len(x) - 1; i > 0; {
		up := (i - 1) / 2
		if !x[i].before(&x[up]) {
			break
		}
		x[i], x[up], i = x[up], x[i], up
	}
}

func (h *ends) pop() end {
	x := *h
	first, n := x[0], len(x)-1
	x[0], x[n] = x[n], end{}
	x = x[:n]
	*h = x
	for i := 0; ; {
		down := 2*i + 1
		if down >= n {
			return first
		}
		if down+1 < n && x[down+1].before(&x[down]) {
			down++
		}
		if !x[down].before(&x[i]) {
			return first
		}
		x[i], x[down], i = x[down], x[i], down
	}
}
