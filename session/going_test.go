package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// Findings are in the order of their severity.
func TestRank(t *testing.T) {
	d := &Document{Workspace: workspace.New("")}
	d.Workspace.Report.Findings = []detect.Finding{
		{Kind: detect.Stuck, Severity: detect.Warning, Start: 1},
		{Kind: detect.Stuck, Severity: detect.Error, Start: 5},
		{Kind: detect.Deadlock, Severity: detect.Error, Start: 9},
		{Kind: detect.Deadlock, Severity: detect.Error, Start: 2},
	}
	if got, want := Rank(d), []int{3, 2, 1, 0}; !slices.Equal(got, want) {
		t.Fatalf("ranked %v, want %v", got, want)
	}
}

func TestNextFinding(t *testing.T) {
	d := &Document{Workspace: workspace.New("")}
	goOn(d, 1, workspace.FindingWorst) // there is none yet
	Rank(d)
	d.Ranking.Order, d.Ranking.Counted = []int{2, 0, 1, 3}, 3 // the last is dismissed
	var got []int
	for _, by := range []int{1, 1, 1, 1, -1, -1} {
		goOn(d, by, workspace.FindingWorst)
		got = append(got, d.Ranking.Current-1)
	}
	if want := []int{0, 1, 2, 0, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("ranks %v, want %v", got, want)
	}
	d.Ranking.Current = 0
	if goOn(d, -1, workspace.FindingWorst); d.Ranking.Current != 3 {
		t.Errorf("before the first finding comes that of rank %d, want the last", d.Ranking.Current)
	}
}

// Commands that go somewhere do so without a window.
func TestGoing(t *testing.T) {
	s := opened(t, deadlock)
	do := func(text string) {
		t.Helper()
		c, err := command.Parse(text, s.Shown.Workspace.Timeline)
		if err != nil || !s.Do(c) {
			t.Fatalf("%s: %v, or it needs a window", text, err)
		}
		s.Shown.CarryOut(s.Jobs, s.settings)
	}
	l := &s.Shown.Workspace.Look
	do("bookmark 3")
	do("seek-to 0ns")
	do("next-wait 1")
	first := l.Moment
	if do("next-wait 1"); first == 0 || l.Moment <= first {
		t.Errorf("next-wait: %v, %v", first, l.Moment)
	}
	if do("next-wait -1"); l.Moment != first {
		t.Errorf("next-wait -1: %v, want %v", l.Moment, first)
	}
	do("seek-end")
	do("select Beta")
	if do("follow-blocker"); s.Shown.ThreadName(l.Selected) != "Alpha" {
		t.Errorf("follow-blocker: %q is selected", s.Shown.ThreadName(l.Selected))
	}
	if do("follow-waiter"); s.Shown.ThreadName(l.Selected) != "Beta" {
		t.Errorf("follow-waiter: %q is selected", s.Shown.ThreadName(l.Selected))
	}
	end := l.Moment
	if do("next-state -1"); l.Moment >= end {
		t.Errorf("next-state -1: %v, not before %v", l.Moment, end)
	}
	do("add-note one moment=1ms")
	if do("next-note -1"); l.Moment != 1e6 {
		t.Errorf("next-note: %v, want 1 ms", l.Moment)
	}
	at := l.Moment
	if do("bookmark 3"); l.Moment == at {
		t.Error("bookmark: the moment stays")
	}
	do("make-cluster pair threads=Alpha,Beta")
	do("select Beta")
	if do("fold-selected"); !l.Clusters[0].Folded {
		t.Error("fold-selected: the cluster is unfolded")
	}
}

