package picture

import (
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/workspace"
)

// The tooltip of a bar is about the time under the pointer; that of a thread that has ended
// by the moment also says when.
func TestTipOfEndedThread(t *testing.T) {
	ws := workspace.New("ended")
	ws.Update(reduced.Story(t, "tiv-text 1\n0ms A start\n0ms B start\n50ms A end\n100ms B end\n"), detect.Report{})
	tips := Tips{Trace: panel.Trace{Document: &session.Document{Workspace: ws}}}
	const alpha, beta = tracefeed.ThreadID(1), tracefeed.ThreadID(2)
	const ms = tracefeed.Millisecond
	for _, c := range []struct {
		thread      tracefeed.ThreadID
		moment, tip tracefeed.Time
		want        string
	}{
		{alpha, 40 * ms, 20 * ms, "at 20 ms: running, 20 ms so far, 50 ms in total"},
		{alpha, 80 * ms, 20 * ms, "at 20 ms: running, 20 ms so far, 50 ms in total, ended at 50 ms"},
		{alpha, 80 * ms, 70 * ms, "at 70 ms: ended at 50 ms, 20 ms ago"},
		{beta, 100 * ms, 20 * ms, "at 20 ms: running, 20 ms so far, 100 ms in total"},
	} {
		ws.Do(workspace.SeekTo{Moment: c.moment})
		if _, body := tips.thread(c.thread, c.tip); strings.Join(body, ", ") != c.want {
			t.Errorf("thread %d at %v: %q, want %q", c.thread, c.moment, body, c.want)
		}
	}
	ws.Do(workspace.SetStep{Step: tracefeed.Microsecond})
	if _, body := tips.thread(beta, 20*ms+34567); body[0] != "at 20.034 ms: running" {
		t.Errorf("in steps of a microsecond: %q", body[0])
	}
}

// The tip of an answer that never came says what the trace knows of it, and that it is inferred.
func TestTipOfDebt(t *testing.T) {
	ws := workspace.New("stuck")
	tl := reduced.Story(t, "tiv-text 1\nframe f1 main.receive\nstack s1 f1\n0ms A start\n0ms B start\n"+
		"10ms A suspend-start channel stack=s1\n20ms - wake A by=B\n20ms A suspend-end\n"+
		"30ms A suspend-start channel stack=s1 lasts=forever\n"+
		"40ms B end\n40ms C start\n90ms C ready\n")
	ws.Update(tl, detect.Find(t.Context(), tl, nil))
	var b scene.Builder
	f := b.Frame(tl, &ws.Look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
	if len(f.Debts) != 1 {
		t.Fatalf("%d debts", len(f.Debts))
	}
	head, body := debtTip(&f.Debts[0], &session.Document{Workspace: ws})
	all := head + "\n" + strings.Join(body, "\n")
	for _, want := range []string{
		"A waits for an answer, perhaps of B", "B ended its last wait there, and has ended at 40 ms", "inferred",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q lacks %q", all, want)
		}
	}
}
