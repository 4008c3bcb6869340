package turns

import (
	"cmp"
	"slices"

	"tiv/interaction"
	"tiv/tracefeed"
)

// cell identifies one Part of all locks and steps.
type cell struct {
	lock, step int
	part       Part // without its time
}

// sums adds up the times of cells.
type sums map[cell]tracefeed.Time

// parts calls f for all cells with a time, in each step sorted by thread, observed ones first.
func (s sums) parts(f func(c cell, p Part)) {
	cells := make([]cell, 0, len(s))
	for c, time := range s {
		if time > 0 {
			cells = append(cells, c)
		}
	}
	slices.SortFunc(cells, func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.part.Thread, b.part.Thread), boolOrder(a.part.Inferred, b.part.Inferred))
	})
	for _, c := range cells {
		c.part.Time = s[c]
		f(c, c.part)
	}
}

// boolOrder compares two bools: false is first.
func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// division divides time into numbered parts.
type division interface {
	// each calls f for each part that an interval touches, with the part of the interval in it.
	each(start, end tracefeed.Time, f func(i int, start, end tracefeed.Time))
}

// adder adds up the ownership and the waits of locks in the parts of a division.
type adder struct {
	division
	held, waited sums
}

func newAdder(d division) *adder { return &adder{d, sums{}, sums{}} }

// own adds an interval without a change of a lock's owners.
func (a *adder) own(lock int, start, end tracefeed.Time, owners []tracefeed.ThreadID) {
	if len(owners) == 0 {
		return
	}
	a.each(start, end, func(i int, start, end tracefeed.Time) {
		e := interaction.Edge{Start: start, End: end, Sharers: int32(len(owners))}
		for k, owner := range owners {
			e.Rank = int32(k)
			a.held[cell{lock, i, Part{Thread: owner}}] += e.Charge()
		}
	})
}

// wait adds an edge of a wait for a lock.
func (a *adder) wait(lock int, e interaction.Edge) {
	p := Part{Thread: e.Blocker, Inferred: e.Evidence == interaction.Inferred}
	a.each(e.Start, e.End, func(i int, start, end tracefeed.Time) {
		e.Start, e.End = start, end
		a.waited[cell{lock, i, p}] += e.Charge()
	})
}

// fill adds the parts to the steps that step returns.
func (a *adder) fill(step func(lock, i int) *Step) {
	a.held.parts(func(c cell, p Part) { s := step(c.lock, c.step); s.Held = append(s.Held, p) })
	a.waited.parts(func(c cell, p Part) { s := step(c.lock, c.step); s.Waited = append(s.Waited, p) })
}
