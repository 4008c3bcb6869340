package ending

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// PartEnds has, by process, the end of what a trace of several processes has of one that did
// not end then; 0 for the end of the trace. From there on, the states of all its threads are
// unknown, and no event is lost.
type PartEnds []tracefeed.Time

// Of returns the end of what the trace has of a thread: that of the trace, or of a part.
func (p PartEnds) Of(tl *timeline.Timeline, t tracefeed.ThreadID) tracefeed.Time {
	if process := tl.Threads[t].Process; int(process) < len(p) && p[process] > 0 {
		return p[process]
	}
	return tl.End
}

// PartEndsOf returns the ends of the processes of a trace; nil if they are not known.
func PartEndsOf(tl *timeline.Timeline) PartEnds {
	if len(tl.Processes) == 0 || tl.Counts.Gaps > 0 {
		return nil
	}
	ends, goesOn := make(PartEnds, len(tl.Processes)), make([]bool, len(tl.Processes))
	for id := 1; id < len(tl.Threads); id++ {
		process, lane := tl.Threads[id].Process, tl.Lane(tracefeed.ThreadID(id))
		last := lane.Since(tl.End)
		switch {
		case last.State == tracefeed.NotAlive:
		case last.State != tracefeed.Unknown:
			goesOn[process] = true
		case last.Start > 0 && lane.StateAt(last.Start-1) != tracefeed.NotAlive:
			ends[process] = max(ends[process], last.Start)
		}
	}
	for p := range ends {
		if goesOn[p] || p == int(tracefeed.NoProcess) {
			ends[p] = 0
		}
	}
	return ends
}
