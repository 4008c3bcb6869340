package panel

import (
	"context"
	"fmt"
	"strings"

	"tiv/internal/background"
	"tiv/report"
	"tiv/scene/view"
	"tiv/session"
	"tiv/timeline"
	"tiv/tracefeed"
)

// CallKey is a call of a trace.
type CallKey struct {
	tl   *timeline.Timeline
	call view.Call
}

// SumCall returns how a call spent its time, or nil while that is being added up.
func SumCall(d *session.Document, sums *background.Latest[CallKey, report.CallSums], call view.Call, wake func()) *report.CallSums {
	key := CallKey{d.Workspace.Timeline, call}
	sums.Update(key, func(ctx context.Context, _ func(float64)) (report.CallSums, error) {
		return background.OrCanceled(report.SumCall(ctx, key.tl, call))
	}, wake)
	if !sums.Present || sums.Key != key {
		return nil
	}
	return &sums.Value
}

// DescribeCall describes a call of a trace in a few lines.
func DescribeCall(d *session.Document, c *view.Call, merged int, sums *report.CallSums) []string {
	lines := []string{fmt.Sprintf("%s: %v", d.Workspace.Look.Clock().Span(c.Start, c.End), c.End-c.Start)}
	if sums != nil {
		if sums.HasSelf && sums.States.Alive() > 0 {
			lines = append(lines, fmt.Sprintf("in itself: %v", sums.Self))
		}
		if words := stateWords(sums.States); words != "" {
			lines = append(lines, words)
		}
	}
	evidence := "measured: its entry or exit is in the trace"
	if c.Sampled {
		evidence = "sampled: it follows from stacks of the trace"
	}
	lines = append(lines, evidence)
	if merged > 1 {
		lines = append(lines, fmt.Sprintf("and %s in this pixel, which are shorter", tracefeed.Plural(merged-1, "other call")))
	}
	return lines
}

// stateWords lists the times in states, the longest first.
func stateWords(times tracefeed.StateTimes) string {
	var parts []string
	all := times.Alive()
	for _, s := range report.StateOrder {
		if times[s] > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", s.Word(), tracefeed.Percent(times[s], all)))
		}
	}
	return strings.Join(parts, ", ")
}
