package detect

import (
	"reflect"
	"testing"

	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

func TestSavedReport(t *testing.T) {
	t.Parallel()
	tl := &timeline.Timeline{Threads: make([]tracefeed.Thread, 4), Monitors: make([]tracefeed.Monitor, 3), End: 100}
	good := Finding{Kind: Deadlock, Severity: Error, Start: 3, End: 100, Threads: []tracefeed.ThreadID{1, 3},
		Monitors: []tracefeed.MonitorID{2, 0}, Evidence: interaction.Observed, Reason: Closed,
		Sites: []Site{{Role: "waits", Thread: 1, By: 3, Func: "f", File: "g", Line: 4}}}
	good.Text = good.sentence((&Report{}).wording(tl, nil))
	want := Report{Findings: []Finding{good}, Locks: lockname.Ranks{Kinds: []byte{0, 1}, Order: []tracefeed.MonitorID{2, 1}}}
	got, err := ParseReport(AppendReport(nil, want), tl, nil)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	want.Changes = Changes{"cost": 2}
	if _, err := ParseReport(AppendReport(nil, want), tl, nil); err == nil {
		t.Error("findings of other thresholds are taken")
	}
	if got, err := ParseReport(AppendReport(nil, want), tl, want.Changes); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("with changed thresholds: got %+v, %v", got, err)
	}
	for what, spoil := range map[string]func(f *Finding){
		"no threads":       func(f *Finding) { f.Threads = nil },
		"another thread":   func(f *Finding) { f.Threads = []tracefeed.ThreadID{4} },
		"thread none":      func(f *Finding) { f.Threads = []tracefeed.ThreadID{0} },
		"another monitor":  func(f *Finding) { f.Monitors = []tracefeed.MonitorID{1, 3} },
		"after the end":    func(f *Finding) { f.End = 101 },
		"before the start": func(f *Finding) { f.Start = -1 },
		"back to front":    func(f *Finding) { f.Start, f.End = 9, 8 },
		"no such severity": func(f *Finding) { f.Severity = 9 },
		"no reason":        func(f *Finding) { f.Reason = "" },
		"a fact missing":   func(f *Finding) { f.Reason = Behind },
		"another root": func(f *Finding) {
			f.Reason, f.Waiting, f.Root = Behind, &Waiting{}, &Root{Thread: 4}
		},
		"another monitor waited for": func(f *Finding) { f.Reason, f.Waiting = Still, &Waiting{Monitor: 3} },
		"no such evidence":           func(f *Finding) { f.Evidence = 9 },
		"a site elsewhere":           func(f *Finding) { f.Sites = []Site{{Thread: 9}} },
		"started by none":            func(f *Finding) { f.Sites = []Site{{By: 9}} },
		"a negative thread":          func(f *Finding) { f.Threads = []tracefeed.ThreadID{-1} },
	} {
		f := good
		spoil(&f)
		if _, err := ParseReport(AppendReport(nil, Report{Findings: []Finding{f}, Locks: want.Locks}), tl, nil); err == nil {
			t.Errorf("%s: taken", what)
		}
	}
	for what, locks := range map[string]lockname.Ranks{
		"another lock":    {Order: []tracefeed.MonitorID{3}},
		"a lock twice":    {Order: []tracefeed.MonitorID{2, 2}},
		"too many kinds":  {Kinds: make([]byte, 4)},
		"a negative lock": {Order: []tracefeed.MonitorID{-1}},
	} {
		if _, err := ParseReport(AppendReport(nil, Report{Locks: locks}), tl, nil); err == nil {
			t.Errorf("%s: taken", what)
		}
	}
	for _, in := range []string{"", "{", "[]", `{"Version":1}`, `{"Version":"2"}`} {
		if _, err := ParseReport([]byte(in), tl, nil); err == nil {
			t.Errorf("%q is taken", in)
		}
	}
}
