package detect

import (
	"cmp"
	"fmt"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/overtaking"
	"tiv/interaction/detect/usage"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Starvation is the kind of finding for threads that wait far longer than their equals.
const Starvation = "starvation"

// Starved is the facts of threads that are overtaken at a monitor: others that ask later
// acquire it first.
type Starved struct {
	// Count is how often they were overtaken, Acquired their acquisitions.
	Count, Acquired int
	// Others is how often all others were overtaken, for each of their acquisitions.
	Others float64
	// Longest is the request with the largest loss, of the first of the threads.
	Longest struct{ Start, End tracefeed.Time }
	// By is the thread with the most acquisitions, Took their number.
	By   tracefeed.ThreadID
	Took int
}

// starvationDetector finds the threads that are overtaken at a monitor again and again,
// and far more often than the others there, and those that wait for a processor for
// longer than their equals. At a lock that is not fair everyone is overtaken at times:
// what counts is the difference.
func starvationDetector(l Limits) Detector {
	return Detector{
		Kind: Starvation, Severity: Cost,
		Help: "threads that wait far longer than their equals for a lock or a processor",
		find: func(s *searched) []Finding { return append(s.costs.starvation(s.overtaking, l), s.costs.outrun(l)...) },
	}
}

// maxQueues is the largest number of monitors that are searched for starved threads.
const maxQueues = 64

// starvation returns a finding for each monitor with starved threads.
func (s *costs) starvation(o *overtaking.Counts, l Limits) (found []Finding) {
	if s.tl.Header.OfDump() {
		return nil
	}
	o.Finish()
	lost := map[tracefeed.MonitorID]tracefeed.Time{}
	for p, x := range o.Pairs {
		if often(x, x.Requests, 1, &l) {
			lost[p.Monitor] += x.Lost
		}
	}
	var monitors []tracefeed.MonitorID
	for m := range lost {
		if s.longEnough(lost[m]) {
			monitors = append(monitors, m)
		}
	}
	slices.SortFunc(monitors, func(a, b tracefeed.MonitorID) int { return cmp.Or(-cmp.Compare(lost[a], lost[b]), cmp.Compare(a, b)) })
	for _, m := range monitors[:min(len(monitors), maxQueues)] {
		if f, ok := s.starvedAt(m, o, l); ok {
			found = append(found, f)
		}
	}
	return found
}

// longEnough reports whether a loss of few threads is large: compared with the length of
// the trace, not with the time of all its threads.
func (s *trace) longEnough(lost tracefeed.Time) bool {
	return lost > 0 && lost >= percentOf(s.limits.costShare, s.tl.End)
}

// starvedAt returns the finding about one monitor; ok is false if no thread starves.
func (s *costs) starvedAt(m tracefeed.MonitorID, o *overtaking.Counts, l Limits) (f Finding, ok bool) {
	of := map[tracefeed.ThreadID]*overtaking.Overtaken{}
	count := 0
	for p, x := range o.Pairs {
		if p.Monitor == m {
			of[p.Thread], count = x, count+x.Count
		}
	}
	took, all := s.acquisitions(m)
	mean := max(1, float64(count)/float64(max(1, all)))
	st := &Starved{}
	for t, x := range of {
		born, died := s.tl.Lane(t).Life()
		if !often(x, took[t], mean, &l) || x.Lost < percentOf(l.starved, min(died, s.tl.End)-born) || s.sleeps(t, x) {
			continue
		}
		f.Threads, f.Lost = append(f.Threads, t), f.Lost+x.Lost
		st.Count, st.Acquired = st.Count+x.Count, st.Acquired+took[t]
	}
	if !s.longEnough(f.Lost) {
		return f, false
	}
	slices.SortFunc(f.Threads, func(a, b tracefeed.ThreadID) int {
		return cmp.Or(-cmp.Compare(of[a].Most, of[b].Most), cmp.Compare(a, b))
	})
	worst := of[f.Threads[0]]
	st.Longest.Start, st.Longest.End = worst.Start, worst.End
	st.Others = float64(count-st.Count) / float64(max(1, all-st.Acquired))
	for t, n := range took {
		if n > st.Took || n == st.Took && t < st.By {
			st.By, st.Took = t, n
		}
	}
	f.Start, f.End = s.tl.End, 0
	for _, t := range f.Threads {
		f.Start, f.End = min(f.Start, of[t].First), max(f.End, of[t].Last)
	}
	f.Evidence, f.Facts, f.Monitors = interaction.Observed, st, []tracefeed.MonitorID{m}
	return f, true
}

// often reports whether a thread with a number of acquisitions was overtaken far more
// often than others are on average.
func often(x *overtaking.Overtaken, acquired int, mean float64, l *Limits) bool {
	return x.Count >= l.overtaken*l.overtaken && float64(x.Count) >= float64(l.overtaken*max(1, acquired))*mean
}

// acquisitions counts the recorded acquisitions of a monitor by thread, and all.
func (s *trace) acquisitions(m tracefeed.MonitorID) (took map[tracefeed.ThreadID]int, all int) {
	took = map[tracefeed.ThreadID]int{}
	last := tracefeed.NoThread
	s.tl.Holding(m).Each(0, s.tl.End, func(_, _ tracefeed.Time, holders []tracefeed.ThreadID) {
		now := tracefeed.NoThread
		if len(holders) == 1 {
			now = holders[0]
		}
		if now != tracefeed.NoThread && now != last {
			took[now]++
			all++
		}
		last = now
	})
	return took, all
}

// sleeps reports whether a thread slept or waited for something else for half of its
// longest request, as far as its states are known: it then gave up and asked again.
// Suspensions for the garbage collector do not count.
func (s *trace) sleeps(t tracefeed.ThreadID, x *overtaking.Overtaken) bool {
	slept := tracefeed.Time(0)
	s.tl.Lane(t).Spans(x.Start, x.End, func(span *timeline.Span, end tracefeed.Time) bool {
		switch usage.Of(span.State, span.Cause) {
		case usage.Running, usage.Runnable, usage.Blocking, usage.Collector:
		default:
			slept += min(end, x.End) - max(span.Start, x.Start)
		}
		return true
	})
	return slept > (x.End-x.Start)/2
}

func (c *Starved) reason() string { return "overtaken" }

func (c *Starved) fits(f *Finding, in extent) bool { return len(f.Monitors) == 1 && in.thread(c.By) }

func (c *Starved) accused(*Finding) tracefeed.ThreadID { return c.By }

func (c *Starved) text(f *Finding, w wording) string {
	name, they, was, longest := w.thread(f.Threads[0]), "it", "was", "Its longest wait"
	if len(f.Threads) > 1 {
		name, they, was, longest = w.list(f.Threads), "they", "were", "The longest wait, of "+w.thread(f.Threads[0])+","
	}
	others := ""
	if c.Others >= 0.1 {
		others = fmt.Sprintf(" (the others: %.1f times)", c.Others)
	}
	each := float64(c.Count) / float64(max(1, c.Acquired))
	return fmt.Sprintf("%s %s overtaken %d times at %s: threads that came later got the lock first, %.0f times for "+
		"each time that %s got it%s. That lost %s. %s lasted %v, from %v. %s got the lock most often, %d times: let "+
		"it do more in one hold, or leave a pause between two.",
		name, was, c.Count, w.locks.Full(f.Monitors[0]), each, they, others, f.lostShare(""), longest,
		c.Longest.End-c.Longest.Start, c.Longest.Start, w.thread(c.By), c.Took)
}
