package replay

import (
	"testing"

	"tiv/block"
	"tiv/tracefeed"
)

// An earlier acquisition that becomes known during a wait for another monitor does not
// end the wait, in a trace with stacks.
func TestEarlierAcquisition(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		waitStack, enterStack tracefeed.StackID
		monitor               tracefeed.MonitorID
		state                 tracefeed.State
		verdict               Verdict
	}{
		"earlier acquisition": {1, tracefeed.NoStack, 2, tracefeed.Blocking, Used},
		"acquisition":         {1, 1, 2, tracefeed.Running, Invented},
		"without stacks":      {tracefeed.NoStack, tracefeed.NoStack, 2, tracefeed.Running, Invented},
		"end of the wait":     {1, tracefeed.NoStack, 1, tracefeed.Running, Used},
	} {
		m := New(tracefeed.Header{})
		span := block.Span{State: tracefeed.Running}
		m.Apply(&span, &tracefeed.Event{Kind: tracefeed.MonitorWait, Time: 1, Monitor: 1, Stack: test.waitStack})
		verdict := m.Apply(&span, &tracefeed.Event{Kind: tracefeed.MonitorEnter, Time: 2, Monitor: test.monitor, Stack: test.enterStack})
		if span.State != test.state || verdict != test.verdict {
			t.Errorf("%s: state %v, verdict %v, want %v, %v", name, span.State, verdict, test.state, test.verdict)
		}
	}
}

// A release tells that its thread runs, unless another thread released the monitor for it.
func TestReleaseInAnUnknownState(t *testing.T) {
	t.Parallel()
	m := New(tracefeed.Header{})
	for other, want := range []tracefeed.State{tracefeed.Running, tracefeed.Unknown} {
		span := block.Span{State: tracefeed.Unknown}
		m.Apply(&span, &tracefeed.Event{Kind: tracefeed.MonitorExit, Time: 2, Thread: 2, Monitor: 1, Other: tracefeed.ThreadID(other)})
		if span.State != want {
			t.Errorf("released by %d: state %v, want %v", other, span.State, want)
		}
	}
}
