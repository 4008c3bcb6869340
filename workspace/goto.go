package workspace

import (
	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/tracefeed"
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
	// FindingWorst is the moment of the costliest hold of a monitor with the most threads
	// behind it. Findings without one have their begin.
	FindingWorst
	// FindingWhole is a moment after the begin, or after the most threads wait behind the
	// costliest hold. Step and time shown are chosen so that time before and after the
	// begin is in view: for pictures.
	FindingWhole
)

// String returns the moment in a word.
func (p FindingPlace) String() string {
	return [...]string{"begin", "before", "end", "worst", "whole"}[p]
}

func (c GoTo) apply(w *Workspace) {
	if c.Finding < 0 || c.Finding >= len(w.Report.Findings) {
		return
	}
	f := &w.Report.Findings[c.Finding]
	switch c.Place {
	case FindingWhole:
		showWhole(w, f)
	case FindingEnd:
		SeekTo{f.End}.apply(w)
	case FindingWorst:
		SeekTo{min(worstOf(f)+w.Look.Step, w.Timeline.End)}.apply(w)
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

// seekBegin seeks to the begin of a finding, or the step before. The length of the step
// stays, unless the finding is too short to be seen with it.
func seekBegin(w *Workspace, f *detect.Finding, before bool) {
	const seen = 5 // steps of a finding that are enough to see it
	if length := f.End - f.Start; f.End < w.Timeline.End && length < seen*w.Look.Step {
		w.Look.Step = min(w.Look.Step, max(view.NiceStep(length, 2*seen), view.ShortestStep))
	}
	at := f.Start - f.Start%w.Look.Step
	if !before {
		at += w.Look.Step
	}
	SeekTo{min(at, w.Timeline.End)}.apply(w)
}

// worstOf returns the moment of FindingWorst.
func worstOf(f *detect.Finding) tracefeed.Time {
	if h := f.CostliestHold(); h != nil {
		return h.At
	}
	return f.Start
}

// showWhole shows some time before and after the begin of a finding, or of its costliest
// hold.
func showWhole(w *Workspace, f *detect.Finding) {
	start, end := f.Start, f.End
	if h := f.CostliestHold(); h != nil {
		start, end = h.Start, h.End
	}
	after := max((end-start)/5, min(10*w.Look.Step, end-start))
	if h := f.CostliestHold(); h != nil && h.At > start+after {
		after = h.At + (end-h.At)/2 - start
	}
	moment := start + after
	from := max(tracefeed.Time(0), start-max(after, w.Timeline.End/20))
	SeekTo{moment}.apply(w)
	w.Look.Ahead = view.StartAhead
	w.Look.Step, w.Look.Steps = view.Steps(tracefeed.Time(float64(moment-from) / (1 - view.StartAhead)))
	w.Look.History = max(1, w.Look.Steps/10)
}

func (GoTo) Info() Info { return Info{Label: "go to finding", Effects: Undoable | MovesCamera | Jumps} }