// Settings, slices by ranges, and the coupling of a comparison need no window either.
func TestCommandsOfDialogs(t *testing.T) {
	s := opened(t, deadlock, phases)
	do := func(text string) {
		t.Helper()
		c, err := command.Parse(text, s.Shown.Workspace.Timeline)
		if err != nil || !s.Do(c) {
			t.Fatalf("%s: %v, or it needs a window", text, err)
		}
		for s.Shown.Job != nil || s.Shown.Queued() {
			s.Serve()
			s.Shown.CarryOut(s.Jobs, s.settings)
			time.Sleep(time.Millisecond)
		}
	}
	do("set-frame-times on")
	do("set-editor vi")
	do("set-file-dialogs tiv")
	do("set-eased-camera off")
	do("set-key-hints off")
	if p := s.settings; !p.NoKeyHints || !p.FrameTimes || p.Editor != "vi" || p.FileDialogs != prefs.OwnDialogs || !p.Abrupt {
		t.Errorf("settings: %+v", *p)
	}
	do("divide-slices spans by=duration limits=20ms,40ms")
	do(`divide-slices spans where="state == \"blocking\"" into=2 ranges=natural-breaks name=blocked`)
	var names []string
	for _, d := range s.Shown.Workspace.Look.Slices {
		names = append(names, d.Name)
	}
	if len(names) != 5 || !strings.HasPrefix(names[3], "blocked: ") {
		t.Errorf("slices %q, want three and two", names)
	}
	do("divide-slices spans by=depth into=2")
	if said := s.Messages.List[len(s.Messages.List)-1]; !said.Wrong || !strings.Contains(said.Text, "duration") {
		t.Errorf("spans by depth: %+v", said)
	}
	do("couple on by=share")
	if said := s.Messages.List[len(s.Messages.List)-1].Text; said != "Compare two traces first." {
		t.Errorf("coupled without a comparison: %q", said)
	}
	do("compare on")
	do("couple on by=share")
	if c := &s.Comparison; c.By != command.ByShare || c.Off {
		t.Errorf("couple: %+v", c.Coupling)
	}
	if do("couple off"); !s.Comparison.Off {
		t.Error("couple off: the sides are coupled")
	}
	do("line-up")
	if c := &s.Comparison; c.By != command.ByMarks || c.Marks[1] != c.Sides[1].Workspace.Look.Moment {
		t.Errorf("line-up: %+v", c.Coupling)
	}
	before := s.Comparison.Sides[0]
	if do("swap-sides"); s.Comparison.Sides[1] != before {
		t.Error("swap-sides: before is before")
	}
}

// A program is recorded by the number of its process.
func TestAttach(t *testing.T) {
	s := opened(t, phases)
	attach := func(wrong error) {
		s.Opener.options.Attach = func(_ context.Context, pid int, tasks bool) (*Recording, error) {
			return &Recording{Path: deadlock, About: fmt.Sprint("process ", pid, ", tasks: ", tasks), Stop: func() {}}, wrong
		}
		if !s.Do(command.Attach{PID: 4711, Tasks: true}) {
			t.Fatal("it needs a window")
		}
		for s.Serve(); s.Opener.opening != nil; s.Serve() {
			time.Sleep(time.Millisecond)
		}
	}
	attach(nil)
	if said := s.Messages.List[0].Text; s.Shown.Path != deadlock || said != "process 4711, tasks: true" {
		t.Errorf("%s is shown, and said: %q", s.Shown.Path, said)
	}
	attach(errors.New("it has gone"))
	if said := s.Messages.List[1]; !said.Wrong || said.Text != "it has gone" {
		t.Errorf("%+v", said)
	}
	s.Opener.options.Attach = nil
	s.Do(command.Attach{PID: 4711})
	if said := s.Messages.List[2].Text; said != NoAttaching {
		t.Errorf("%q", said)
	}
}

// A finding or a note that a command goes to is the one from which the next is counted.
func TestGoOnFromACommand(t *testing.T) {
	s := opened(t, deadlock)
	s.Shown.Workspace.Update(s.Shown.Workspace.Timeline, detect.Find(t.Context(), s.Shown.Workspace.Timeline, nil))
	if n := len(Rank(s.Shown.Document)); n < 2 {
		t.Fatalf("%d findings", n)
	}
	order := s.Shown.Ranking.Order
	s.Do(workspace.GoTo{Finding: order[1]})
	if s.Do(command.NextFinding{By: -1}); s.Shown.Ranking.Current != 1 {
		t.Errorf("the finding before the second is %d", s.Shown.Ranking.Current)
	}
	if s.Do(workspace.GoToNote{Index: 2}); s.Shown.CurrentNote != 3 {
		t.Errorf("the note is %d", s.Shown.CurrentNote)
	}
	if s.Do(workspace.DeleteNote{Index: 2}); s.Shown.CurrentNote != 0 {
		t.Errorf("the note is %d", s.Shown.CurrentNote)
	}
}

