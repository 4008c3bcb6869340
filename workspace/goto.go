package workspace

import (
	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/opening"
)

// GoTo shows a finding: a moment of it, and its first thread, or the one that causes it. It
// lights up the finding, until nothing is selected.
type GoTo struct {
	Finding int
	Place   FindingPlace
}

// FindingPlace is a moment of a finding.
type FindingPlace uint8

const (
	// FindingBegin is the end of the step that holds the begin.
	FindingBegin FindingPlace = iota
	// FindingBefore is the last end of a step up to the begin.
	FindingBefore
	// FindingEnd is the end of the finding.
	FindingEnd
	// FindingWorst is the moment at which a trace opens for the finding (opening.Worst).
	FindingWorst
	// FindingWhole is the same moment. Step and time shown are chosen so that time before
	// and after the begin is in view: for pictures.
	FindingWhole
	// FindingKept is the present moment if it lies inside the finding, else FindingWorst.
	FindingKept
	// FindingPlayed plays in two seconds from FindingBefore to FindingWorst.
	FindingPlayed
)

// String returns the moment in a word.
func (p FindingPlace) String() string {
	return [...]string{"begin", "before", "end", "worst", "whole", "kept", "played"}[p]
}

func (c GoTo) apply(w *Workspace) {
	if c.Finding < 0 || c.Finding >= len(w.Report.Findings) {
		return
	}
	f := &w.Report.Findings[c.Finding]
	switch at := w.Playback.Moment; c.Place {
	case FindingWhole:
		showWhole(w, f)
	case FindingEnd:
		SeekTo{f.End}.apply(w)
	case FindingKept, FindingWorst:
		if c.Place == FindingWorst || at <= f.Start || at > f.End {
			fitStep(&w.Look, f, w.Timeline.End)
			at = opening.Worst(w.Timeline, f)
		}
		SeekTo{at}.apply(w)
	case FindingPlayed:
		seekBegin(w, f, true)
		playTo(&w.Playback, opening.Worst(w.Timeline, f))
	default:
		seekBegin(w, f, c.Place == FindingBefore)
	}
	if h := f.CostliestHold(); h != nil {
		Select{h.Thread}.apply(w)
	} else if len(f.Threads) > 0 {
		Select{f.Threads[0]}.apply(w)
	}
	w.Look.Lit = view.LitBy(f)
	fitThreads(w)
}

// playTo plays up to a later moment, in a time in which people see what happens and still wait
// for the end.
func playTo(p *timeline.Playback, at tracefeed.Time) {
	const seconds = 2
	if at > p.Moment {
		p.Run = timeline.Run{To: at, Speed: float64(at-p.Moment) / float64(tracefeed.Second) / seconds}
		p.Playing, p.Backwards = true, false
	}
}

// seekBegin seeks to the begin of a finding, or the step before.
func seekBegin(w *Workspace, f *detect.Finding, before bool) {
	fitStep(&w.Look, f, w.Timeline.End)
	at := f.Start - f.Start%w.Look.Step
	if !before {
		at += w.Look.Step
	}
	SeekTo{min(at, w.Timeline.End)}.apply(w)
}

// fitStep makes the step shorter if a finding, in a trace with an end, is too short to be seen
// with it.
func fitStep(look *view.Look, f *detect.Finding, end tracefeed.Time) {
	const seen = 5 // steps of a finding that are enough to see it
	if length := f.End - f.Start; f.End < end && length < seen*look.Step {
		look.Step = min(look.Step, max(view.NiceStep(length, 2*seen), view.ShortestStep))
	}
}

// showWhole shows the worst moment of a finding, and some time before the begin of it, or of
// its costliest hold.
func showWhole(w *Workspace, f *detect.Finding) {
	start := f.Start
	if h := f.CostliestHold(); h != nil {
		start = h.Start
	}
	moment := opening.Worst(w.Timeline, f)
	from := max(tracefeed.Time(0), min(start, moment)-max(moment-start, w.Timeline.End/20))
	SeekTo{moment}.apply(w)
	w.Look.Ahead = view.StartAhead
	w.Look.Step, w.Look.Steps = view.Steps(tracefeed.Time(float64(moment-from) / (1 - view.StartAhead)))
	w.Look.History = view.StartHistory(w.Look.Steps)
}

func (GoTo) Info() Info { return Info{label: "go to finding", Effects: Undoable | MovesCamera | Jumps} }
