package detect

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction/detect/ending"
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
	// processes are those of the trace, and parts the ends of what it has of them.
	processes []tracefeed.Process
	parts     ending.PartEnds
}

func (r *Report) wording(tl *timeline.Timeline, own map[tracefeed.MonitorID]string) wording {
	return wording{threads: tl.Threads, locks: lockname.New(tl.Monitors, r.Locks, own), short: threadname.New(tl.Threads),
		dump: tl.Header.OfDump(), processes: tl.Processes, parts: ending.PartEndsOf(tl)}
}

// describe sets the texts of all findings.
func (r *Report) describe(w wording) {
	describeAll(r.Findings, w)
}

func describeAll(found []Finding, w wording) {
	for i := range found {
		f := &found[i]
		ends := w.ends(f)
		f.Text = f.Facts.text(f, w) + ends
		f.Brief = f.brief(w)
		f.Also = slices.Clone(f.Also) // older reports keep their texts
		below := w
		if below.named = f.CostliestHold(); ends != "" {
			below.parts = nil
		}
		describeAll(f.Also, below)
	}
}

// ends says of which processes of a finding the trace ends before the finding, or with it.
func (w wording) ends(f *Finding) (text string) {
	said := map[tracefeed.ProcessID]bool{}
	of := f.Threads
	if f.Root != nil {
		of = append(slices.Clone(of), f.Root.Thread)
	}
	for _, t := range of {
		p := w.threads[t].Process
		if said[p] || int(p) >= len(w.parts) || w.parts[p] == 0 || w.parts[p] > f.End {
			continue
		}
		said[p] = true
		text += fmt.Sprintf(" The trace of %s ends at %v.", w.processes[p].Name, w.parts[p])
	}
	return text
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
	return tracefeed.Listed(names)
}

func (w wording) thread(t tracefeed.ThreadID) string { return w.threads[t].Name }

// process names a process.
func (w wording) process(p tracefeed.ProcessID) string {
	if p == tracefeed.NoProcess || int(p) >= len(w.processes) {
		return "a process without a name"
	}
	return w.processes[p].Name
}

// inProcess names a thread with its process, unless its name has that.
func (w wording) inProcess(t tracefeed.ThreadID) string {
	name, p := w.thread(t), w.threads[t].Process
	if p == tracefeed.NoProcess || strings.HasPrefix(name, w.process(p)) {
		return name
	}
	return fmt.Sprintf("%s of %s", name, w.process(p))
}

// at returns the name of the monitor waited for, if the source has it, as a phrase
// with a leading space.
func (w wording) at(m tracefeed.MonitorID) string {
	if m == tracefeed.NoMonitor {
		return ""
	}
	return " at " + w.locks.Full(m)
}

// members names a group of equal threads.
func members(group string, n int) string {
	if n == 1 {
		return group
	}
	return fmt.Sprintf("%s (%s)", group, threads(n))
}

// mostly names some threads by the group that most of them belong to.
func mostly(all int, group string, n int) string {
	if n == all {
		return members(group, n)
	}
	return fmt.Sprintf("%s, most of all %s,", threads(all), members(group, n))
}

// percent returns a part of 1 for people.
func percent(part float64) string {
	const whole = 1_000_000
	return tracefeed.Percent(tracefeed.Time(part*whole), whole)
}

// lostShare is the time lost, followed by some words and its share.
func (f *Finding) lostShare(words string) string {
	return fmt.Sprintf("%v%s (%s of all thread time)", f.Lost, words, percent(f.Share))
}
