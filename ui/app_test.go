package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/command"
	"tiv/scene/view"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/find"
	"tiv/workspace/loader"
)

// Threads of testdata/phases.tiv and testdata/deadlock.tiv.
const alpha, beta = tracefeed.ThreadID(1), tracefeed.ThreadID(2)

// unopened returns a window that has not been opened, so that it needs no
// display, with some traces in tabs. The last is shown.
func unopened(t *testing.T, paths ...string) *app {
	t.Helper()
	a := newApp(Options{Options: session.Options{Open: func(path string, notify func()) (*loader.Loader, error) {
		return loader.Open(path, loader.Options{Notify: notify})
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
	a.Do(command.SelectAtLock{Lock: 1})
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
		{"view timeline", "View: " + view.Timeline.Label},
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
