package timeline

import (
	"sort"

	"tiv/block"
	"tiv/tracefeed"
)

// Sum returns the time spent in each state from time from to time to. The cost
// grows with the events near the ends of the window, not with those inside.
func (l Lane) Sum(from, to tracefeed.Time) tracefeed.StateTimes {
	var sum tracefeed.StateTimes
	from, to = l.clip(from, to, &sum)
	if to <= from {
		return sum
	}
	first, last := l.tl.pages.at(from), l.tl.pages.at(to-1)
	if first == last {
		l.add(first, from, to, &sum)
		return sum
	}
	if l.tl.pages[first].start < from {
		l.add(first, from, l.tl.pageEnd(first), &sum)
		first++
	}
	if to < l.tl.pageEnd(last) {
		l.add(last, l.tl.pages[last].start, to, &sum)
		last--
	}
	l.tl.cells.each(l.tl.pages, first, last+1, func(c *cell) { sum.Add(*c.get().of(l.thread)) })
	return sum
}

// EachSum calls f with the time in each state of threads, which are sorted by id,
// from time from to time to: once for each thread that was alive; row is its index
// in threads. It reads no more pages than Sum does for one thread.
func (tl *Timeline) EachSum(threads []tracefeed.ThreadID, from, to tracefeed.Time, f func(row int, b *tracefeed.StateTimes)) {
	from, to = max(from, 0), min(to, tl.End)
	if to <= from {
		return
	}
	g := grid{tl: tl, threads: threads, from: from, step: to - from, f: func(row, _ int, b *tracefeed.StateTimes) { f(row, b) }}
	g.begin(0, from, to)
	first, last := tl.pages.at(from), tl.pages.at(to-1)
	if tl.pages[first].start < from {
		g.read(first, from, to)
		first++
	}
	if first <= last && to < tl.pageEnd(last) {
		g.read(last, from, to)
		last--
	}
	tl.cells.each(tl.pages, first, last+1, g.cell)
	g.finish()
}

// cell adds a cell to the rows.
func (g *grid) cell(c *cell) {
	sums, k := c.get(), 0
	for row := range g.rows {
		r := &g.rows[row]
		for k < len(sums.threads) && sums.threads[k] < r.thread {
			k++
		}
		if k == len(sums.threads) {
			return
		}
		if sums.threads[k] == r.thread {
			r.bucket().Add(*sums.row(k))
		}
	}
}

// clip returns the part of a window that pages cover. The unknown time before the
// first event of a preexisting thread is added to sum.
func (l Lane) clip(from, to tracefeed.Time, sum *tracefeed.StateTimes) (tracefeed.Time, tracefeed.Time) {
	from, to = max(from, 0), min(to, l.tl.End)
	if until := l.tl.lives.at(l.thread).unknownUntil(); from < min(until, to) {
		sum[tracefeed.Unknown] += min(until, to) - from
		from = until
	}
	return from, to
}

// add adds the thread's time from from to to, both in page i, to sum.
func (l Lane) add(i int, from, to tracefeed.Time, sum *tracefeed.StateTimes) {
	if to <= from {
		return
	}
	b := l.tl.pages[i].states()
	state := tracefeed.NotAlive
	if c := b.OpenSpan(l.thread); c != nil {
		state = c.State
	}
	now := from
	if g := b.Group(l.thread); g >= 0 {
		group := b.Groups[g]
		times := b.Times[group.First : group.First+group.Len]
		codes := b.Codes[group.First : group.First+group.Len]
		k := sort.Search(len(times), func(k int) bool { return times[k] > from })
		if k > 0 {
			state = b.Table[codes[k-1]].State
		}
		for ; k < len(times) && times[k] < to; k++ {
			charge(sum, state, times[k]-now)
			now, state = times[k], b.Table[codes[k]].State
		}
	}
	charge(sum, state, to-now)
}

// charge adds time in a state; none if the thread is not alive.
func charge(sum *tracefeed.StateTimes, s tracefeed.State, t tracefeed.Time) {
	if int(s) < tracefeed.NumStates {
		sum[s] += t
	}
}

// sum returns the sums of the threads of a block that ends at time end.
func sum(b *block.Block, end tracefeed.Time) *cell {
	n := max(len(b.OpenSpans), len(b.Groups))
	threads, sums := make([]tracefeed.ThreadID, 0, n), make([]tracefeed.StateTimes, 0, n)
	var states [256]tracefeed.State // none above 7
	for i := range b.Table {
		states[i] = b.Table[i].State & 7
	}
	carries, groups := b.OpenSpans, b.Groups
	for len(carries) > 0 || len(groups) > 0 {
		t, state, now := tracefeed.ThreadID(1<<31-1), tracefeed.NotAlive, b.Start
		if len(carries) > 0 {
			t = carries[0].Thread
		}
		var group block.Group
		if len(groups) > 0 && groups[0].Thread <= t {
			group, t = groups[0], groups[0].Thread
			groups = groups[1:]
		}
		if len(carries) > 0 && carries[0].Thread == t {
			state = carries[0].State
			carries = carries[1:]
		}
		if t == tracefeed.NoThread {
			continue
		}
		times := b.Times[group.First:][:group.Len]
		codes := b.Codes[group.First:][:len(times)]
		var all [8]tracefeed.Time
		for k, at := range times {
			all[state&7] += at - now
			now, state = at, states[codes[k]]
		}
		all[state&7] += end - now
		threads = append(threads, t)
		sums = append(sums, tracefeed.StateTimes(all[:tracefeed.NumStates]))
	}
	return newCell(threads, sums)
}
