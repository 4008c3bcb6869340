package session

import (
	"context"
	"maps"
	"slices"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/verdict"
	"tiv/internal/background"
	"tiv/report"
	"tiv/timeline"
	"tiv/workspace"
)

// Ranking is the findings of a document, the worst first, and the one that was gone to.
type Ranking struct {
	// Order has the indices of the findings in Of: first the Counted ones, then those Outside
	// of the base, then the dismissed ones.
	Order            []int
	Counted, Outside int
	Of               []detect.Finding // of the report
	// Current is the place in Order of the finding that was gone to, counted from 1; 0 is none.
	Current int
	// Only is the name of the slice of which findings are listed; "" for all.
	Only   string
	Sliced SlicedFindings
	// Times are the times in slices that Order was made with; nil if they are not known.
	Times     *report.SlicedFindings
	dismissed map[string]string // as times
}

// Rank sorts the findings of a document, the worst first, and returns the indices in its report
// of all that count. The current one stays if only texts change.
func Rank(d *Document) []int {
	r, findings, dismissed := &d.Ranking, d.Workspace.Report.Findings, d.Workspace.Dismissed
	if slice.Find(d.Workspace.Look.Slices, r.Only) < 0 {
		r.Only = ""
	}
	times := r.Sliced.times(findings)
	same := len(r.Of) == len(findings) && (len(findings) == 0 || &r.Of[0] == &findings[0])
	if same && maps.Equal(r.dismissed, dismissed) && r.Times == times {
		return r.Order[:r.Counted]
	}
	current := -1
	if r.Current > 0 && r.Current <= len(r.Order) && len(r.Of) == len(findings) && maps.Equal(r.dismissed, dismissed) {
		current = r.Order[r.Current-1]
	}
	r.Of, r.dismissed, r.Times, r.Order = findings, dismissed, times, nil
	var aside, outside []int
	for _, i := range report.Worst(findings) {
		switch {
		case workspace.FindingsOf(d.Workspace).Dismissal(i) != "":
			aside = append(aside, i)
		case times.Outside(i):
			outside = append(outside, i)
		default:
			r.Order = append(r.Order, i)
		}
	}
	r.Counted, r.Outside = len(r.Order), len(outside)
	r.Order = append(append(r.Order, outside...), aside...)
	r.Current = slices.Index(r.Order, current) + 1
	return r.Order[:r.Counted]
}

// RankOf returns the place of a finding in Order, by its index in the report; -1 if it has none.
func (r *Ranking) RankOf(index int) int { return slices.Index(r.Order, index) }

// GoToFinding shows a moment of the finding at a place in the ranking, from 0; below 0 of none.
func GoToFinding(d *Document, rank int, at workspace.FindingPlace) {
	if rank < 0 {
		return
	}
	d.Ranking.Current = rank + 1
	d.Glide(workspace.GoTo{Finding: d.Ranking.Order[rank], Place: at})
}

// goOn shows a moment of the next finding that counts, of the previous one with -1, or with 0
// of the current one, which is the first if there is none.
func goOn(d *Document, by int, at workspace.FindingPlace) {
	n := len(Rank(d))
	if n == 0 {
		return
	}
	rank := d.Ranking.Current - 1 + by
	if by <= 0 {
		rank = max(d.Ranking.Current-1, 0) + by
	}
	GoToFinding(d, ((rank%n)+n)%n, at)
}

// SlicedFindings is the time of findings in slices, computed in the background.
type SlicedFindings struct {
	background.Latest[slicedKey, SlicedResult]
}

// slicedKey is the input of the times.
type slicedKey struct {
	tl       *timeline.Timeline
	findings *detect.Finding // the first in a list that never changes
	locks    *lockname.Names
	slicing  *slice.Slices
	Base     string
}

// SlicedResult is the times of findings, and the figures of the verdict about the base.
type SlicedResult struct {
	findings *report.SlicedFindings
	Figures  verdict.Figures
}

// refresh requests the times, if there are slices and the input has changed.
func (s *SlicedFindings) refresh(ws *workspace.Workspace, wake func()) {
	if ws.Look.Slicing == nil {
		s.Reset()
		return
	}
	key := slicedKey{tl: ws.Timeline, locks: ws.Look.Locks, slicing: ws.Look.Slicing, Base: ws.Look.Base}
	found := ws.Report.Findings
	if len(found) > 0 {
		key.findings = &found[0]
	}
	s.Update(key, func(ctx context.Context, _ func(float64)) (SlicedResult, error) {
		x := report.NewSlicing(key.slicing, key.Base)
		r := SlicedResult{findings: x.Findings(ctx, key.tl, found)}
		if key.Base != "" {
			r.Figures = x.FiguresOf(ctx, key.tl, key.locks)
		}
		return r, ctx.Err()
	}, wake)
}

// Busy reports whether the times are being computed.
func (s *SlicedFindings) Busy() bool {
	_, running := s.Running()
	return running
}

// times returns the times in the present findings; nil while they are not known.
func (s *SlicedFindings) times(found []detect.Finding) *report.SlicedFindings {
	if !s.Present || len(found) == 0 || s.Key.findings != &found[0] {
		return nil
	}
	return s.Value.findings
}
