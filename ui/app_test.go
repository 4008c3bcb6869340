package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/command"
	"tiv/scene"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/workspace"
	"tiv/workspace/find"
	"tiv/workspace/prefs"
)

// Threads of testdata/phases.tiv and testdata/deadlock.tiv.
const alpha, beta = tracefeed.ThreadID(1), tracefeed.ThreadID(2)

// unopened returns a window that has not been opened, so that it needs no
// display, with some traces in tabs. The last is shown.
func unopened(t *testing.T, paths ...string) *app {
	t.Helper()
	a := newApp(Options{Options: session.Options{Open: func(path string, notify func()) (*workspace.Loader, error) {
		return workspace.Open(path, workspace.Options{Notify: notify})
	}}})
	t.Cleanup(func() {
		if err := a.Session.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, path := range paths {
		if err := a.Session.Open(path, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Loader.Wait(); err != nil {
			t.Fatal(err)
		}
		a.Begun = time.Time{} // so that the trace is shown without its findings
		if err := a.update(); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// do carries out what has been sent.
func (a *app) do() { a.Session.Shown.CarryOut(a.Jobs, &a.Prefs.Prefs) }

const deadlock, phases = "testdata/deadlock.tiv", "testdata/phases.tiv"

func TestTabs(t *testing.T) {
	a := unopened(t, deadlock, phases)
	shown := func(want ...string) {
		t.Helper()
		var got []string
		for _, tab := range a.Session.Traces {
			got = append(got, tab.Path)
		}
		if want = append(want, a.Path); !slices.Equal(append(got, a.tabs.shown().Path), want) || a.Session.Ended {
			t.Fatalf("tabs %v, %s is shown, closing %t; want %v", got, a.tabs.shown().Path, a.Session.Ended, want)
		}
	}
	shown(deadlock, phases)
	if a.Path != phases || a.panels() != a.tabs.of(a.Session.Traces[1]).panels {
		t.Errorf("the document is %s", a.Path)
	}
	carryOut(a, command.ShowTab{By: 1})
	if shown(deadlock, phases); a.Path != deadlock {
		t.Errorf("after the last tab comes %s", a.Path)
	}
	first := a.Document
	if err := a.Session.Open(deadlock, ""); err != nil || a.Document == first {
		t.Errorf("the trace was not read again: %v", err)
	}
	shown(deadlock, phases)
	if got := a.Session.Sources(); len(got) != 6 || got[0].Path != deadlock || got[5].Path != phases+workspace.Suffix {
		t.Errorf("sources %v", got)
	}
	if err := a.Session.Open("testdata/none.tiv", ""); err == nil || a.Path != deadlock {
		t.Errorf("a missing file: %v, %s is shown", err, a.Path)
	}
	a.Session.CloseTrace(a.Session.Traces[0])
	if shown(phases); a.Path != phases {
		t.Errorf("%s is shown", a.Path)
	}
	if a.Session.CloseTrace(a.Session.Shown); a.Session.Ended || !session.IsBlank(a.Document) || len(a.Session.Traces) > 0 {
		t.Fatal("no start page after the last tab")
	}
	if err := a.Session.Open("testdata/none.tiv", ""); err == nil || !session.IsBlank(a.Document) {
		t.Errorf("a missing file from the start page: %v", err)
	}
	a.run(command.EntryNamed("play"))
	if a.Workspace.Playback.Playing || a.Queued() {
		t.Error("a command ran without a trace")
	}
	if a.run(command.EntryNamed("close tab")); !a.Session.Ended {
		t.Error("the window stays open without its start page")
	}
}

func TestFindingsInTurn(t *testing.T) {
	a := unopened(t, deadlock)
	p := &a.panels().findings
	p.goToNext(1, workspace.FindingWorst) // there is none yet
	p.rank()
	p.order, p.counted = []int{2, 0, 1, 3}, 3 // the last is dismissed
	var got []int
	for _, by := range []int{1, 1, 1, 1, -1, -1} {
		p.goToNext(by, workspace.FindingWorst)
		got = append(got, p.current)
	}
	if want := []int{0, 1, 2, 0, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("ranks %v, want %v", got, want)
	}
	p.current = -1
	if p.goToNext(-1, workspace.FindingWorst); p.current != 2 {
		t.Errorf("before the first finding comes %d, want the last", p.current)
	}
}

// A table keeps its interval after a click on a row, until the moment is another
// than before and after the click.
func TestTableKeepsItsInterval(t *testing.T) {
	a := unopened(t, phases)
	p := &a.panels().tables
	seek := func(to tracefeed.Time) {
		a.Send(workspace.SeekTo{Moment: to})
		a.do()
	}
	a.Send(workspace.ShowRange{From: 0, To: 20 * tracefeed.Millisecond})
	seek(90 * tracefeed.Millisecond)
	from, to := p.interval()
	p.goToSpot(beta, 20*tracefeed.Millisecond)
	a.do()
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

func TestNoteDialog(t *testing.T) {
	a := unopened(t, phases)
	d := &a.dialogs.note
	texts := func(want ...string) {
		t.Helper()
		a.do()
		var got []string
		for _, n := range a.Workspace.Look.Notes {
			got = append(got, n.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("notes %q, want %q", got, want)
		}
	}
	a.Send(workspace.Play{}, workspace.Hover{Pick: scene.PickID{Kind: scene.PickThread, Index: int32(beta)}})
	a.do()
	d.edit(-1)
	if a.do(); a.Workspace.Playback.Playing || !d.show || d.note.Thread != beta {
		t.Errorf("playing %t, shown %t, about %d", a.Workspace.Playback.Playing, d.show, d.note.Thread)
	}
	d.text = " one "
	d.keep()
	texts("one")
	a.Send(workspace.Select{Thread: alpha})
	a.do()
	if n := d.here(); n.Thread != alpha {
		t.Errorf("with a selection, a note is about %d", n.Thread)
	}
	d.edit(-1)
	d.keep() // without a text
	texts("one")
	d.edit(0)
	if d.text != "one" {
		t.Errorf("the text to edit is %q", d.text)
	}
	d.text = "two"
	d.keep()
	texts("two")
	session.GoToNote(a.Document, 0)
	if a.do(); a.CurrentNote != 1 || a.Workspace.Look.Selected != beta {
		t.Errorf("note %d, selected %d", a.CurrentNote, a.Workspace.Look.Selected)
	}
	d.edit(0)
	d.text = "\t"
	d.keep()
	if texts(); a.CurrentNote != 0 {
		t.Error("a deleted note is current")
	}
}

func TestKeyDialog(t *testing.T) {
	a := unopened(t)
	d := &a.dialogs.keys
	press := func(c prefs.Chord, typed ...rune) {
		t.Helper()
		d.pending, d.notice = "play", ""
		a.Input.Typed = typed
		if c.Key != "" {
			a.Input.Pressed = []keys.Press{{Chord: c}}
		}
		if !d.takeKey() || len(a.Input.Pressed)+len(a.Input.Typed) > 0 {
			t.Error("the key was not taken")
		}
	}
	if d.takeKey() {
		t.Error("a key is taken without a command")
	}
	if press(prefs.Chord{}); d.pending != "play" {
		t.Error("nothing was pressed, and the dialog waits no longer")
	}
	press(prefs.Chord{Key: "F9"})
	if a.Keys.Keys("play") != "F9" || d.notice != "" {
		t.Errorf("play has %q, %q", a.Keys.Keys("play"), d.notice)
	}
	press(prefs.Chord{Key: "Esc"})
	if a.Keys.Keys("play") != "F9" {
		t.Errorf("after Esc, play has %q", a.Keys.Keys("play"))
	}
	press(prefs.Chord{}, 'p')
	if e := a.Keys.EntryFor(prefs.Typed('P')); e == nil || e.Name != "play" || !strings.Contains(d.notice, "“Patterns”") {
		t.Errorf("P gives %v, %q", e, d.notice)
	}
	press(prefs.Chord{Key: "Backspace"})
	if a.Keys.Keys("play") != "" {
		t.Errorf("after Backspace, play has %q", a.Keys.Keys("play"))
	}
	if err := a.Prefs.Saver.Finish(); err != nil {
		t.Error(err)
	}
}

func TestFinder(t *testing.T) {
	a := unopened(t, phases)
	f := &a.dialogs.finder
	first := func(text string) (name string, kind find.Kind) {
		f.text = text
		for f.search(); !a.Names.Present; f.search() {
		}
		if f.search(); len(f.hits) > 0 {
			return f.hits[0].Name, f.hits[0].Kind
		}
		return "", 0
	}
	if name, kind := first("alph"); name != "Alpha" || kind != find.Thread {
		t.Errorf("alph finds %q, %v", name, kind)
	}
	if name, _ := first("quit"); name != "" || !strings.Contains(f.none(), ">quit finds 1 command") {
		t.Errorf("without a prefix, quit finds %q; %q", name, f.none())
	}
	if name, kind := first("locks"); name != "Locks" || kind != find.Table {
		t.Errorf("monito finds %q, %v", name, kind)
	}
	if name, kind := first(commandPrefix + "quit"); name != "Quit" || kind != find.Command {
		t.Errorf("quit finds %q, %v", name, kind)
	}
	if name, _ := first(commandPrefix + "Alpha"); name == "Alpha" {
		t.Error("a thread is among the commands")
	}
	if first(commandPrefix); len(f.hits) != maxHits || f.hits[maxHits-1].Kind != find.Command || f.hits[maxHits-1].ID != maxHits-1 {
		t.Errorf("%d commands are listed", len(f.hits))
	}
	a.Send(workspace.SeekTo{Moment: 20 * tracefeed.Millisecond})
	a.do()
	a.dialogs.lock.SelectUsers(1)
	if a.do(); !slices.Equal(a.Workspace.Look.Selection, []tracefeed.ThreadID{alpha, beta}) {
		t.Errorf("the owner and the waiter of M are %v", a.Workspace.Look.Selection)
	}
	ran := ""
	f.run = func(e *command.Entry) { ran = e.Name }
	first(commandPrefix + "quit")
	if f.choose(f.hits[0]); ran != "quit" {
		t.Errorf("the command %q ran", ran)
	}
	var typed command.Command
	f.run = func(e *command.Entry) { typed = e.Command }
	first(commandPrefix + " set-step 20ms")
	if f.choose(f.hits[0]); typed != (workspace.SetStep{Step: 20 * tracefeed.Millisecond}) {
		t.Errorf("the text of a command gives %+v", typed)
	}
	f.text = commandPrefix + "set-step soon"
	if f.search(); len(f.hits) > 0 || !strings.Contains(f.none(), "invalid time") {
		t.Errorf("%d hits, and %q is said", len(f.hits), f.none())
	}
	first("Beta")
	f.choose(f.hits[0])
	if a.do(); a.Workspace.Look.Selected != beta {
		t.Errorf("%d is selected", a.Workspace.Look.Selected)
	}
	a.Send(workspace.MakeCluster{Name: "both", Threads: []tracefeed.ThreadID{alpha, beta}})
	a.do()
	if _, kind := first("both"); kind != find.Cluster {
		t.Errorf("a cluster's name finds a %v", kind)
	}
	f.choose(f.hits[0])
	if a.do(); !slices.Equal(a.Workspace.Look.Selection, []tracefeed.ThreadID{alpha, beta}) {
		t.Errorf("the cluster's threads are %v", a.Workspace.Look.Selection)
	}
}

// A key that goes through choices, or switches something, says what it chose.
func TestChoicesAreSaid(t *testing.T) {
	a := unopened(t, phases)
	for _, x := range []struct{ command, says string }{
		{"theme", "Palette: light"}, {"level", "Level of detail: near"}, {"layout ring", "Layout: ring"},
		{"view timeline", "View: " + scene.Timeline.Label},
		{"patterns", "Patterns: off"}, {"patterns", "Patterns: on"}, {"signals", "Signal edges: on"}, {"play", "Signal edges: on"},
	} {
		a.run(command.EntryNamed(x.command))
		a.do()
		if list := a.Messages.List; len(list) != 1 || list[0].Text != x.says {
			t.Errorf("%s says %v, want %q", x.command, list, x.says)
		}
	}
}

// A key that follows a wait says that there is none.
func TestNoWaitIsSaid(t *testing.T) {
	a := unopened(t, phases)
	a.Send(workspace.Select{Thread: alpha})
	a.Send(workspace.SeekTo{Moment: 0})
	a.do()
	for name, says := range map[string]string{"blocker": "It waits for no known thread at this moment.",
		"waiter": "No thread waits for it at this moment."} {
		a.run(command.EntryNamed(name))
		a.do()
		if list := a.Messages.List; len(list) != 1 || list[0].Text != says {
			t.Errorf("%s says %v, want %q", name, list, says)
		}
	}
}
