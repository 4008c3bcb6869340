// Package patterns tells how the pattern of waits changes over a trace.
//
// The pattern of a moment is made of the waits of a history that ends there, as in the picture of
// that moment. A Series has it for moments at equal distances, so its cost is bounded by their
// number: each adds up the waits of one step, and a sliding sum makes histories of steps.
//
// # Decisions
//
//   - A history is a whole number of steps. One that is shorter than a step would leave waits
//     out, so it is a step then.
//   - A step with more events or ownership intervals than the budget counts with its latest
//     part, and its moments say so.
package patterns

import (
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Kind is the pattern of threads that wait for each other.
type Kind uint8

const (
	// Other is any other pattern: a pair, a chain.
	Other Kind = iota
	// ManyToOne and ManyToMany are those of interaction.Groups.
	ManyToOne
	ManyToMany
	// Ring is a deadlock.
	Ring
	// Unknown: threads wait for locks, and the trace doesn't say for whom.
	Unknown
)

// kindOf is the kind of a group's pattern.
var kindOf = [...]Kind{interaction.NoPattern: Other, interaction.ManyToOne: ManyToOne, interaction.ManyToMany: ManyToMany}

// Moment is the pattern of the waits in the history before a moment.
type Moment struct {
	// Kinds are those of deadlocks, then those of the groups of threads, the ones with the most
	// waiting first. Without any, threads that wait make a single Other, or a single Unknown. It is
	// empty if no thread waits for another.
	Kinds []Kind
	// Groups are the groups of threads, the ones with the most waiting first. Their numbers of
	// locks are not known.
	Groups []interaction.Group
	// changes is the number of new pairs in the last step, which the history before does not have,
	// and of threads that start or end there.
	changes int
	// Partial says that some steps of the history count with their latest part.
	Partial bool
}

// Series is the patterns of a trace at moments in equal distances.
type Series struct {
	// Step is the distance of moments, the first of which is one step after the start.
	Step tracefeed.Time
	// History is the time before each moment that counts.
	History tracefeed.Time
	// End is the end of the trace, and the last moment.
	End     tracefeed.Time
	Moments []Moment
}

// Query says what a series is about. Two queries with the same values have the same series.
type Query struct {
	Timeline *timeline.Timeline
	// Findings are those of the trace up to the time Searched.
	Findings []detect.Finding
	Searched tracefeed.Time
	// Threads are those whose waits count.
	Threads []tracefeed.ThreadID
	// Moments is about the number of moments, and History the time before each that counts, at
	// least.
	Moments int
	History tracefeed.Time
}

// steps returns the length of a step for about n moments, and the number of steps in a history.
func (q *Query) steps(n int) (step tracefeed.Time, history int) {
	step = max(1, (q.Timeline.End-1)/tracefeed.Time(max(n, 1))+1)
	history = int(max(1, q.History/step))
	if q.History > step {
		step = (q.History-1)/tracefeed.Time(history) + 1
	}
	return step, history
}

// Time returns the time of a moment of the series.
func (s *Series) Time(i int) tracefeed.Time {
	if tracefeed.Time(i) >= (s.End-1)/s.Step { // the end of the step may be too large
		return s.End
	}
	return tracefeed.Time(i+1) * s.Step
}

// At returns the first moment of the series from a time on; ok is false if there is none.
func (s *Series) At(t tracefeed.Time) (i int, ok bool) {
	i = int((max(t, 1) - 1) / max(s.Step, 1))
	return i, i < len(s.Moments)
}

// Shares returns the share of the moments with each pattern, from 0 to 1: a deadlock, or else that of
// the group with the most waiting.
func (s *Series) Shares() (shares [Unknown + 1]float64) {
	for i := range s.Moments {
		if kinds := s.Moments[i].Kinds; len(kinds) > 0 {
			shares[kinds[0]] += 1 / float64(len(s.Moments))
		}
	}
	return shares
}

// Run is consecutive moments of a series with the same kinds.
type Run struct {
	Kinds []Kind
	// First and Last are its moments.
	First, Last int
}

// Runs divides the moments of the series into runs.
func (s *Series) Runs() (runs []Run) {
	for i := range s.Moments {
		m := &s.Moments[i]
		if n := len(runs); n > 0 && slices.Equal(runs[n-1].Kinds, m.Kinds) {
			runs[n-1].Last = i
		} else {
			runs = append(runs, Run{m.Kinds, i, i})
		}
	}
	return runs
}
