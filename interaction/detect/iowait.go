package detect

import (
	"fmt"

	"tiv/interaction"
	"tiv/interaction/detect/usage"
	"tiv/interaction/groups"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// IOWait is the kind of finding for threads whose time goes to a disk.
const IOWait = "io-wait"

// Disk is the facts of equal threads that wait for a disk for most of their active time.
type Disk struct {
	// Group is their name, Members their number.
	Group   string
	Members int
	// Share is the part of their active time for which they wait for the disk: of the
	// time in which they are not suspended, and wait neither for the network nor for a
	// processor.
	Share float64
	// Site is the place where the first of them waits longest, zero if it is not known.
	Site Site
}

func ioWaitDetector(l Limits) Detector {
	return Detector{
		Kind: IOWait, Severity: Cost,
		Help: "threads whose active time goes mostly to files",
		find: func(s *searched) []Finding { return s.costs.ioWaits(l) },
	}
}

// ioWaits returns a finding for each group of equal threads that waits for disks for
// most of its active time, to which unknown time counts. Waits for the network and for
// devices of unknown kind do not count: an idle server waits for requests, a reader of a
// pipe for input.
func (s *costs) ioWaits(l Limits) []Finding {
	x := s.usage
	var all usage.Times
	for _, t := range x.List {
		all.Add(&x.Threads[t])
	}
	if s.tl.Header.OfDump() || !x.AtLeast(all[usage.Disk], l.costShare) {
		return nil
	}
	var found []Finding
	for _, g := range groups.ByName(s.tl, x.By(usage.Disk)) {
		var sum usage.Times
		for _, t := range g.Threads {
			sum.Add(&x.Threads[t])
		}
		active := sum[usage.Running] + sum[usage.Blocking] + sum[usage.Disk] + sum[usage.Device] + sum[usage.Unknown]
		if !x.AtLeast(sum[usage.Disk], l.costShare) || 2*sum[usage.Disk] < active {
			continue
		}
		d := &Disk{Group: g.Name, Members: len(g.Threads), Share: float64(sum[usage.Disk]) / float64(active)}
		f := Finding{Evidence: interaction.Observed, Lost: sum[usage.Disk], Threads: g.Threads, Facts: d}
		f.Start, f.End = s.life(f.Threads)
		if site, ok := s.longestIn(g.Threads[0], usage.Disk); ok {
			d.Site, f.Sites = site, []Site{site}
		}
		found = append(found, f)
	}
	return found
}

// life returns the interval in which any of some threads is alive.
func (s *trace) life(threads []tracefeed.ThreadID) (from, to tracefeed.Time) {
	from = s.tl.End
	for _, t := range threads {
		born, died := s.tl.Lane(t).Life()
		from, to = min(from, born), max(to, min(died, s.tl.End))
	}
	return from, to
}

// longestIn returns the place where a thread spends most time in a use, among its
// first spans; ok is false if that is not known.
func (s *trace) longestIn(t tracefeed.ThreadID, u usage.Use) (site Site, ok bool) {
	const most = 10_000
	times, left := map[tracefeed.StackID]tracefeed.Time{}, most
	best := tracefeed.NoStack
	s.tl.Lane(t).Spans(0, s.tl.End, func(span *timeline.Span, end tracefeed.Time) bool {
		if usage.Of(span.State, span.Cause) == u {
			times[span.Stack] += end - span.Start
			if times[span.Stack] > times[best] {
				best = span.Stack
			}
		}
		left--
		return left > 0
	})
	stack := s.tl.Stacks[best]
	for len(stack) > 1 && inFiles(s.tl.Frames[stack[0]].Func) {
		stack = stack[1:]
	}
	if len(stack) == 0 {
		return site, false
	}
	f := s.tl.Frames[stack[0]]
	return Site{Role: Waits, Thread: t, Func: f.Func, File: f.File, Line: int(f.Line)}, true
}

// inFiles reports whether a function is one of Go's library below an operation on a
// file.
func inFiles(function string) bool {
	f := language.OfName(function)
	return f.Language == language.Go && (f.Part == language.Files || f.Part == language.Runtime || f.Part == language.Library)
}

func (c *Disk) reason() string { return "on-disk" }

func (c *Disk) fits(*Finding, extent) bool { return true }

func (c *Disk) text(f *Finding, _ wording) string {
	place := ""
	if c.Site.Func != "" {
		place = ", most in " + c.Site.String()
	}
	return fmt.Sprintf("Operations on files took %s of the active time of %s: %s%s. Read and write less, or in "+
		"larger pieces, or let other threads do it meanwhile.",
		percent(c.Share), members(c.Group, c.Members), f.lostShare(" in all"), place)
}
