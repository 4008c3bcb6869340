package detect

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// reportVersion is the version of saved reports and of the rules that produce them.
// Reports of another version are not used.
const reportVersion = 19

type savedReport struct {
	Version     int
	Changes     Changes `json:",omitempty"`
	Findings    []Finding
	Locks       lockname.Ranks
	Loser       tracefeed.ThreadID
	Lost, Alive tracefeed.Time
	Owners      bool
	Unchecked   int
}

// AppendReport appends a report in the form stored beside its timeline.
func AppendReport(out []byte, r Report) []byte {
	data, err := json.Marshal(savedReport{reportVersion, r.Changes, r.Findings, r.Locks, r.Loser, r.Lost, r.Alive, r.Owners, r.Unchecked})
	if err != nil {
		panic(err) // every Report can be encoded
	}
	return append(out, data...)
}

// ParseReport reads a report stored beside tl. It returns an error for another
// version, for other thresholds than the changed ones, and for a report with threads,
// monitors or times that tl does not have.
func ParseReport(in []byte, tl *timeline.Timeline, changes Changes) (Report, error) {
	var s savedReport
	if err := json.Unmarshal(in, &s); err != nil {
		return Report{}, fmt.Errorf("saved findings: %w", err)
	}
	if s.Version != reportVersion {
		return Report{}, fmt.Errorf("saved findings: version %d, not %d", s.Version, reportVersion)
	}
	if !maps.Equal(s.Changes, changes) {
		return Report{}, errors.New("saved findings: of other thresholds")
	}
	for i := range s.Findings {
		if !s.Findings[i].fits(tl) {
			return Report{}, errors.New("saved findings: they are of another trace")
		}
	}
	if !s.Locks.Fits(len(tl.Monitors)) {
		return Report{}, errors.New("saved findings: their locks are of another trace")
	}
	if s.Loser < tracefeed.NoThread || int(s.Loser) >= len(tl.Threads) || s.Lost < 0 || s.Lost > s.Alive {
		return Report{}, errors.New("saved findings: their times are of another trace")
	}
	report := Report{s.Findings, s.Locks, s.Loser, s.Lost, s.Alive, s.Owners, changes, max(s.Unchecked, 0)}
	report.describe(report.wording(tl, nil))
	return report, nil
}

// fits reports whether the timeline has everything that the finding refers to, and
// whether the finding has everything that its text needs.
func (f *Finding) fits(tl *timeline.Timeline) bool {
	thread := func(t tracefeed.ThreadID) bool { return tracefeed.NoThread <= t && int(t) < len(tl.Threads) }
	monitor := func(m tracefeed.MonitorID) bool { return tracefeed.NoMonitor <= m && int(m) < len(tl.Monitors) }
	stack := func(s tracefeed.StackID) bool { return tracefeed.NoStack <= s && int(s) < max(len(tl.Stacks), 1) }
	for _, t := range f.Threads {
		if t == tracefeed.NoThread || !thread(t) {
			return false
		}
	}
	for _, m := range f.Monitors {
		if !monitor(m) {
			return false
		}
	}
	for _, s := range f.Sites {
		if !thread(s.Thread) || !thread(s.By) || !monitor(s.Monitor) || !stack(s.Stack) {
			return false
		}
	}
	for _, o := range f.Orders {
		if !thread(o.Thread) || !monitor(o.Held) || !monitor(o.Wanted) || !stack(o.HeldStack) || !stack(o.WantedStack) {
			return false
		}
	}
	if f.Blame != nil && !f.Blame.fits(thread, monitor, tl.End) {
		return false
	}
	if f.Starved != nil && !thread(f.Starved.By) || f.Herd != nil && !thread(f.Herd.Waker) {
		return false
	}
	if f.Root != nil && (!thread(f.Root.Thread) || !monitor(f.Root.Holds)) || f.Waiting != nil && !f.Waiting.fits(thread, monitor) {
		return false
	}
	for i := range f.Also {
		if a := &f.Also[i]; len(a.Also) > 0 || !a.fits(tl) {
			return false
		}
	}
	return f.complete() && len(f.Threads) > 0 && f.Lost >= 0 && 0 <= f.Start && f.Start <= f.End && f.End <= tl.End &&
		f.Severity <= Error && f.Evidence <= interaction.Statistical
}

// fits reports whether the timeline has the threads, monitors and times of a blame.
func (b *Blame) fits(thread func(tracefeed.ThreadID) bool, monitor func(tracefeed.MonitorID) bool, end tracefeed.Time) bool {
	h := b.Hold
	return monitor(b.Monitor) && monitor(b.Through) && b.Most >= 0 &&
		(h == nil || h.Thread != tracefeed.NoThread && thread(h.Thread) && thread(h.Ran) && 0 <= h.Start && h.Start <= h.End && h.End <= end && h.Doing <= tracefeed.NotAlive)
}

// fits reports whether the timeline has the threads and monitors of waits.
func (w *Waiting) fits(thread func(tracefeed.ThreadID) bool, monitor func(tracefeed.MonitorID) bool) bool {
	return monitor(w.Monitor) && (w.Told == nil || thread(w.Told.Waiter) && thread(w.Told.Thread) && monitor(w.Told.Monitor))
}

// complete reports whether the finding has the facts of its reason.
func (f *Finding) complete() bool {
	switch f.Reason {
	case Closed, Releasable, MayOpen, Opened:
		return len(f.Monitors) == len(f.Threads)
	case Inverted:
		return len(f.Orders) > 0
	case HeldIdle:
		return f.Blame != nil && f.Blame.Hold != nil
	case Queued:
		return f.Blame != nil && f.Blame.Queue != nil
	case Contended, Chained:
		return f.Blame != nil
	case Crowded:
		return f.Crowd != nil
	case Alone:
		return f.Serial != nil && f.Root != nil
	case Collecting:
		return f.Collections != nil
	case OnDisk:
		return f.Disk != nil
	case Overtaken:
		return f.Starved != nil && len(f.Monitors) == 1
	case Outrun:
		return f.Outran != nil
	case WokenInVain:
		return f.Herd != nil
	case Unequal:
		return f.Shares != nil && f.Root != nil
	case Enclosed, Overdue:
		return f.Waiting != nil && f.Hung != nil && (f.Root != nil || f.Reason == Enclosed)
	case Behind:
		return f.Waiting != nil && f.Root != nil
	case Endless, Abandoned, Still, PiledUp, Lasting:
		return f.Waiting != nil
	}
	return false
}
