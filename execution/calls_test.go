package execution_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

func TestCalls(t *testing.T) {
	check(t, func(tl *timeline.Timeline, q execution.Query) (list []execution.Call) {
		execution.EachCall(t.Context(), tl, q, func(c execution.Call) { list = append(list, c) })
		return sorted(list)
	}, func(trace oracle.Trace, q execution.Query) (list []execution.Call) {
		for _, c := range wantCalls(trace, q, false) {
			list = append(list, c.Call)
		}
		return sorted(list)
	})
}

func TestRegions(t *testing.T) {
	check(t, func(tl *timeline.Timeline, q execution.Query) (list []execution.Region) {
		execution.EachRegion(t.Context(), tl, q, func(r execution.Region) { list = append(list, r) })
		return sorted(list)
	}, func(trace oracle.Trace, q execution.Query) (list []execution.Region) {
		for _, c := range wantCalls(trace, q, true) {
			list = append(list, execution.Region{Thread: c.Thread, Name: c.Function, Task: c.task, Stack: c.Stack,
				Start: c.Start, End: c.End, Entered: c.Entered, Left: c.Left})
		}
		return sorted(list)
	})
}

// sorted sorts rows by their text: their order is not what is compared.
func sorted[R any](list []R) []R {
	slices.SortFunc(list, func(a, b R) int { return cmp.Compare(fmt.Sprintf("%+v", a), fmt.Sprintf("%+v", b)) })
	return list
}

// call is a call on an object, or a region of a task.
type call struct {
	execution.Call
	task, object int64
}

// wantCalls returns the calls or the regions in a window: those of the trace up to the
// end of the window. For each thread it goes through its events, and looks for the
// entry of each exit among the entries that are still open.
func wantCalls(trace oracle.Trace, q execution.Query, regions bool) (list []call) {
	end := min(q.To, trace.Events[len(trace.Events)-1].Time)
	entry, exit := tracefeed.CallEnter, tracefeed.CallExit
	if regions {
		entry, exit = tracefeed.RegionStart, tracefeed.RegionEnd
	}
	after := oracle.States(trace)
	for id := 1; id < len(q.Of); id++ {
		thread := tracefeed.ThreadID(id)
		var open, found []call
		since, was := tracefeed.Time(0), oracle.NotAlive
		leave := func(at int, t tracefeed.Time, left bool) {
			c := open[at]
			c.End, c.Left = t, left
			found, open = append(found, c), slices.Delete(open, at, at+1)
		}
		for i, ev := range trace.Events {
			gap := ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread
			if !contains(trace, execution.Query{To: q.To}, ev.Time) || ev.Thread != thread && !gap {
				continue
			}
			state := oracle.NotAlive
			if !gap {
				state = after[i]
			}
			ends := gap || ev.Kind == tracefeed.Lost && state != oracle.NotAlive || ev.Kind == tracefeed.ThreadEnd
			for ends && len(open) > 0 {
				leave(len(open)-1, ev.Time, false)
			}
			if ends || ev.Kind == tracefeed.ThreadStart && was == oracle.NotAlive && state != oracle.NotAlive {
				since = max(since, ev.Time)
			}
			if gap {
				continue
			}
			if ev.Kind != tracefeed.Wake { // which may come before the thread
				was = state
			}
			if state == oracle.NotAlive {
				continue
			}
			c := call{Call: execution.Call{Thread: thread, Function: ev.Name, Stack: ev.Stack, Start: ev.Time, Depth: len(open),
				Entered: true}, object: ev.Object}
			if regions {
				c.task = ev.Object
			}
			switch ev.Kind {
			case entry:
				open = append(open, c)
			case exit:
				at, later := len(open)-1, ev.Value
				for ; at >= 0; at-- {
					if x := open[at]; x.Function == ev.Name && x.task == c.task || !regions && ev.Name == tracefeed.NoName {
						if later--; later < 0 || !regions {
							break
						}
					}
				}
				switch {
				case at < 0 && (regions || len(open) == 0):
					c.Start, c.End, c.Depth, c.Entered, c.Left = since, ev.Time, 0, false, true
					found = append(found, c)
				case at >= 0:
					for !regions && len(open) > at+1 {
						leave(len(open)-1, ev.Time, false)
					}
					leave(at, ev.Time, true)
				}
			}
		}
		for len(open) > 0 {
			leave(len(open)-1, end, false)
		}
		for _, c := range found {
			if q.Of[id] && (contains(trace, q, c.Start) || c.Start < q.From && c.End > q.From && q.From < q.To) {
				list = append(list, c)
			}
		}
	}
	return list
}
