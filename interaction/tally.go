package interaction

import (
	"context"
	"math"

	"tiv/timeline"
	"tiv/tracefeed"
)

// tally adds up who waited for whom, page by page.
//
// What is charged is a stretch of a wait: the time that it shares with a stretch
// of its monitor in which the same threads hold that. It is charged in the page
// in which it ends, from where it began, however many pages ago that was. So all
// there is to remember is since when the holders of each monitor are the same.
type tally struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	// floor is since when all is known: from, or a restart after it.
	floor tracefeed.Time
	// since is, by monitor, when the last stretch of the page before began. It
	// may be too early where nobody waited.
	since []tracefeed.Time
	rows  []tallyRow // by thread that waits
	// free is, by thread, what it has waited in the wait at hand while nobody
	// held the monitor. It is charged to who ends the wait, once that is known.
	free []sum
}

// sum is stretches that are charged to the same thread.
type sum struct {
	total, longest tracefeed.Time
	count          int32
}

func (s *sum) add(o sum) {
	s.total += o.total
	s.longest = max(s.longest, o.longest)
	s.count += o.count
}

// tallyUp adds up the waits of [from, to). Once ctx is done, what it has added up
// is not all.
func tallyUp(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time) *tally {
	from, to = max(from, 0), min(to, tl.End)
	t := &tally{tl: tl, from: from, to: to, floor: from, since: make([]tracefeed.Time, len(tl.Monitors)),
		rows: make([]tallyRow, len(tl.Threads)), free: make([]sum, len(tl.Threads))}
	tl.EachMatch(ctx, from, to, t.page)
	return t
}

// page adds up the waits of a page.
func (t *tally) page(m *timeline.Matches) {
	if m.Restart && m.Start > t.floor {
		t.floor = m.Start
		clear(t.free)
	}
	for _, c := range m.Contended {
		s := &m.Stretches[c.First]
		s.Start = max(t.floor, min(s.Start, t.since[c.Monitor]))
	}
	for i := range m.Waits {
		w := &m.Waits[i]
		start, end := max(w.Start, t.floor), min(w.End, t.to)
		switch goesOn := w.Open && !m.Cut && m.End < t.to; {
		case end < start:
		case w.State == timeline.Blocking:
			t.lock(m, w, start, end, goesOn)
		case !goesOn && end > start:
			if other := t.other(w, end); other != tracefeed.NoThread {
				t.rows[w.Thread].add(keyOf(w.Monitor, bySignal).with(other), sum{end - start, end - start, 1})
			}
		}
	}
	for _, c := range m.Contended {
		t.since[c.Monitor] = m.Stretches[c.Last].Start
	}
}

// other returns who ended a wait. Where that is known only in a later page than
// the last one, it is looked up.
func (t *tally) other(w *timeline.Wait, end tracefeed.Time) tracefeed.ThreadID {
	if w.Open && w.Other == tracefeed.NoThread {
		s, _ := t.tl.Lane(w.Thread).At(end - 1)
		return s.Other
	}
	return w.Other
}

// lock adds up a wait for a monitor from start to end. If it goes on after the
// page, its last stretch is not over.
func (t *tally) lock(m *timeline.Matches, w *timeline.Wait, start, end tracefeed.Time, goesOn bool) {
	until := end
	if goesOn {
		until = math.MaxInt64
	}
	first, last := within(m, w, start, until)
	row, key, free := &t.rows[w.Thread], keyOf(w.Monitor, byHolding), &t.free[w.Thread]
	at := max(start, m.Stretches[first].Start)
	for i := first; i <= last; i++ {
		s, until := &m.Stretches[i], m.Stretches[i+1].Start
		if i == last {
			if goesOn {
				break
			}
			until = end
		}
		length := until - at
		at = until
		switch {
		case length <= 0:
		case s.Holders == 1:
			row.add(key.with(s.Holder), sum{length, length, 1})
		case s.Holders == 0:
			free.add(sum{length, length, 1})
		default:
			row.share(key, m.Sharing(s), length)
		}
	}
	if free.count > 0 && (w.Other != tracefeed.NoThread || !goesOn) {
		if other := t.other(w, end); other != tracefeed.NoThread {
			row.add(keyOf(w.Monitor, byGuess).with(other), *free)
		}
		*free = sum{}
	}
}
