package ui

import (
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
	p := findingsPanel{Trace: panel.Trace{Document: &session.Document{Workspace: ws}}}
	p.rank()
	for i, want := range []int{3, 2, 1, 0} {
		if p.order[i] != want {
			t.Fatalf("ranked %v, want 3 2 1 0", p.order)
		}
	}
}
