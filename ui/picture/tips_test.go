package picture

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

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

// The tip of a plate is about the step under the pointer, and the thread of the colour there.
func TestTipOfPlate(t *testing.T) {
	ws := workspace.New("plates")
	tl := reduced.Story(t, "tiv-text 1\n0ms A start\n0ms B start\n0ms C start\n0ms A monitor-enter M\n10ms B monitor-wait M\n"+
		"10ms C monitor-wait M\n60ms A monitor-exit M\n60ms B monitor-enter M\n80ms B monitor-exit M\n"+
		"80ms C monitor-enter M\n100ms C end\n")
	ws.Update(tl, detect.Find(t.Context(), tl, nil))
	ws.Do(workspace.SetOption{Option: "lock-plates", On: true})
	ws.Do(workspace.SetStep{Step: 20 * tracefeed.Millisecond})
	ws.Do(workspace.SeekTo{Moment: 90 * tracefeed.Millisecond})
	var b scene.Builder
	f := b.Frame(tl, &ws.Look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
	if len(f.Views[0].Plates) != 1 {
		t.Fatalf("%d plates", len(f.Views[0].Plates))
	}
	p := &f.Views[0].Plates[0]
	step := p.Steps[2] // from 40 ms on
	high := p.Of(2)[len(p.Of(2))-1].High
	at, _ := f.Views[0].Project(mgl32.Vec3{p.X, 0.4*p.Low + 0.6*high, (step.Far + step.Near) / 2})
	turns, ok := f.TurnsAt(at[0], at[1])
	if !ok {
		t.Fatal("no plate is there")
	}
	_, body := plateTip(&f.Locks[0], &turns, &session.Document{Workspace: ws})
	want := "this colour: A, step 40 ms to 60 ms, held by A (100.0 %), 2 waiting threads on average, 40 ms in all, " +
		"they waited for A (100.0 %)"
	if got := strings.Join(body, ", "); got != want {
		t.Errorf("the tip is %q, want %q", got, want)
	}
}
