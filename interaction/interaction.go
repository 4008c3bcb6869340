package interaction

import "tiv/tracefeed"

// Kind is the kind of wait of an edge.
type Kind uint8

const (
	// Lock is a wait for a monitor held by another thread: blocked time.
	Lock Kind = iota
	// Signal is a wait for a notification: a condition, a channel, a join; or for bytes
	// that another thread puts into a stream. It never counts as blocked time.
	Signal
)

// String returns the word that tables use.
func (k Kind) String() string {
	if k == Signal {
		return "signal"
	}
	return "lock"
}

// Evidence says how a relation is known.
type Evidence uint8

const (
	// NoEvidence: the blocker is not known.
	NoEvidence Evidence = iota
	// Inferred: the trace names only the thread that ended the wait, or that is expected to.
	Inferred
	// Observed: the trace names the holder, or has the bytes for which the thread waited.
	Observed
	// Proven: the source has proven it. Used for findings only.
	Proven
	// Statistical: it follows from the number of cases. Used for findings only.
	Statistical
)

// String returns the word that tables and JSON use.
func (e Evidence) String() string {
	return [...]string{"unknown", "inferred", "observed", "proven", "statistical"}[e]
}

// Edge is an interval of one wait in which the threads waited for do not change. If
// there are several, each has an Edge.
type Edge struct {
	Kind     Kind
	Evidence Evidence
	// Blocked is the waiting thread.
	Blocked tracefeed.ThreadID
	// Blocker is the thread waited for; NoThread if it is not known.
	Blocker tracefeed.ThreadID
	// Monitor is the monitor waited for (Lock), or the object at which the thread was
	// suspended (Signal), if the source names it.
	Monitor    tracefeed.MonitorID
	Start, End tracefeed.Time
	// Sharers is the number of threads waited for at once, such as the readers of a
	// lock. Rank is the position of Blocker among them, sorted by id, from 0.
	Sharers, Rank int32
}

// Charge returns the time charged to Blocker, in nanoseconds: an equal share of the
// interval, plus the remainder for the first. The charges of all sharers add up to
// the length of the interval.
func (e Edge) Charge() tracefeed.Time {
	first, others := shares(e.End-e.Start, max(e.Sharers, 1))
	if e.Rank == 0 {
		return first
	}
	return others
}

// shares divides a time among n threads: equally, with the remainder for the first.
func shares(t tracefeed.Time, n int32) (first, others tracefeed.Time) {
	others = t / tracefeed.Time(n)
	return others + t%tracefeed.Time(n), others
}
