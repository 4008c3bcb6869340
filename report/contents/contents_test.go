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

// TestTasks has a section about tasks, with why the slowest are slow, and who waited for whom.
func TestTasks(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0s A start name=server\n0s R start name=reporter\n")
	for i := range 24 {
		at, end := 40*i, 40*i+2
		if i%4 == 1 {
			fmt.Fprintf(&b, "%[1]dms R region-start serve object=%[2]d\n%[1]dms R task-start report object=%[2]d\n"+
				"%[1]dms R monitor-enter M\n", at, 100+i)
		}
		fmt.Fprintf(&b, "%[1]dms A task-start pay object=%[2]d\n%[1]dms A region-start serve object=%[2]d\n", at, i+1)
		if i%4 == 1 {
			end += 10
			fmt.Fprintf(&b, "%[1]dms A monitor-wait M\n%[2]dms R monitor-exit M\n%[2]dms A monitor-enter M\n%[2]dms A monitor-exit M\n"+
				"%[2]dms R region-end serve object=%[3]d\n%[2]dms R task-end report object=%[3]d\n", at, at+10, 100+i)
		}
		fmt.Fprintf(&b, "%[1]dms A region-end serve object=%[2]d\n%[1]dms A task-end pay object=%[2]d\n", end, i+1)
	}
	b.WriteString("1s - none\n")
	r := Report{Workspace: opened(t, "tasks", b.String())}
	d, err := r.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	of := d.Tables[0]
	var first []string
	for _, c := range of.Rows[0] {
		first = append(first, c.Text)
	}
	if got, want := strings.Join(first, "|"), "pay||24|4.5 ms|2 ms|12 ms|12 ms|12 ms|48 ms|60 ms"; got != want || of.Title != "Tasks" ||
		of.Count != 30 || len(of.Rows) != 3 {
		t.Errorf("%s %d: %s, want %s", of.Title, of.Count, got, want)
	}
	const why = "pay: the 6 slowest take 10 ms more than the 18 at or below the median: 12 ms in the mean, not 2 ms. 10 ms of it (100 %) " +
		"are waiting for lock M, held for report (6 times)."
	if len(of.Words) != 1 || of.Words[0] != why {
		t.Errorf("%q, want %q", of.Words, why)
	}
	slowest, matrix := of.Parts[0], of.Parts[1]
	if len(slowest.Rows) != 10 || slowest.More != 20 || slowest.Rows[0][3].Text != "12 ms" {
		t.Errorf("slowest: %+v", slowest.Rows[0])
	}
	if len(matrix.Rows) != 1 || matrix.Heads[1].Title != "report" || matrix.Rows[0][0].Text != "pay" ||
		matrix.Rows[0][1].Text != "60 ms (6)" {
		t.Errorf("who waited for whom: %+v %+v", matrix.Heads, matrix.Rows)
	}
	none := Report{Workspace: opened(t, "story", story)}
	if d, err = none.Make(t.Context()); err != nil || d.Tables[0].Title == "Tasks" {
		t.Errorf("no tasks: %v, %s", err, d.Tables[0].Title)
	}
}
