package detect

import (
	"tiv/interaction"
	"tiv/interaction/lockname"
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
	// order of Orders.
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
	// Reason is the rule that led to the finding.
	Reason Reason
	// Waiting describes the waits of Threads that last to the end of the trace; nil
	// for findings about other waits.
	Waiting *Waiting `json:",omitempty"`
	// Root is the thread that all others wait for; nil if there is none.
	Root *Root `json:",omitempty"`
	// Blame is the facts of findings about time lost to a monitor.
	Blame *Blame `json:",omitempty"`
	// Orders are the acquisitions of a lock-order inversion: each monitor held is
	// the one wanted by the order before, that of the first the one of the last.
	Orders []Order `json:",omitempty"`
	// Count is a number of cases; Reason defines it. Rate is the number of
	// threads started in a second (PiledUp).
	Count int     `json:",omitempty"`
	Rate  float64 `json:",omitempty"`
	// Crowd describes threads that wait for processors (Crowded).
	Crowd *Crowd `json:",omitempty"`
	// Serial describes phases in which Root runs alone (Alone).
	Serial *Serial `json:",omitempty"`
	// Shares describes the work of equal threads (Unequal).
	Shares *Shares `json:",omitempty"`
	// Collections describes the work of the garbage collector (Collecting).
	Collections *Collections `json:",omitempty"`
	// Disk describes waits for a disk (OnDisk).
	Disk *Disk `json:",omitempty"`
	// Starved describes threads that are overtaken at a monitor (Overtaken).
	Starved *Starved `json:",omitempty"`
	// Outran describes a thread that waits long for a processor (Outrun).
	Outran *Outran `json:",omitempty"`
	// Hung describes threads that do not go on (Enclosed, Overdue).
	Hung *Hung `json:",omitempty"`
	// Herd describes threads that are woken together (WokenInVain).
	Herd *Herd `json:",omitempty"`
	// Also are the other findings with the same cause, the most severe and longest
	// first. They have none themselves.
	Also []Finding `json:",omitempty"`
	// Text describes the finding and its reason in a few sentences, made from the
	// other fields.
	Text string `json:"-"`
}

// Culprit returns the thread that causes the finding: the one at the end of all its
// chains of waits, the one that holds the monitor in a hold with at least half of the
// time lost, the one that overtakes the others, or the one that wakes them; NoThread if
// there is no such thread.
func (f *Finding) Culprit() tracefeed.ThreadID {
	if f.Root != nil {
		return f.Root.Thread
	}
	if h := f.CostliestHold(); h != nil && h.Lost >= f.Lost-h.Lost {
		return h.Thread
	}
	switch {
	case f.Starved != nil:
		return f.Starved.By
	case f.Herd != nil:
		return f.Herd.Waker
	}
	return tracefeed.NoThread
}

// CostliestHold returns the hold of a monitor behind which the most time was lost; nil for
// findings without one.
func (f *Finding) CostliestHold() *Hold {
	if f.Blame == nil {
		return nil
	}
	return f.Blame.Hold
}

// Reason is the rule that led to a finding.
type Reason string

const (
	// Closed: the threads wait for each other in a ring.
	Closed Reason = "closed"
	// Releasable: the same, and any thread may release such monitors. In the trace only
	// their holders did (observed), or nobody (inferred).
	Releasable Reason = "releasable"
	// MayOpen: the threads wait for each other in a ring that another thread may open.
	MayOpen Reason = "may-open"
	// Endless: the trace declares the waits endless.
	Endless Reason = "endless"
	// Behind: the waits are for Root, which cannot proceed itself.
	Behind Reason = "behind"
	// Abandoned: all threads that ended earlier waits for the monitor have ended.
	// Count is the number of those waits.
	Abandoned Reason = "abandoned"
	// Still: nothing in the program runs.
	Still Reason = "still"
	// Enclosed: all threads that end such waits are among those that wait.
	Enclosed Reason = "enclosed"
	// Overdue: Root has kept a lock far longer than ever before.
	Overdue Reason = "overdue"
	// Opened: the ring opened again. Count is how often it closed at least.
	Opened Reason = "opened"
	// Lasting: the waits are long.
	Lasting Reason = "lasting"
	// PiledUp: the threads were started one after the other.
	PiledUp Reason = "piled-up"
	// Inverted: the orders of acquisition form a cycle. Count is the number of sets
	// of monitors with such cycles at the same places in the code.
	Inverted Reason = "inverted"
	// Contended: threads wait for the monitor, directly or indirectly.
	Contended Reason = "contended"
	// Chained: a large part of that time is in waits for other monitors.
	Chained Reason = "chained"
	// HeldIdle: the holder mostly slept or waited for something else.
	HeldIdle Reason = "held-idle"
	// Queued: a queue began that was never empty.
	Queued Reason = "queued"
)

// Order is the acquisition of a monitor by a thread that held another one.
type Order struct {
	Thread       tracefeed.ThreadID
	Held, Wanted tracefeed.MonitorID
	// HeldShared and WantedShared are true for acquisitions as a reader.
	HeldShared, WantedShared bool
	// Since is when the thread acquired Held, At when it acquired Wanted.
	Since, At tracefeed.Time
	// HeldStack and WantedStack are the call stacks of the acquisitions, NoStack if
	// the trace does not have them.
	HeldStack, WantedStack tracefeed.StackID
}

// Waiting describes waits that last to the end of the trace.
type Waiting struct {
	// Since is the start of the first of them.
	Since tracefeed.Time
	// Lock is true for waits for a lock. Monitor is that lock, or the object of other
	// waits, if it is known and the same for all; Cause is the cause of other waits.
	Lock    bool
	Monitor tracefeed.MonitorID
	Cause   tracefeed.Cause
	// Mixed is true if the waits are for different objects; Monitor and Cause then
	// are those of the first.
	Mixed bool
	// Told is the last hold of a condition's lock before the first of them; nil if it
	// tells nothing.
	Told *Told `json:",omitempty"`
	// Site is the place of all of them; it is zero if that is not known or not the
	// same.
	Site Site
}

// Root is the thread at the end of a chain of waits.
type Root struct {
	Thread tracefeed.ThreadID
	// State is its state at the end of the trace, Since the start of that state.
	State tracefeed.State
	Since tracefeed.Time
	// Site is the place of its wait in that state, zero if it is not known.
	Site Site
	// Holds is the monitor that all waits are for, if the thread holds it.
	Holds tracefeed.MonitorID `json:",omitempty"`
	// Deadlocked is true if it is part of a deadlock.
	Deadlocked bool
}

// Report is all findings of one timeline.
type Report struct {
	// Findings are sorted by start, kind and threads.
	Findings []Finding
	// Locks are the ranks of the monitors, for their names; empty if the trace has not
	// been searched.
	Locks lockname.Ranks
	// Loser is the thread that loses most time in waits for monitors; NoThread if none waits
	// for one. Lost is that time, Alive the time for which the thread is alive.
	Loser       tracefeed.ThreadID
	Lost, Alive tracefeed.Time
	// Owners: the trace names an owner of some monitor.
	Owners bool
	// Changes are the thresholds that the search had instead of the defaults.
	Changes Changes
	// Unchecked is the number of lock orders left out because there are too many of
	// them. Inversions may be missing then.
	Unchecked int
}
