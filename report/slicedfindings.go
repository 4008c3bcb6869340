package report

import (
	"context"
	"slices"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
)

// SlicedFindings is the time of findings in slices.
//
// The time of a finding is that in which its threads wait, from its start to its end: at its
// locks, or, without locks, in any state but running. Of an inversion of lock orders, and if
// they do not wait, it is the whole time: from each acquisition of a lock to that of the
// next, or from the start to the end; of an instant, its nanosecond.
type SlicedFindings struct {
	names []string
	based bool
	// times are by finding and by slice, those of its Also behind its own.
	times [][][]tracefeed.Time
	// wholes are the whole times of findings themselves: in the base, if there is one.
	wholes []tracefeed.Time
}

// foundRow is a finding with its time in slices, and its whole time, see SlicedFindings.
type foundRow struct {
	detect.Finding
	index int
	in    []tracefeed.Time
	whole tracefeed.Time
}

// rows returns the findings that are not outside of the base.
func (s *SlicedFindings) rows(found []detect.Finding) (rows []foundRow) {
	for i := range found {
		if !s.Outside(i) {
			rows = append(rows, foundRow{found[i], i, s.times[i][0], s.wholes[i]})
		}
	}
	return rows
}

// SliceTime is the time in a slice in JSON.
type SliceTime struct {
	Name string         `json:"name"`
	Time tracefeed.Time `json:"ns"`
}

// Findings computes the time of findings. It reads the spans of the trace once. Once ctx is
// done, the result is incomplete.
func (x *Slicing) Findings(ctx context.Context, tl *timeline.Timeline, found []detect.Finding) *SlicedFindings {
	c := claims{x: x, by: make([][]claim, len(tl.Threads))}
	s := &SlicedFindings{names: x.names, based: x.base != nil}
	for i := range found {
		first := len(c.sums)
		c.add(&found[i])
		for k := range found[i].Also {
			c.add(&found[i].Also[k])
		}
		s.times = append(s.times, make([][]tracefeed.Time, len(c.sums)-first))
	}
	if len(x.sets) > 0 {
		c.read(ctx, tl)
	}
	sums := c.sums
	for i := range s.times {
		for k := range s.times[i] {
			s.times[i][k] = sums[k].times()
		}
		if s.wholes = append(s.wholes, sums[0].whole()); s.based {
			s.wholes[i] = s.times[i][0][0]
		}
		sums = sums[len(s.times[i]):]
	}
	return s
}

// Outside reports whether nothing of a finding, or of those with the same cause, is in the
// base.
func (s *SlicedFindings) Outside(i int) bool {
	return s != nil && s.based && i < len(s.times) &&
		!slices.ContainsFunc(s.times[i], func(times []tracefeed.Time) bool { return times[0] > 0 })
}

// Of returns the slices that a finding has time in; also is the number of one with the same
// cause, counted from 1, and 0 for itself.
func (s *SlicedFindings) Of(i, also int) (list []SliceTime) {
	if s == nil || i >= len(s.times) {
		return nil
	}
	for k, t := range s.times[i][also] {
		if t > 0 {
			list = append(list, SliceTime{s.names[k], t})
		}
	}
	return list
}

// claim is an interval of a thread that belongs to a finding.
type claim struct {
	start, end tracefeed.Time
	// monitors are those that the thread must wait at; nil for any wait.
	monitors map[tracefeed.MonitorID]bool
	sum      int // index in sums
}

// claimSum is the time of a finding in sets: in which its threads wait, and all. waited and
// all are these, whether a set has them or not.
type claimSum struct {
	waited, all tracefeed.Time
	waits, in   []tracefeed.Time
}

// whole returns the time that counts, whether a set has it or not.
func (s *claimSum) whole() tracefeed.Time {
	if s.waited > 0 {
		return s.waited
	}
	return s.all
}

// times returns the times that count.
func (s *claimSum) times() []tracefeed.Time {
	if s.waited > 0 {
		return s.waits
	}
	return s.in
}

// claims are the claims of findings.
type claims struct {
	x    *Slicing
	by   [][]claim // by thread
	sums []claimSum
}

// add adds the claims of a finding.
func (c *claims) add(f *detect.Finding) {
	n := len(c.x.sets)
	sum := len(c.sums)
	c.sums = append(c.sums, claimSum{waits: make([]tracefeed.Time, n), in: make([]tracefeed.Time, n)})
	if orders := f.Orders(); len(orders) > 0 {
		none := map[tracefeed.MonitorID]bool{} // no wait counts
		for _, o := range orders {
			c.by[o.Thread] = append(c.by[o.Thread], claim{o.Since, max(o.At, o.Since+1), none, sum})
		}
		return
	}
	var monitors map[tracefeed.MonitorID]bool
	for _, m := range f.Monitors {
		if m != tracefeed.NoMonitor {
			if monitors == nil {
				monitors = map[tracefeed.MonitorID]bool{}
			}
			monitors[m] = true
		}
	}
	threads := slices.Sorted(slices.Values(f.Threads))
	for _, t := range slices.Compact(threads) {
		c.by[t] = append(c.by[t], claim{f.Start, max(f.End, f.Start+1), monitors, sum})
	}
}

// read adds up the spans of the threads.
func (c *claims) read(ctx context.Context, tl *timeline.Timeline) {
	of := make([]bool, len(tl.Threads))
	for t := range c.by {
		of[t] = len(c.by[t]) > 0
	}
	tl.EachSpan(ctx, of, 0, tl.End, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		if s.State == tracefeed.NotAlive {
			return
		}
		for i := range c.by[t] {
			if k := &c.by[t][i]; k.start < end && s.Start < k.end {
				c.take(t, k, s, max(s.Start, k.start), min(end, k.end))
			}
		}
	})
}

// take adds a part of a span to a claim.
func (c *claims) take(t tracefeed.ThreadID, k *claim, s *timeline.Span, start, end tracefeed.Time) {
	sum := &c.sums[k.sum]
	waits := s.State != tracefeed.Running && s.State != tracefeed.Unknown
	if k.monitors != nil {
		waits = (s.State == tracefeed.Blocking || s.State == tracefeed.Suspended) && k.monitors[s.Monitor]
	}
	if sum.all += end - start; waits {
		sum.waited += end - start
	}
	for i, set := range c.x.sets {
		in := set.Time(t, start, end)
		sum.in[i] += in
		if waits {
			sum.waits[i] += in
		}
	}
}
