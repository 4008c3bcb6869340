package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tiv/interaction/turns"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Turns describes the history of locks. Name returns the name of a thread.
type Turns struct {
	Name  func(tracefeed.ThreadID) string
	Clock view.Clock // of the trace
}

// Free says that no thread holds a lock, UnknownHolder that a trace does not name its holder.
const Free, UnknownHolder = "free", "its holder is unknown"

// Step describes a step of a length: who held a lock, and how many threads waited for whom. free says that no thread
// held it or waited for it; "" if nothing is to be said about holders.
func (d Turns) Step(s *turns.Step, length tracefeed.Time, free string) (lines []string) {
	switch {
	case len(s.Held) > 0:
		lines = append(lines, "held by "+d.parts(s.Held, length))
	case free == "":
	case len(s.Waited) == 0:
		lines = append(lines, free)
	default:
		lines = append(lines, UnknownHolder)
	}
	waited := turns.Sum(s.Waited)
	if waited == 0 {
		return append(lines, "no thread waited for it")
	}
	lines = append(lines, fmt.Sprintf("%.3g waiting threads on average, %v in all", s.Queue(length), waited))
	return append(lines, "they waited for "+d.parts(s.Waited, waited))
}

// Column is Step with the interval of the step.
func (d Turns) Column(s *turns.Step, start, end tracefeed.Time, free string) []string {
	return slices.Insert(d.Step(s, end-start, free), 1, "from "+d.Clock.Span(start, end))
}

// Turn describes a turn: who held the lock, from when to when, and how many threads waited.
func (d Turns) Turn(t *turns.Turn) (lines []string) {
	lines = append(lines, Free)
	if len(t.Holders) > 0 {
		lines[0] = "held by " + listed(t.Holders, d.Name)
	}
	when := fmt.Sprintf("from %s (%v)", d.Clock.Span(t.Start, t.End), t.End-t.Start)
	switch {
	case t.Earlier && t.Later:
		when += ", and before and after"
	case t.Earlier:
		when += ", and before"
	case t.Later:
		when += ", and after"
	}
	lines = append(lines, when)
	if t.Waiters == 0 {
		return append(lines, "no thread waited for it")
	}
	return append(lines, fmt.Sprintf("%s waited for it, %v in all", tracefeed.Plural(t.Waiters, "thread"), turns.Sum(t.Waited)))
}

// parts lists the largest parts of a step, in per cent of a time.
func (d Turns) parts(list []turns.Part, of tracefeed.Time) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b turns.Part) int { return cmp.Compare(b.Time, a.Time) })
	return listed(list, func(p turns.Part) string {
		name := "nobody known"
		if p.Thread != tracefeed.NoThread {
			name = d.Name(p.Thread)
		}
		if p.Inferred {
			name += ", inferred"
		}
		return fmt.Sprintf("%s (%s)", name, tracefeed.Percent(p.Time, of))
	})
}

// mostListed is the number of threads that a description lists.
const mostListed = 4

// listed lists the first things of a list in words.
func listed[T any](list []T, word func(T) string) string {
	var words []string
	for _, t := range list[:min(len(list), mostListed)] {
		words = append(words, word(t))
	}
	text := strings.Join(words, ", ")
	if left := len(list) - mostListed; left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
