package findings

import (
	"slices"
	"testing"

	"tiv/interaction/detect"
	"tiv/session"
	"tiv/ui/panel"
	"tiv/workspace"
)

// Findings are in the order of their severity.
func TestFindingsByRank(t *testing.T) {
	ws := workspace.New("")
	ws.Report.Findings = []detect.Finding{
		{Kind: detect.Stuck, Severity: detect.Warning, Start: 1},
		{Kind: detect.Stuck, Severity: detect.Error, Start: 5},
		{Kind: detect.Deadlock, Severity: detect.Error, Start: 9},
		{Kind: detect.Deadlock, Severity: detect.Error, Start: 2},
	}
	p := Panel{Trace: panel.Trace{Document: &session.Document{Workspace: ws}}}
	p.Rank()
	for i, want := range []int{3, 2, 1, 0} {
		if p.order[i] != want {
			t.Fatalf("ranked %v, want 3 2 1 0", p.order)
		}
	}
}

func TestFindingsInTurn(t *testing.T) {
	p := Panel{Trace: panel.Trace{Document: &session.Document{Workspace: workspace.New("")}}, current: -1}
	p.GoToNext(1, workspace.FindingWorst) // there is none yet
	p.Rank()
	p.order, p.counted = []int{2, 0, 1, 3}, 3 // the last is dismissed
	var got []int
	for _, by := range []int{1, 1, 1, 1, -1, -1} {
		p.GoToNext(by, workspace.FindingWorst)
		got = append(got, p.current)
	}
	if want := []int{0, 1, 2, 0, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("ranks %v, want %v", got, want)
	}
	p.current = -1
	if p.GoToNext(-1, workspace.FindingWorst); p.current != 2 {
		t.Errorf("before the first finding comes %d, want the last", p.current)
	}
}
