package contents

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/loader"
)

// opened is a workspace on a trace that is given as text.
func opened(t *testing.T, name, trace string) *workspace.Workspace {
	t.Helper()
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: name, Reader: strings.NewReader(trace), Size: int64(len(trace))},
		loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	l := loader.Start(source, loader.Options{Findings: true})
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

// TestDismissed dismisses the worst finding: it comes last, with the reason, and is nothing
// to fix.
func TestDismissed(t *testing.T) {
	t.Parallel()
	ws := opened(t, "story", story)
	r := Report{Workspace: ws, Draw: func(*workspace.Workspace) ([]byte, error) { return []byte("a picture"), nil }}
	before, err := r.Make(context.Background())
	if err != nil || len(before.ToFix()) < 2 {
		t.Fatalf("%d findings to fix (%v), want two or more", len(before.ToFix()), err)
	}
	worst := before.Findings[0]
	for i, f := range ws.Report.Findings {
		if strings.HasPrefix(worst.Text, f.Text) {
			ws.Do(workspace.Dismiss{Finding: i, Reason: "known"})
		}
	}
	after, err := r.Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	last := after.Findings[len(after.Findings)-1]
	if last.Text != worst.Text || last.Headline != worst.Headline+" · dismissed: known" || !last.Note || !last.Folded ||
		len(last.Pictures) > 0 {
		t.Errorf("the last finding is %q (%d pictures), want %q dismissed", last.Headline, len(last.Pictures), worst.Headline)
	}
	if len(after.ToFix()) != len(before.ToFix())-1 {
		t.Errorf("%d findings to fix, before %d", len(after.ToFix()), len(before.ToFix()))
	}
}

// The table of a finding has the threads that wait at its moment, and counts those that have
// ended by then.
func TestThreadsThatWait(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ms h start\n0ms r start\n0ms h monitor-enter M\n")
	for i := range 9 { // they wait, and end
		fmt.Fprintf(&b, "0ms e%d start\n0ms e%d monitor-wait M\n", i, i)
	}
	b.WriteString("4ms h monitor-exit M\n")
	for i := range 9 {
		fmt.Fprintf(&b, "4ms e%d monitor-enter M\n4ms e%d monitor-exit M\n", i, i)
	}
	for i := range 9 {
		fmt.Fprintf(&b, "5ms e%d end\n", i)
	}
	b.WriteString("10ms h monitor-enter M\n10ms r monitor-wait M\n11ms h monitor-exit M\n11ms r monitor-enter " +
		"M\n11ms r monitor-exit M\n20ms h monitor-enter M\n")
	for i := range 6 {
		fmt.Fprintf(&b, "20ms w%d start\n20ms w%d monitor-wait M\n", i, i)
	}
	b.WriteString("100ms h monitor-exit M\n110ms h run\n")
	d, err := (&Report{Workspace: opened(t, "six", b.String()),
		Draw: func(*workspace.Workspace) ([]byte, error) { return []byte("a picture"), nil }}).Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	seen := false
	for _, f := range d.Findings {
		if f.Kind != "contention" {
			continue
		}
		seen = true
		names := ""
		for i, s := range f.Threads {
			names += s.Thread + " "
			if wants := i < 6; s.Waits != wants {
				t.Errorf("%s: %s", s.Thread, s.Does)
			}
		}
		if names != "w0 w1 w2 w3 w4 w5 r " || f.MoreThreads != 9 {
			t.Errorf("the table has %sand %d more", names, f.MoreThreads)
		}
	}
	if !seen {
		t.Error("no finding")
	}
}

// A report of a trace with code has the functions with the most time in themselves.
func TestFunctions(t *testing.T) {
	t.Parallel()
	code := "tiv-text 1\n0ms A start\n0ms A call-enter outer\n"
	for i := range 30 {
		code += fmt.Sprintf("%dms A call-enter f%d\n%dms A call-exit f%d\n", 100*i, i, 100*i+i, i)
	}
	for trace, want := range map[string]string{story: "",
		code + "2999ms A call-exit outer\n3s A end\n": "outer f29 f28 f27 f26 f25 f24 f23 f22 f21 f20 f19 f18 f17 " +
			"f16 f15 f14 f13 f12 f11, 11 more"} {
		r := Report{Workspace: opened(t, "code", trace)}
		d, err := r.Make(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, table := range d.Tables {
			if table.ID == "functions" {
				for _, row := range table.Rows {
					got += row[0].Text + " "
				}
				got = fmt.Sprintf("%s, %d more", strings.TrimSpace(got), table.More)
			}
		}
		if got != want {
			t.Errorf("functions %q, want %q", got, want)
		}
	}
}

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
