package detect

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction/lockname"
	"tiv/interaction/threadname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// wording has the names that texts of findings use.
type wording struct {
	threads []tracefeed.Thread
	locks   *lockname.Names
	short   *threadname.Names
	dump    bool // the trace is a thread dump
	// named is the hold that the text of the finding above names; nil for none.
	named *Hold
}

func (r *Report) wording(tl *timeline.Timeline, own map[tracefeed.MonitorID]string) wording {
	return wording{tl.Threads, lockname.New(tl.Monitors, r.Locks, own), threadname.New(tl.Threads), tl.OfDump(), nil}
}

// describe sets the texts of all findings.
func (r *Report) describe(w wording) {
	describeAll(r.Findings, w)
}

func describeAll(found []Finding, w wording) {
	for i := range found {
		f := &found[i]
		f.Text = f.Facts.text(f, w)
		f.Brief = f.brief(w)
		f.Also = slices.Clone(f.Also) // older reports keep their texts
		below := w
		below.named = f.CostliestHold()
		describeAll(f.Also, below)
	}
}

// Renamed returns the report with texts in which some monitors have the user's own
// names. The receiver must be a report of tl.
func (r Report) Renamed(tl *timeline.Timeline, own map[tracefeed.MonitorID]string) Report {
	r.Findings = slices.Clone(r.Findings)
	r.describe(r.wording(tl, own))
	return r
}

// AfterPreview returns the report with the letters that an older report of the same
// trace, when it was shorter, gave to its monitors.
func (r Report) AfterPreview(tl *timeline.Timeline, older Report) Report {
	r.Locks = r.Locks.After(older.Locks)
	r.describe(r.wording(tl, nil))
	return r
}

// maxNames is the number of threads that a text names.
const maxNames = 4

// list names the first of some threads.
func (w wording) list(threads []tracefeed.ThreadID) string {
	names := make([]string, 0, maxNames+1)
	for _, t := range threads[:min(len(threads), maxNames)] {
		names = append(names, w.thread(t))
	}
	if more := len(threads) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

func (w wording) thread(t tracefeed.ThreadID) string { return w.threads[t].Name }

// at returns the name of the monitor waited for, if the source has it, as a phrase
// with a leading space.
func (w wording) at(m tracefeed.MonitorID) string {
	if m == tracefeed.NoMonitor {
		return ""
	}
	return " at " + w.locks.Full(m)
}
