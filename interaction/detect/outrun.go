package detect

import (
	"cmp"
	"fmt"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/usage"
	"tiv/interaction/groups"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Outran is the facts of a thread that waits for a processor while its equals get one.
type Outran struct {
	// Group is the name of the group of equal threads, Members their number.
	Group   string
	Members int
	// Start and End are the longest wait. Ran is the number of others that ran
	// meanwhile, and Longest the longest of their waits for a processor in that time.
	Start, End tracefeed.Time
	Ran        int
	Longest    tracefeed.Time
}

// manyEquals is the number of equal threads that are compared.
const manyEquals = 64

// outrun returns a finding for each group of equal threads of which one waits for a
// processor for long, while most others get one soon. Where all wait long there is
// oversubscription.
func (s *costs) outrun(l Limits) (found []Finding) {
	if !s.tl.Header.Sched || s.tl.Header.OfDump() {
		return nil
	}
	x := s.usage
	for _, g := range groups.ByName(s.tl, x.By(usage.Runnable)) {
		if len(g.Threads) < 3 {
			continue
		}
		threads := slices.Clone(g.Threads)
		slices.SortStableFunc(threads, func(a, b tracefeed.ThreadID) int {
			return cmp.Compare(x.Threads[b][usage.Runnable], x.Threads[a][usage.Runnable])
		})
		most, usual := threads[0], x.Threads[threads[len(threads)/2]][usage.Runnable]
		lost := x.Threads[most][usage.Runnable] - usual
		if !s.longEnough(lost) || lost < usual || lost < percentOf(l.starved, x.Threads[most].Alive()) {
			continue
		}
		o := &Outran{Group: g.Name, Members: len(threads)}
		if o.Start, o.End = s.longestRunnable(most, 0, s.tl.End); o.End-o.Start < percentOf(l.starved, x.Threads[most].Alive()) {
			continue
		}
		others := threads[1:min(len(threads), manyEquals)]
		for _, t := range others {
			from, to := s.longestRunnable(t, o.Start, o.End)
			o.Longest = max(o.Longest, to-from)
			if s.tl.Lane(t).Sum(o.Start, o.End)[tracefeed.Running] > 0 {
				o.Ran++
			}
		}
		if 2*o.Ran < len(others) || o.Longest > (o.End-o.Start)/4 {
			continue
		}
		found = append(found, Finding{Evidence: interaction.Observed, Start: o.Start, End: o.End, Lost: lost,
			Threads: []tracefeed.ThreadID{most}, Facts: o})
	}
	return found
}

// longestRunnable returns the longest wait of a thread for a processor in an interval,
// among its first waits.
func (s *trace) longestRunnable(t tracefeed.ThreadID, from, to tracefeed.Time) (start, end tracefeed.Time) {
	left := 10_000
	s.tl.Lane(t).Spans(from, to, func(span *timeline.Span, until tracefeed.Time) bool {
		if since, until := max(span.Start, from), min(until, to); span.State == tracefeed.Runnable && until-since > end-start {
			start, end = since, until
		}
		left--
		return left > 0
	})
	return start, end
}

func (o *Outran) reason() string { return "outrun" }

func (o *Outran) fits(*Finding, extent) bool { return true }

func (o *Outran) text(f *Finding, w wording) string {
	return fmt.Sprintf("%s waited for a processor for %v at once, from %v, while %d others of %s ran and none of "+
		"them waited longer than %v. In all it waited %s longer than they usually do. Look at its priority, and at "+
		"the processors that it may use.",
		w.thread(f.Threads[0]), o.End-o.Start, o.Start, o.Ran, members(o.Group, o.Members), o.Longest, f.lostShare(""))
}
