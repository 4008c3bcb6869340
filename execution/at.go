package execution

import (
	"cmp"
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Code is the code that a thread runs at a moment, as far as the trace has it: exactly one
// of its fields is set, or none.
type Code struct {
	// Calls and Regions are the names of the open ones, the innermost first.
	Calls, Regions []tracefeed.NameID
	// Sample is the sample nearest to the moment.
	Sample *Sample
}

// nearSample is the distance from a moment up to which At looks for samples. It bounds
// the cost; profilers take a sample every few milliseconds.
const nearSample = 20 * tracefeed.Millisecond

// At returns the code that a thread runs at a moment: its measured calls; if there are
// none, the nearest sample in the same span of the thread's state, of two equally
// near ones the earlier; if there is none, its regions. A thread that is not alive runs
// no code. The cost grows with the events near the moment.
func At(ctx context.Context, tl *timeline.Timeline, t tracefeed.ThreadID, moment tracefeed.Time) (c Code) {
	s, end := tl.Lane(t).At(moment)
	if s.State == tracefeed.NotAlive {
		return Code{}
	}
	q := Query{Of: make([]bool, int(t)+1), From: min(moment, tl.End-1), To: moment + 1}
	q.Of[t] = true
	var calls []Call
	var regions []Region
	eachEnded(ctx, tl, q, func(_ tracefeed.ThreadID, e *timeline.EndedCall) {
		switch isOpen := e.Start <= moment && (e.End > moment || moment >= tl.End && !e.Left); {
		case !isOpen:
		case e.Region:
			regions = append(regions, Region{Name: e.Name, Start: e.Start})
		default:
			calls = append(calls, Call{Function: e.Name, Depth: e.Depth})
		}
	})
	if len(calls) > 0 {
		slices.SortStableFunc(calls, func(a, b Call) int { return cmp.Compare(b.Depth, a.Depth) })
		for _, x := range calls {
			c.Calls = append(c.Calls, x.Function)
		}
		return c
	}
	q.From, q.To = max(s.Start, moment-nearSample), min(end, moment+nearSample+1)
	EachSample(ctx, tl, q, func(x Sample) {
		if x.State == s.State && x.Stack != tracefeed.NoStack &&
			(c.Sample == nil || distance(x.Time, moment) < distance(c.Sample.Time, moment)) {
			c.Sample = &x
		}
	})
	if c.Sample == nil {
		slices.SortStableFunc(regions, func(a, b Region) int { return cmp.Compare(b.Start, a.Start) })
		for _, x := range regions {
			c.Regions = append(c.Regions, x.Name)
		}
	}
	return c
}

func distance(a, b tracefeed.Time) tracefeed.Time { return max(a-b, b-a) }
