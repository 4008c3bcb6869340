// Package interaction says who held up whom.
//
// A timeline goes in; out come edges (one thread could not go on until another
// let it), the wait-for graph at a moment, and findings: what is wrong, with
// its evidence. Nothing here reads a trace, leaves anything out for lack of
// space, or knows how things look.
package interaction

import "tiv/tracefeed"

// Kind tells what kind of wait an edge stands for.
type Kind uint8

const (
	// Lock is a wait for a monitor that somebody holds: blocked time.
	Lock Kind = iota
	// Signal is a wait to be told by somebody: a condition, a channel, a join.
	// It never counts as blocked time.
	Signal
)

// String returns the word that tables use.
func (k Kind) String() string {
	if k == Signal {
		return "signal"
	}
	return "lock"
}

// Evidence says how something is known.
type Evidence uint8

const (
	// NoEvidence: nobody can be named.
	NoEvidence Evidence = iota
	// Inferred: the trace names only who ended the wait.
	Inferred
	// Observed: the trace names the holder.
	Observed
	// Proven: the source has proven it. Only findings are.
	Proven
	// Statistical: it follows from how many there are. Only findings do.
	Statistical
)

// String returns the word that tables and JSON use.
func (e Evidence) String() string {
	return [...]string{"unknown", "inferred", "observed", "proven", "statistical"}[e]
}

// Edge is a stretch of one wait in which the same threads were waited for: one
// of them, if there are several.
type Edge struct {
	Kind     Kind
	Evidence Evidence
	// Blocked is the thread that waits.
	Blocked tracefeed.ThreadID
	// Blocker is the thread it waits for; NoThread is nobody.
	Blocker tracefeed.ThreadID
	// Monitor is what it waits for (Lock), where the source names it.
	Monitor    tracefeed.MonitorID
	Start, End tracefeed.Time
	// Sharers is how many threads are waited for at once in this stretch, such
	// as the readers of a lock, and Rank which of them this is, by id.
	Sharers, Rank int32
}

// Charge is the part of the stretch that is charged to Blocker, in
// nanoseconds: an equal share, and to the first what doesn't divide. The
// charges of all sharers add up to the length of the stretch.
func (e Edge) Charge() tracefeed.Time {
	length, n := e.End-e.Start, tracefeed.Time(max(e.Sharers, 1))
	share := length / n
	if e.Rank == 0 {
		share += length % n
	}
	return share
}
