package opening

import (
	"slices"

	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Worst returns the moment that shows a finding best, at most at its end:
//
//  1. Of a finding with a costliest hold, soon after the most threads wait behind that.
//  2. Of a finding about nearly the whole trace, its end.
//  3. Otherwise soon after its start. By then all threads wait that are in it at the end of
//     the trace, and a thread that was to wake them has ended.
//
// At least half of its threads are alive then. If possible, at most half of all threads of the
// program have ended.
func Worst(tl *timeline.Timeline, f *detect.Finding) tracefeed.Time { return worst(tl, f, Lively(tl)) }

// worst is Worst for a trace with its Lively moment.
func worst(tl *timeline.Timeline, f *detect.Finding, lively tracefeed.Time) tracefeed.Time {
	from, end, hold := f.Start, f.End, f.CostliestHold()
	if hold != nil {
		from, end = hold.At, hold.End
	} else if f.Severity.Accuses() && f.End == tl.End {
		from = complete(tl, f)
	}
	at := soon(tl, from, end)
	if hold == nil && covers(tl, f) {
		at = f.End
	}
	if lively > from {
		at = min(at, lively)
	}
	if hold == nil && !mostLive(tl, f.Threads, at) {
		at = fullest(tl, f.Threads, timeline.Interval{Start: f.Start, End: f.End})
	}
	return at
}

// covers reports whether a finding is about nearly the whole trace.
func covers(tl *timeline.Timeline, f *detect.Finding) bool {
	const rest = 10 // parts
	return f.End-f.Start >= tl.End-tl.End/rest
}

// soon returns a moment by which something lasts for some steps of a view of the whole
// trace, or for half of its time if it is shorter.
func soon(tl *timeline.Timeline, from, end tracefeed.Time) tracefeed.Time {
	const seen = 5
	step, _ := view.Steps(tl.End)
	at := from - from%step + seen*step
	return min(at, from+max((end-from)/2, 1), max(end, from), tl.End)
}

// complete returns the time from which all threads of a finding up to the end of the trace
// wait, and the thread has ended that was to wake them.
func complete(tl *timeline.Timeline, f *detect.Finding) tracefeed.Time {
	const most = 1000 // threads to ask
	at := f.Start
	for i := 0; i < len(f.Threads); i += len(f.Threads)/most + 1 {
		if s := tl.Lane(f.Threads[i]).Since(tl.End); s.State == tracefeed.Blocking || s.State == tracefeed.Suspended {
			at = max(at, s.Start)
		}
	}
	for _, t := range []tracefeed.ThreadID{f.Culprit(), f.Gone()} {
		if t == tracefeed.NoThread {
			continue
		}
		if _, died := tl.Lane(t).Life(); died < tl.End {
			at = max(at, died)
		}
	}
	return at
}

// mostLive reports whether at least half of some threads are alive.
func mostLive(tl *timeline.Timeline, threads []tracefeed.ThreadID, at tracefeed.Time) bool {
	living := 0
	for _, t := range threads {
		if born, died := tl.Lane(t).Life(); born <= at && (at < died || died == tl.End) {
			living++
		}
	}
	return 2*living >= len(threads)
}

// fullest returns the last moment of an interval at which the most of some threads are alive.
func fullest(tl *timeline.Timeline, threads []tracefeed.ThreadID, in timeline.Interval) tracefeed.Time {
	var born, died []tracefeed.Time
	for _, t := range threads {
		b, d := tl.Lane(t).Life()
		if b, d = max(b, in.Start), min(d, in.End); b < d {
			born, died = append(born, b), append(died, d)
		}
	}
	slices.Sort(born)
	slices.Sort(died)
	at, most := in.End, 0
	for i, ended := 0, 0; i < len(born); i++ {
		for died[ended] <= born[i] {
			ended++
		}
		if living := i + 1 - ended; living >= most {
			at, most = died[ended]-1, living
		}
	}
	return at
}
