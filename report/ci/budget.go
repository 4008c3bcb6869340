package ci

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tiv/interaction/totals"
	"tiv/interaction/verdict"
	"tiv/report"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// longestWait is the measure of the longest wait for a lock; all others are shares of
// states.
const longestWait = "longest-wait"

// Limit is a part of a budget: a share of all thread time that threads may spend in a
// state, the length of the longest wait for a lock, or a number of the durations of tasks.
type Limit struct {
	text    string
	measure string
	share   float64 // of a state
	length  tracefeed.Time
	// durations is the number of tasks of the type tasksOf; nil for others.
	durations *taskMeasure
	tasksOf   string
}

// parts divides a budget at its commas outside of quotes.
var parts = regexp.MustCompile(`(?:[^",]|"(?:[^"\\]|\\.)*"|")*`)

// ParseBudget parses limits such as "blocking<5%,longest-wait<200ms".
func ParseBudget(text string) (limits []Limit, err error) {
	for _, part := range parts.FindAllString(text, -1) {
		part = strings.TrimSpace(part)
		if l, ok, err := parseTask(part); ok {
			if err != nil {
				return nil, err
			}
			limits = append(limits, l)
			continue
		}
		measure, value, ok := strings.Cut(part, "<")
		l := Limit{text: part, measure: strings.TrimSpace(measure)}
		value = strings.TrimSpace(value)
		percent, isShare := strings.CutSuffix(value, "%")
		switch {
		case !ok:
			return nil, fmt.Errorf("invalid budget %q; write MEASURE<VALUE, such as blocking<5%%", part)
		case l.measure == longestWait:
			d, err := time.ParseDuration(value)
			if err != nil || d <= 0 {
				return nil, fmt.Errorf("invalid budget %q; write a time, such as longest-wait<200ms", part)
			}
			l.length = tracefeed.Time(d)
		case !slices.ContainsFunc(report.StateOrder[:], func(s tracefeed.State) bool { return s.String() == l.measure }):
			return nil, fmt.Errorf(
				`unknown measure %q in the budget; use %s, task("TYPE").p99, or a state: running, runnable, suspended, blocking, io`,
				l.measure, longestWait)
		default:
			l.share, err = strconv.ParseFloat(strings.TrimSpace(percent), 64)
			if err != nil || !isShare || l.share < 0 || l.share > 100 {
				return nil, fmt.Errorf("invalid budget %q; write a share, such as %s<5%%", part, l.measure)
			}
		}
		limits = append(limits, l)
	}
	return limits, nil
}

// Measured is what a budget is about.
type Measured struct {
	Timeline *timeline.Timeline
	// Slicing has the base, and Figures are those of it.
	Slicing report.Slicing
	Figures verdict.Figures
	// Tasks are those of the whole trace.
	Tasks *task.Index
}

// Exceeded returns the limits that a trace does not keep, in the base of slices if they have
// one; those for tasks are about the whole trace.
func Exceeded(ctx context.Context, m Measured, limits []Limit) (out []report.Excess) {
	for _, l := range limits {
		if value := l.exceeded(ctx, &m); value != "" {
			out = append(out, report.Excess{Limit: l.text, Value: value})
		}
	}
	return out
}

// exceeded returns the value of a limit that is not kept; "" if it is.
func (l *Limit) exceeded(ctx context.Context, m *Measured) string {
	switch {
	case l.durations != nil:
		return l.exceededBy(m.Tasks)
	case l.measure == longestWait:
		longest, lengths := longest(ctx, m.Timeline, m.Slicing)
		if longest < l.length {
			return ""
		}
		return fmt.Sprintf("%v, of %s from %v", longest, m.Timeline.Threads[lengths.Thread].Name, lengths.Start)
	}
	i := slices.IndexFunc(report.StateOrder[:], func(s tracefeed.State) bool { return s.String() == l.measure })
	part, alive := m.Figures.Times[report.StateOrder[i]], m.Figures.Times.Alive()
	if 100*float64(part) < l.share*float64(alive) || part == 0 {
		return ""
	}
	return tracefeed.Percent(part, alive)
}

// longest returns the longest wait for a lock of a thread of the program.
func longest(ctx context.Context, tl *timeline.Timeline, x report.Slicing) (tracefeed.Time, totals.Episode) {
	s, _ := totals.Sum(ctx, tl, x.Totals(totals.Query{From: 0, To: tl.End,
		Of: func(t tracefeed.ThreadID) bool { return !tl.Threads[t].System }}))
	e := s.Waits[tracefeed.Blocking].Longest
	return e.Length, e
}
