// Package course follows one task through threads: the stretches in which they work for it, and
// the passages between these.
//
// An index of tasks and the name of one go in; lists in order of time come out, of which a picture
// reads the part that it shows.
package course

import (
	"cmp"
	"slices"
	"sort"

	"tiv/task"
	"tiv/tracefeed"
)

// Course is the way of a task and its parts through threads. It does not change.
type Course struct {
	// Tasks is the index of tasks, and Task the place of the task there.
	Tasks *task.Index
	Task  int
	// Threads are those that worked for it, by id.
	Threads []tracefeed.ThreadID

	stretches [][]Stretch // by Threads, then by time
	passages  []Passage   // by Arrived
}

// Stretch is an interval in which a thread works for the task, or for a part of it.
type Stretch struct {
	Thread     tracefeed.ThreadID
	Start, End tracefeed.Time
	Evidence   task.Evidence
}

// Passage leads from the end of a stretch to the start of another one.
type Passage struct {
	From, To      tracefeed.ThreadID
	Left, Arrived tracefeed.Time
	// Queued says that no thread works for the task meanwhile.
	Queued bool
	// Evidence is that of the stretch to which it leads.
	Evidence task.Evidence
}

// Of returns the course of a task; nil if the index does not have it. It returns the course before,
// if that is the same; else its cost grows with the work for the task.
func Of(x *task.Index, id task.ID, before *Course) *Course {
	i := x.Lookup(id)
	if i < 0 {
		return nil
	}
	if before != nil && before.Tasks == x && before.Task == i {
		return before
	}
	c := &Course{Tasks: x, Task: i}
	work := x.WorkOf(i)
	for _, w := range work {
		c.Threads = append(c.Threads, w.Thread)
	}
	slices.Sort(c.Threads)
	c.Threads = slices.Compact(c.Threads)
	c.stretches = make([][]Stretch, len(c.Threads))
	c.follow(work)
	return c
}

// follow makes stretches and passages of work, which is in order of its start.
//
// A passage leads to a stretch from the thread that handed the task over. If the trace does not name
// one, and nobody works for the task just before the stretch, it leads there from the stretch that
// ended last. While others work for the task, nothing says where a stretch comes from.
func (c *Course) follow(work []task.Work) {
	last, until := tracefeed.NoThread, tracefeed.Time(0) // of the stretch that ends last
	for i := range work {
		w := &work[i]
		list := &c.stretches[c.find(w.Thread)]
		n := len(*list)
		goesOn := n > 0 && (*list)[n-1].End == w.Start
		if goesOn && (*list)[n-1].Evidence == w.Evidence {
			(*list)[n-1].End = w.End
		} else {
			*list = append(*list, Stretch{w.Thread, w.Start, w.End, w.Evidence})
		}
		p := Passage{last, w.Thread, until, w.Start, w.Start > until, w.Evidence}
		if left, ok := c.left(w.From, w.Start); ok && w.From != w.Thread {
			p.From, p.Left = w.From, left
		} else if last == tracefeed.NoThread || w.Start < until {
			goesOn = true // from nowhere
		}
		if !goesOn {
			c.passages = append(c.passages, p)
		}
		if w.End >= until {
			last, until = w.Thread, w.End
		}
	}
}

// left returns when a thread worked last for the task, up to a time; ok is false if it did not.
func (c *Course) left(t tracefeed.ThreadID, until tracefeed.Time) (at tracefeed.Time, ok bool) {
	list := c.of(t)
	if len(list) == 0 {
		return 0, false
	}
	return min(list[len(list)-1].End, until), true
}

// find returns the place of a thread in Threads, or that where it would be.
func (c *Course) find(t tracefeed.ThreadID) int {
	i, _ := slices.BinarySearch(c.Threads, t)
	return i
}

// of returns the stretches of a thread.
func (c *Course) of(t tracefeed.ThreadID) []Stretch {
	if i := c.find(t); i < len(c.Threads) && c.Threads[i] == t {
		return c.stretches[i]
	}
	return nil
}

// At returns what threads do for the task at a time, the latest start first.
func (c *Course) At(at tracefeed.Time) (now []Stretch) {
	for _, list := range c.stretches {
		if i := endingAfter(list, at); i < len(list) && list[i].Start <= at {
			now = append(now, list[i])
		}
	}
	slices.SortStableFunc(now, func(a, b Stretch) int { return cmp.Compare(b.Start, a.Start) })
	return now
}

// EachStretch calls f for the stretches of a thread that overlap an interval. Those that end
// within least after the start of another are left out: so it calls f once for each length of
// least at most, and costs no more, however many there are.
func (c *Course) EachStretch(t tracefeed.ThreadID, from, to, least tracefeed.Time, f func(*Stretch)) {
	list := c.of(t)
	for i := endingAfter(list, from); i < len(list) && list[i].Start < to; {
		f(&list[i])
		i += 1 + endingAfter(list[i+1:], max(list[i].End, list[i].Start+least))
	}
}

// EachPassage calls f for passages that overlap an interval: of those that arrive within a length of
// least for one, and of those that arrive after it for the first ones.
func (c *Course) EachPassage(from, to, least tracefeed.Time, f func(*Passage)) {
	const most = 64 // after the interval
	for i, later := arriving(c.passages, from), 0; i < len(c.passages) && later < most; {
		p := &c.passages[i]
		if p.Left <= to {
			f(p)
		}
		if p.Arrived > to {
			later++
		}
		i += 1 + arriving(c.passages[i+1:], p.Arrived+least)
	}
}

// endingAfter returns the index of the first of some stretches that ends after a time.
func endingAfter(list []Stretch, at tracefeed.Time) int {
	return sort.Search(len(list), func(i int) bool { return list[i].End > at })
}

// arriving returns the index of the first of some passages that arrives at a time or later.
func arriving(list []Passage, at tracefeed.Time) int {
	return sort.Search(len(list), func(i int) bool { return list[i].Arrived >= at })
}
