package contents

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/workspace"
)

// opened is a workspace on a trace that is given as text.
func opened(t *testing.T, name, trace string) *workspace.Workspace {
	t.Helper()
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: name, Reader: strings.NewReader(trace), Size: int64(len(trace))}, workspace.Formats())
	if err != nil {
		t.Fatal(err)
	}
	l := workspace.Start(source, workspace.Options{Findings: true})
	t.Cleanup(func() { l.Close() })
	all, err := l.WaitFindings()
	if err != nil {
		t.Fatal(err)
	}
	ws := workspace.New(name)
	ws.Update(all.Timeline, all.Report)
	return ws
}

const story = `tiv-text 1
0s    A start name=Alpha
0s    B start name=Beta
0s    C start name=Gamma
10ms  A monitor-enter M
15ms  B monitor-enter N
20ms  A monitor-wait N
30ms  B monitor-wait M
40ms  C monitor-wait M
50ms  D start name=Delta
60ms  D suspend-start sleep
200ms D suspend-end
210ms D end
`

// An error of a picture is the error of the report; a cancelled report ends.
func TestTrouble(t *testing.T) {
	t.Parallel()
	ws := opened(t, "story", story)
	broken := errors.New("the pencil is broken")
	r := Report{Workspace: ws, Draw: func(*workspace.Workspace) ([]byte, error) { return nil, broken }}
	if _, err := r.Make(context.Background()); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	drawn := 0
	r.Draw = func(*workspace.Workspace) ([]byte, error) {
		if drawn++; drawn == 2 {
			stop()
		}
		return nil, nil
	}
	if _, err := r.Make(ctx); !errors.Is(err, context.Canceled) || drawn != 2 {
		t.Errorf("after %d pictures: %v", drawn, err)
	}
	r.Draw = nil
	if _, err := r.Make(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("without pictures: %v", err)
	}
}
