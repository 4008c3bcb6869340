package ci

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tiv/interaction/totals"
	"tiv/interaction/verdict"
	"tiv/report"
	"tiv/timeline"
	"tiv/tracefeed"
)

// longestWait is the measure of the longest wait for a lock; all others are shares of
// states.
const longestWait = "longest-wait"

// Limit is a part of a budget: a share of all thread time that threads may spend in a
// state, or the length of the longest wait for a lock.
type Limit struct {
	text    string
	measure string
	share   float64 // of a state
	length  tracefeed.Time
}

// ParseBudget parses limits such as "blocking<5%,longest-wait<200ms".
func ParseBudget(text string) (limits []Limit, err error) {
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
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
				"unknown measure %q in the budget; use %s, or a state: running, runnable, suspended, blocking, io", l.measure, longestWait)
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

// Exceeded returns the limits that a trace does not keep, in the base of slices if they have
// one, and with figures of that.
func Exceeded(ctx context.Context, tl *timeline.Timeline, limits []Limit, slicing report.Slicing,
	figures verdict.Figures) (out []report.Excess) {
	all := figures.Times
	for _, l := range limits {
		x := report.Excess{Limit: l.text}
		if l.measure == longestWait {
			longest, lengths := longest(ctx, tl, slicing)
			if longest < l.length {
				continue
			}
			x.Value = fmt.Sprintf("%v, of %s from %v", longest, tl.Threads[lengths.Thread].Name, lengths.Start)
			out = append(out, x)
			continue
		}
		i := slices.IndexFunc(report.StateOrder[:], func(s tracefeed.State) bool { return s.String() == l.measure })
		part := all[report.StateOrder[i]]
		if 100*float64(part) < l.share*float64(all.Alive()) || part == 0 {
			continue
		}
		x.Value = tracefeed.Percent(part, all.Alive())
		out = append(out, x)
	}
	return out
}

// longest returns the longest wait for a lock of a thread of the program.
func longest(ctx context.Context, tl *timeline.Timeline, x report.Slicing) (tracefeed.Time, totals.Episode) {
	s, _ := totals.Sum(ctx, tl, x.Totals(totals.Query{From: 0, To: tl.End,
		Of: func(t tracefeed.ThreadID) bool { return !tl.Threads[t].System }}))
	e := s.Waits[tracefeed.Blocking].Longest
	return e.Length, e
}
