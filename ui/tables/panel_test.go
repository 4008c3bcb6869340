package tables

import (
	"context"
	"testing"

	"tiv/internal/visit"
	"tiv/report"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// A table keeps its interval after a click on a row, until the moment is another
// than before and after the click.
func TestTableKeepsItsInterval(t *testing.T) {
	on := visit.Opened(t, "../testdata/phases.tiv")
	a := on.Shown
	do := func(c ...workspace.Command) {
		a.Send(c...)
		a.CarryOut(on.Jobs, &prefs.Prefs{})
	}
	seek := func(to tracefeed.Time) { do(workspace.SeekTo{Moment: to}) }
	const beta = tracefeed.ThreadID(2)
	p := Panel{Trace: panel.Trace{Document: a.Document}}
	do(workspace.ShowRange{From: 0, To: 20 * tracefeed.Millisecond})
	seek(90 * tracefeed.Millisecond)
	from, to := p.interval()
	p.GoToSpot(beta, 20*tracefeed.Millisecond)
	do()
	if a.Workspace.Look.Moment != 20*tracefeed.Millisecond || a.Workspace.Look.Selected != beta {
		t.Fatalf("moment %v, selected %d", a.Workspace.Look.Moment, a.Workspace.Look.Selected)
	}
	if f, e := p.interval(); f != from || e != to {
		t.Errorf("the click changed the interval from %v to %v, to %v to %v", from, to, f, e)
	}
	seek(30 * tracefeed.Millisecond)
	shownFrom, shownTo := a.Workspace.Look.Window()
	if f, e := p.interval(); f != shownFrom || e != shownTo || f == from {
		t.Errorf("at another moment the interval is %v to %v, shown are %v to %v", f, e, shownFrom, shownTo)
	}
	if p.pin.on {
		t.Error("the interval is still pinned")
	}
}

// A table that is being made keeps the window from being at rest, while it is shown.
func TestBusyTable(t *testing.T) {
	var p Panel
	p.tables[0].list.Update(listKey{count: 1}, func(ctx context.Context, _ func(float64)) (report.List, error) {
		<-ctx.Done()
		return report.List{}, ctx.Err()
	}, func() {})
	if p.Busy() {
		t.Error("a hidden table is busy")
	}
	if p.seen = true; !p.Busy() {
		t.Error("the panel is at rest while its table is made")
	}
	if p.Close(); p.Busy() {
		t.Error("the panel is busy after its work has ended")
	}
}