// The search for a pattern goes to its begin, forwards and backwards, or says that there is none.
func TestGoToPattern(t *testing.T) {
	s := opened(t, deadlock)
	at := func(text string) tracefeed.Time {
		t.Helper()
		c, err := command.Parse(text, s.Shown.Workspace.Timeline)
		if err != nil || !s.Do(c) {
			t.Fatalf("%s: %v, or it needs a window", text, err)
		}
		for s.Shown.Job != nil || s.Shown.Queued() {
			s.Serve()
			s.Shown.CarryOut(s.Jobs, s.settings)
			time.Sleep(time.Millisecond)
		}
		return s.Shown.Workspace.Look.Moment
	}
	workspace.FindingsOf(s.Shown.Workspace).Set(detect.Find(context.Background(), s.Shown.Workspace.Timeline, nil))
	at("seek-to 0ns")
	waits, ring := at("go-to-pattern pairs"), at("go-to-pattern deadlock")
	near := func(got, want tracefeed.Time) bool { return got >= want && got < want+tracefeed.Millisecond }
	if !near(waits, 30*tracefeed.Millisecond) || !near(ring, 40*tracefeed.Millisecond) {
		t.Errorf("waits begin at %v, want 30 ms; the deadlock at %v, want 40 ms", waits, ring)
	}
	at("seek-end")
	if last, first := at("go-to-pattern by=-1"), at("go-to-pattern by=-1"); last != ring || first != waits {
		t.Errorf("backwards to %v and %v, want %v and %v", last, first, ring, waits)
	}
	if stays := at("go-to-pattern many-to-many"); stays != waits || len(s.Messages.List) == 0 ||
		!strings.Contains(s.Messages.List[len(s.Messages.List)-1].Text, "many to many") {
		t.Errorf("of a pattern that is not there: %v, messages %v", stays, s.Messages.List)
	}
}

// In rhythm, playback has a tempo once the patterns are known; a speed ends it.
func TestRhythm(t *testing.T) {
	s := opened(t, deadlock)
	p := &s.Shown.Workspace.Playback
	do := func(text string) {
		t.Helper()
		c, err := command.Parse(text, s.Shown.Workspace.Timeline)
		if err != nil || !s.Do(c) {
			t.Fatalf("%s: %v, or it needs a window", text, err)
		}
		s.Shown.CarryOut(s.Jobs, s.settings)
	}
	do("seek-to 0ns")
	if do("set-rhythm on"); !p.Rhythm || p.InRhythm() {
		t.Error("set-rhythm: it is off, or there is a tempo before the patterns are known")
	}
	for !p.InRhythm() {
		s.Advance(time.Now(), 0, false)
		time.Sleep(time.Millisecond)
	}
	do("play")
	at := time.Now()
	for frames := 0; p.Playing; frames++ {
		if frames > 60*60 {
			t.Fatal("after a minute the trace is not at its end")
		}
		s.Advance(at, time.Second/60, false)
	}
	if do("set-speed 2"); p.Rhythm || p.Tempo != nil || p.Speed != 2 {
		t.Errorf("after set-speed the playback is %+v", p)
	}
	s.Advance(at, 0, false)
	if s.Shown.Patterns.Present || s.Shown.Patterns.Busy() {
		t.Error("patterns that nothing shows are kept")
	}
}

// Findings are listed by a slice, as long as there is one of that name.
func TestListFindings(t *testing.T) {
	s := opened(t, deadlock)
	if s.Do(command.ListFindings{Slice: "x"}); s.Shown.Ranking.Only != "" {
		t.Errorf("listed are those of %q", s.Shown.Ranking.Only)
	}
	s.Shown.Workspace.Do(workspace.AddSlices{Definitions: []slice.Definition{{Name: "x", Of: slice.Threads, Extent: slice.Whole}}})
	s.Do(command.ListFindings{Slice: "x"})
	if Rank(s.Shown.Document); s.Shown.Ranking.Only != "x" {
		t.Errorf("listed are those of %q", s.Shown.Ranking.Only)
	}
	s.Shown.Workspace.Do(workspace.RemoveSlice{Index: 0})
	if Rank(s.Shown.Document); s.Shown.Ranking.Only != "" {
		t.Errorf("listed are those of %q, which is no slice", s.Shown.Ranking.Only)
	}
}
