package detect

import (
	"cmp"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/chains"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Blame is the common facts of all findings about time lost to a monitor.
type Blame struct {
	// Monitor is at the end of the chains of waits that the time was lost in.
	Monitor tracefeed.MonitorID
	// Waits is the number of waits for the monitor itself.
	Waits int
	// Indirect is the part of Finding.Lost in waits for other monitors, whose holders
	// waited for this one. Free is the part in which this one had no holder, Readers the
	// part in which it had several.
	Indirect, Free, Readers tracefeed.Time
	// Unowned: the trace never names an owner of the monitor, or of any in the group.
	Unowned bool `json:",omitempty"`
	// Elsewhere: a thread of another process held it, or one of the group, in some wait.
	Elsewhere bool `json:",omitempty"`
	// Hold is the hold behind which the most time was lost; nil if none is known.
	Hold *Hold `json:",omitempty"`
	// Holds is the number of holds of a long-hold finding.
	Holds int `json:",omitempty"`
	// Queue is the costliest time in which some thread always waited for the monitor;
	// nil if it is a small part of Finding.Lost. Of a group, it is the longest of Monitor.
	Queue *Queue `json:",omitempty"`
	// Through is the monitor that most threads behind Hold waited for themselves
	// (Chained).
	Through tracefeed.MonitorID `json:",omitempty"`
	// Place is where threads wait for the monitors of a group, which are those of the
	// finding; nil for one monitor. Monitor is the costliest of them, to which Most of the
	// time was lost.
	Place *Site          `json:",omitempty"`
	Most  tracefeed.Time `json:",omitempty"`
	// Alike is the number of other monitors of a group of which the same holds, in a finding
	// below that of the group. The finding has the time, the threads and the monitors of all.
	Alike int `json:",omitempty"`
}

// Blame returns the facts of a finding about time lost to a monitor; nil for other findings.
func (f *Finding) Blame() *Blame {
	if b, ok := f.Facts.(blaming); ok {
		return b.blame()
	}
	return nil
}

// CostliestHold returns the hold of a monitor behind which the most time was lost; nil for
// findings without one.
func (f *Finding) CostliestHold() *Hold {
	if b := f.Blame(); b != nil {
		return b.Hold
	}
	return nil
}

func (b *Blame) blame() *Blame { return b }

func (b *Blame) fits(_ *Finding, in extent) bool {
	h := b.Hold
	return in.monitor(b.Monitor) && in.monitor(b.Through) && b.Most >= 0 && b.Alike >= 0 && (h == nil || h.Thread != tracefeed.NoThread &&
		in.thread(h.Thread) && in.thread(h.Ran) && in.interval(h.Start, h.End) && h.Doing <= tracefeed.NotAlive &&
		h.Cause < tracefeed.NumCauses)
}

// accused returns the holder of the monitor in a hold with at least half of the time lost.
func (b *Blame) accused(f *Finding) tracefeed.ThreadID {
	if h := b.Hold; h != nil && h.Lost >= f.Lost-h.Lost {
		return h.Thread
	}
	return tracefeed.NoThread
}

// identify: the costliest hold of a monitor can be in another function in each run, so the
// finding is about the monitor, or about the function in which threads wait for the group.
func (b *Blame) identify(_ *Finding, id *Identity) {
	id.Functions, id.Monitors = nil, []tracefeed.MonitorID{b.Monitor}
	if b.Place != nil {
		id.Functions, id.Monitors = []string{string(Waits) + " " + b.Place.Func}, nil
	}
}

// Queue is a time in which some thread always waited for a monitor.
type Queue struct {
	Start, End tracefeed.Time
	// Longest is the largest number of threads that waited at once.
	Longest int
	// Acquired is the number of acquisitions in that time, Before that from the start
	// of the trace up to it, as far as they are in the trace.
	Acquired, Before int
}

// Hold is a hold of a monitor by one thread.
type Hold struct {
	Thread     tracefeed.ThreadID
	Start, End tracefeed.Time
	// Lost is the time that other threads lost behind it.
	Lost tracefeed.Time
	// Behind is the largest number of threads that waited behind it at once, At when
	// it was first reached.
	Behind int
	At     tracefeed.Time
	// Doing is the state in which Thread spent most of it.
	Doing tracefeed.State
	// Cause is the cause of most of the time in that state, as far as the trace has it.
	Cause tracefeed.Cause `json:",omitempty"`
	// Ran is a thread that ran for at least half of the time for which Thread waited for a
	// processor; NoThread if that is not most of the hold.
	Ran tracefeed.ThreadID `json:",omitempty"`
	// Site is the place of the acquisition, zero if it is not known.
	Site Site
}

// blames is the findings of kinds that follow from chains, with shared data.
type blames struct {
	costs  *costs
	chains *chains.Charges
	owners *chains.Owners
	// holds are the costliest holds, by monitor, the costliest first.
	holds map[tracefeed.MonitorID][]costlyHold
	// placed are the holds that findings name.
	placed map[*costlyHold]*Hold
}

// costlyHold is a hold of a costly monitor.
type costlyHold struct {
	chains.Hold
	// idle is true if the thread slept or waited for another event for at least half of it.
	idle bool
}

// newBlames returns the results of the chains after the last page.
func newBlames(c *costs, of *chains.Charges, owners *chains.Owners) *blames {
	b := &blames{costs: c, chains: of, owners: owners, holds: map[tracefeed.MonitorID][]costlyHold{}, placed: map[*costlyHold]*Hold{}}
	for _, h := range b.worst(of.Finish()) {
		b.holds[h.Monitor] = append(b.holds[h.Monitor], h)
	}
	return b
}

// worst returns the holds of costly monitors.
func (b *blames) worst(holds []chains.Hold) []costlyHold {
	var list []costlyHold
	for _, h := range holds {
		if b.costly(b.chains.Of(h.Monitor).Charged) {
			list = append(list, costlyHold{Hold: h})
		}
	}
	byStart := make([]*costlyHold, len(list)) // so that each page of the trace is read once
	for i := range list {
		byStart[i] = &list[i]
	}
	slices.SortFunc(byStart, func(x, y *costlyHold) int { return cmp.Compare(x.Start, y.Start) })
	for _, h := range byStart {
		states := b.costs.tl.Lane(h.Thread).Sum(h.Start, h.End)
		h.idle = states[tracefeed.IO]+states[tracefeed.Suspended] >= (h.End-h.Start+1)/2
	}
	return list
}

// costly reports whether a time counts as a cost.
func (b *blames) costly(lost tracefeed.Time) bool {
	return b.costs.usage.AtLeast(lost, b.costs.limits.costShare) && !b.costs.tl.Header.OfDump()
}

// finding returns a finding about a monitor with some facts, of which it sets blame.
func (b *blames) finding(m *chains.Monitor, facts blaming, lost, start, end tracefeed.Time) Finding {
	f := Finding{Start: start, End: end, Evidence: interaction.Observed, Lost: lost, Monitors: []tracefeed.MonitorID{m.ID}, Facts: facts}
	blame := facts.blame()
	*blame = Blame{Monitor: m.ID, Waits: m.Waits, Indirect: m.Indirect, Free: m.Free, Readers: m.Readers,
		Unowned: !b.owners.Named[m.ID], Elsewhere: b.owners.Elsewhere[m.ID]}
	blame.Queue = queueOf(m, lost)
	if holds := b.holds[m.ID]; len(holds) > 0 {
		b.setHold(&f, blame, &holds[0])
	}
	return f
}

// queueOf returns the longest queue of a monitor, if it has at least half of a time.
func queueOf(m *chains.Monitor, lost tracefeed.Time) *Queue {
	r := &m.Longest
	if r.Waited < lost-r.Waited || r.Longest <= 1 {
		return nil
	}
	return &Queue{r.Start, r.End, int(r.Longest), int(r.Handovers), int(r.Before)}
}

// setHold sets the hold that a finding names, with its place.
func (b *blames) setHold(f *Finding, blame *Blame, h *costlyHold) {
	if b.placed[h] == nil {
		b.placed[h] = b.place(h)
	}
	blame.Hold = b.placed[h]
	if blame.Hold.Site.Func != "" {
		f.Sites = []Site{blame.Hold.Site}
	}
}

// place returns a hold with its place in the code.
func (b *blames) place(h *costlyHold) *Hold {
	lane := b.costs.tl.Lane(h.Thread)
	end := min(h.End, max(h.Start, b.costs.parts.Of(b.costs.tl, h.Thread)))
	out := &Hold{Thread: h.Thread, Start: h.Start, End: end, Lost: h.Charged, Behind: int(h.Behind), At: h.Most}
	out.Doing = tracefeed.NotAlive
	most, states := end-h.Start, lane.Sum(h.Start, end)
	for _, t := range states {
		most -= t // to the time after the end of the thread
	}
	for s, t := range states {
		if t > most || t == most && out.Doing == tracefeed.NotAlive {
			out.Doing, most = tracefeed.State(s), t
		}
	}
	out.Cause = causeOf(lane, out)
	if out.Doing == tracefeed.Runnable {
		out.Ran = b.ranMeanwhile(h, states[tracefeed.Runnable])
	}
	stack := lane.AcquiredAt(h.Monitor, h.Start)
	var ok bool
	if out.Site, ok = siteOf(b.costs.tl, stack); ok {
		out.Site.Role, out.Site.Thread, out.Site.Monitor, out.Site.Stack = Acquires, h.Thread, h.Monitor, stack
	}
	return out
}

// causeOf returns the cause of most of the time that a thread spent in the state of most of a
// hold. It looks at the first waits of the hold.
func causeOf(lane timeline.Lane, h *Hold) (most tracefeed.Cause) {
	const looked = 1000
	times, n := map[tracefeed.Cause]tracefeed.Time{}, 0
	lane.Spans(h.Start, h.End, func(s *timeline.Span, end tracefeed.Time) bool {
		if s.State == h.Doing {
			times[s.Cause] += min(end, h.End) - max(s.Start, h.Start)
		}
		n++
		return n < looked
	})
	longest := tracefeed.Time(0)
	for c, t := range times {
		if t > longest || t == longest && c < most {
			most, longest = c, t
		}
	}
	return most
}

// ranMeanwhile returns the busiest thread in the middle of a hold if it ran for at least
// half of a time during the hold.
func (b *blames) ranMeanwhile(h *costlyHold, waited tracefeed.Time) tracefeed.ThreadID {
	x := b.costs.usage
	t := x.Busiest[min(int((h.Start+(h.End-h.Start)/2)/x.Length), len(x.Busiest)-1)].Thread
	if t == tracefeed.NoThread || t == h.Thread || b.costs.tl.Lane(t).Sum(h.Start, h.End)[tracefeed.Running] < waited/2 {
		return tracefeed.NoThread
	}
	return t
}

// addThreads sets the threads of the findings about monitors: all that waited for it, and
// those behind its hold when most were.
func (b *blames) addThreads(found []Finding) {
	for i := range found {
		f := &found[i]
		blame := f.Blame()
		if blame == nil {
			continue
		}
		if notable(blame.Indirect, f.Lost) {
			f.Threads = b.behind(blame)
		}
		for _, m := range f.Monitors {
			f.Threads = append(f.Threads, b.chains.Of(m).Waiters...)
		}
		slices.Sort(f.Threads)
		f.Threads = slices.Compact(f.Threads)
	}
}

// notable reports whether a part of lost time is worth a sentence.
func notable(part, lost tracefeed.Time) bool { return part > 0 && part >= lost/20 }

// behind returns the threads behind the hold of a blame when most are, and sets
// Through.
func (b *blames) behind(f *Blame) (threads []tracefeed.ThreadID) {
	if f.Hold == nil {
		return nil
	}
	waits := interaction.At(b.costs.tl, f.Hold.At)
	index := map[tracefeed.ThreadID]*interaction.Wait{}
	for i := range waits {
		index[waits[i].Thread] = &waits[i]
	}
	direct := map[tracefeed.MonitorID]int{}
	for i := range waits {
		w := &waits[i]
		if b.leads(index, w, f.Monitor) && !b.costs.tl.Threads[w.Thread].System {
			threads = append(threads, w.Thread)
			direct[w.Monitor]++
		}
	}
	for m, n := range direct {
		if cmp.Or(cmp.Compare(n, direct[f.Through]), cmp.Compare(f.Through, m)) > 0 {
			f.Through = m
		}
	}
	return threads
}

// leads reports whether the chain of a wait contains a monitor.
func (b *blames) leads(waits map[tracefeed.ThreadID]*interaction.Wait, w *interaction.Wait, m tracefeed.MonitorID) bool {
	for range len(waits) {
		if w == nil || w.Monitor == m || len(w.Blockers) != 1 {
			break
		}
		w = waits[w.Blockers[0]]
	}
	return w != nil && w.Monitor == m
}
