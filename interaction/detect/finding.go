package detect

import (
	"slices"

	"tiv/handler"
	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Severity orders findings.
type Severity uint8

const (
	// Note: worth knowing; nothing is shown to be wrong.
	Note Severity = iota
	// Cost: time is lost, by a measured amount. It accuses nobody.
	Cost
	// Warning: a part of the program cannot proceed, or can come to that.
	Warning
	// Error: the program cannot proceed as intended.
	Error
)

// Accuses reports whether a finding of this severity says that something is wrong.
func (s Severity) Accuses() bool { return s > Cost }

// String returns the word that JSON uses.
func (s Severity) String() string {
	return [...]string{"note", "cost", "warning", "error"}[s]
}

// Finding is a result of the analysis, with its evidence.
type Finding struct {
	Kind     string
	Severity Severity
	// Start is when the condition began: for a deadlock, when the cycle closed. End
	// is when it ended, or the end of the trace.
	Start, End tracefeed.Time
	// Threads are the threads that cannot proceed: for a deadlock in the order of
	// the ring, in which each waits for the next; for a lock-order inversion in the
	// order of its acquisitions.
	Threads []tracefeed.ThreadID
	// Monitors are the monitors that they wait for: for a deadlock in the order of
	// Threads, for a lock-order inversion the monitors held, otherwise without
	// duplicates.
	Monitors []tracefeed.MonitorID
	Evidence interaction.Evidence
	// Lost is the time that threads lose to it, added up over them.
	Lost tracefeed.Time
	// Share is the part of all time of the program's threads that is lost, from 0 to 1
	// (costs).
	Share float64 `json:",omitempty"`
	// Sites are the places in the code involved.
	Sites []Site
	// Root is the thread that all others wait for; nil if there is none.
	Root *Root `json:",omitempty"`
	// Facts are the rule that led to the finding, and its facts.
	Facts Facts `json:"-"`
	// Also are the other findings with the same cause, the most severe and longest
	// first. They have none themselves.
	Also []Finding `json:",omitempty"`
	// Text describes the finding and its reason in a few sentences, made from the
	// other fields.
	Text string `json:"-"`
	// Brief says the same in a few words, with short names, for a picture.
	Brief string `json:"-"`
}

// Culprit returns the thread that causes the finding: the one at the end of all its
// chains of waits, or the one that its facts accuse; NoThread if there is no such thread.
func (f *Finding) Culprit() tracefeed.ThreadID {
	if f.Root != nil {
		return f.Root.Thread
	}
	if a, ok := f.Facts.(accusing); ok {
		return a.accused(f)
	}
	return tracefeed.NoThread
}

// Debt is an answer that never came: the thread Gone has ended, and may have been the one to end
// the wait of Waiter. That is statistical.
type Debt struct{ Waiter, Gone tracefeed.ThreadID }

// Debt returns the answer that never came; ok is false if there is none, or if the thread that
// owed it is not known.
func (f *Finding) Debt() (d Debt, ok bool) {
	if o, known := f.Facts.(owed); known {
		d = o.debt()
	}
	return d, d.Gone != tracefeed.NoThread
}

// Gone returns the thread that has ended, and may have been the one to end the waits; see
// Debt. It is NoThread if there is no such thread.
func (f *Finding) Gone() tracefeed.ThreadID {
	d, _ := f.Debt()
	return d.Gone
}

// slight is the share of all thread time below which a cost is little.
const slight = 0.05

// Slight reports whether a finding is a cost that is little. What is little for all threads can
// be much for a task.
func (f *Finding) Slight() bool {
	_, ofTasks := f.Facts.(*Stated)
	return f.Severity == Cost && f.Share < slight && !ofTasks
}

// Stuck reports whether nothing can end the waits of the threads of a finding, though they are
// in no ring.
func (f *Finding) Stuck() bool { return f.Kind == Stuck || f.Kind == Leak }

// Lasts reports whether a finding is about threads that wait, for ever or to the end of the trace.
func (f *Finding) Lasts() bool { return f.Severity.Accuses() || f.Kind == LongWait }

// Others returns the threads that a finding is about besides Threads: the culprit, the one that
// is gone, the one with the costliest hold, those that acquire locks in different orders, and those
// on the way of a wait for an answer.
func (f *Finding) Others() (threads []tracefeed.ThreadID) {
	for _, t := range []tracefeed.ThreadID{f.Culprit(), f.Gone()} {
		if t != tracefeed.NoThread {
			threads = append(threads, t)
		}
	}
	if h := f.CostliestHold(); h != nil {
		threads = append(threads, h.Thread)
	}
	for _, o := range f.Orders() {
		threads = append(threads, o.Thread)
	}
	if a, ok := f.Facts.(*Answers); ok {
		for i := range a.Way {
			threads = append(threads, a.Way[i].Thread)
		}
	}
	return threads
}

// Involved returns Threads and Others, each once, sorted.
func (f *Finding) Involved() []tracefeed.ThreadID {
	threads := slices.Concat(f.Threads, f.Others())
	slices.Sort(threads)
	return slices.Compact(threads)
}

// Known returns the monitors that a finding is about and that the trace names: Monitors, and
// the one through which its threads wait for the culprit.
func (f *Finding) Known() (monitors []tracefeed.MonitorID) {
	for _, m := range f.Monitors {
		if m != tracefeed.NoMonitor {
			monitors = append(monitors, m)
		}
	}
	if b := f.Blame(); b != nil && b.Through != tracefeed.NoMonitor && !slices.Contains(monitors, b.Through) {
		monitors = append(monitors, b.Through)
	}
	return monitors
}

// mostAsked is the largest number of threads that Asked returns.
const mostAsked = 1000

// Asked returns the threads of a finding that a picture looks at: of very many only some, because
// playing a trace must not become slow by its findings.
func (f *Finding) Asked() []tracefeed.ThreadID { return f.Threads[:min(len(f.Threads), mostAsked)] }

// InProgress reports whether a finding is in progress at a moment of a trace that was searched up
// to some time. One that lasts to that time goes on in a trace that has grown since, as long as
// one of its threads is in the wait in which it was then.
func (f *Finding) InProgress(tl *timeline.Timeline, moment, searched tracefeed.Time) bool {
	switch {
	case moment < f.Start || moment >= f.End && f.End != searched:
		return false
	case moment <= f.End:
		return true
	case f.Kind == Deadlock:
		return len(f.Closed(tl, moment)) > 0
	}
	return slices.ContainsFunc(f.Asked(), func(t tracefeed.ThreadID) bool {
		return f.stillWaits(tl, t, moment)
	})
}

// stillWaits reports whether a thread is at a moment after the finding in the wait in which it
// was at its end.
func (f *Finding) stillWaits(tl *timeline.Timeline, t tracefeed.ThreadID, moment tracefeed.Time) bool {
	lane := tl.Lane(t)
	switch lane.StateAt(moment) {
	case tracefeed.Blocking:
	case tracefeed.Suspended, tracefeed.IO:
		if !f.Severity.Accuses() { // no time was lost to it
			return false
		}
	default:
		return false
	}
	return interaction.InSameWait(lane, max(f.End-1, 0), moment)
}

// Root is the thread at the end of a chain of waits.
type Root struct {
	Thread tracefeed.ThreadID
	// State is its state at the end of the trace, or of the part of its process, and Since the
	// start of that state.
	State tracefeed.State
	Since tracefeed.Time
	// Site is the place of its wait in that state, zero if it is not known.
	Site Site
	// Holds is the monitor that all waits are for, if the thread holds it.
	Holds tracefeed.MonitorID `json:",omitempty"`
	// Deadlocked is true if it is part of a deadlock.
	Deadlocked bool
	// Idle is the found loop for whose next event it waits; "" for none.
	Idle string `json:",omitempty"`
}

// Report is all findings of one timeline.
type Report struct {
	// Findings are sorted by start, kind and threads. Those about tasks follow the others.
	Findings []Finding
	// End is the end of the timeline that was searched. The trace may have grown since.
	End tracefeed.Time `json:"-"`
	// Locks are the ranks of the monitors, for their names; empty if the trace has not
	// been searched.
	Locks lockname.Ranks
	// Loser is the thread that loses most time in waits for monitors; NoThread if none waits
	// for one. Lost is that time, Alive the time for which the thread is alive.
	Loser       tracefeed.ThreadID
	Lost, Alive tracefeed.Time
	// Owners: the trace names an owner of some monitor.
	Owners bool
	// Ownerless are the processes whose threads wait for monitors without a named owner, and
	// only for such; Stateless those of whose threads the trace has no state. Other processes
	// of the trace can have both.
	Ownerless, Stateless []tracefeed.ProcessID `json:",omitempty"`
	// Changes are the thresholds that the search had instead of the defaults.
	Changes Changes `json:",omitempty"`
	// Unchecked is the number of lock orders left out because there are too many of
	// them. Inversions may be missing then.
	Unchecked int
	// Idle are the idle waits of the trace that was searched, if a finding needed them; else nil.
	Idle *handler.Idle `json:"-"`
}
