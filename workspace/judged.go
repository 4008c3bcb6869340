package workspace

import (
	"context"
	"maps"

	"tiv/interaction/detect"
)

// Findings are the findings of a workspace as the user judges them: some are dismissed, and
// thresholds are changed. They are named by their index in Report.
type Findings struct{ w *Workspace }

// FindingsOf returns the findings of a workspace. They follow its changes.
func FindingsOf(w *Workspace) Findings { return Findings{w} }

// Identities returns the identities of a finding and of those below it; nil if there is
// no such finding.
func (f Findings) Identities(finding int) []string {
	f.w.identities.update(f.w)
	if finding < 0 || finding >= len(f.w.identities.ids) {
		return nil
	}
	return f.w.identities.ids[finding]
}

// Dismissal returns the reason for which a finding is dismissed; "" if it counts.
func (f Findings) Dismissal(finding int) string {
	if len(f.w.Dismissed) == 0 {
		return ""
	}
	if ids := f.Identities(finding); ids != nil {
		return f.w.Dismissed[ids[0]]
	}
	return ""
}

// Counted returns the findings that are not dismissed.
func (f Findings) Counted() []detect.Finding {
	all := f.w.Report.Findings
	if len(f.w.Dismissed) == 0 {
		return all
	}
	var counted []detect.Finding
	for i := range all {
		if f.Dismissal(i) == "" {
			counted = append(counted, all[i])
		}
	}
	return counted
}

// Current reports whether Report was searched with the thresholds of the view.
func (f Findings) Current() bool { return maps.Equal(f.w.Limits, f.w.Report.Changes) }

// Search returns a function that searches the timeline with the thresholds of the view, in
// any goroutine; Set takes its result. Once its context is done, it returns an empty
// report soon.
func (f Findings) Search() func(ctx context.Context, progress func(float64)) detect.Report {
	tl, limits := f.w.Timeline, f.w.Limits
	return func(ctx context.Context, progress func(float64)) detect.Report {
		return detect.FindWith(ctx, tl, limits, progress)
	}
}

// SetOfTasks sets the findings about the tasks of the timeline.
func (f Findings) SetOfTasks(found []detect.Finding) {
	if len(found)+len(f.w.ofTasks) > 0 {
		f.w.ofTasks = found
		f.Set(f.w.Report)
	}
}

// Set sets the other findings of the timeline.
func (f Findings) Set(report detect.Report) {
	w := f.w
	report = report.WithTasks(w.Timeline, w.ofTasks)
	w.Report = report
	w.locks.found, w.locks.stale = report, true
	w.Look.Findings, w.Look.Searched = report.Findings, report.End
	w.locks.update(w)
}
