package detect

import (
	"encoding/json"
	"reflect"
	"testing"

	"tiv/interaction"
	"tiv/interaction/detect/answers"
	"tiv/interaction/detect/lockorder"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

func TestSavedReport(t *testing.T) {
	t.Parallel()
	tl := &timeline.Timeline{Threads: make([]tracefeed.Thread, 4), Monitors: make([]tracefeed.Monitor, 3), End: 100}
	good := Finding{Kind: Deadlock, Severity: Error, Start: 3, End: 100, Threads: []tracefeed.ThreadID{1, 3},
		Monitors: []tracefeed.MonitorID{2, 0}, Evidence: interaction.Observed, Facts: &Ring{},
		Sites: []Site{{Role: "waits", Thread: 1, By: 3, Func: "f", File: "g", Line: 4}}}
	want := Report{Findings: []Finding{good}, End: tl.End,
		Locks: lockname.Ranks{Kinds: []byte{0, 1}, Order: []tracefeed.MonitorID{2, 1}}}
	want.describe(want.wording(tl, nil))
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
		"a fact missing":   func(f *Finding) { f.Facts = &Behind{} },
		"only other rings": func(f *Finding) { f.Facts = &Ring{Others: []OtherRing{{Size: 2, Start: 3}}} },
		"an empty ring":    func(f *Finding) { f.Facts = &Ring{Others: []OtherRing{{Size: 0, Start: 3}}} },
		"a later ring":     func(f *Finding) { f.Facts = &Ring{Others: []OtherRing{{Size: 1, Start: 101}}} },
		"another root": func(f *Finding) {
			f.Facts, f.Root = &Behind{}, &Root{Thread: 4}
		},
		"another monitor waited for": func(f *Finding) { f.Facts = &Still{Waiting: Waiting{Monitor: 3}} },
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

// TestSavedFacts saves a finding with the facts of each rule, and reads it again.
func TestSavedFacts(t *testing.T) {
	t.Parallel()
	tl := &timeline.Timeline{Threads: make([]tracefeed.Thread, 4), Monitors: make([]tracefeed.Monitor, 3), End: 100}
	for reason, form := range forms {
		facts := form.facts()
		switch x := facts.(type) {
		case blaming:
			*x.blame() = Blame{Monitor: 2, Waits: 7, Hold: &Hold{Thread: 1, End: 9}, Queue: &Queue{Longest: 3}}
		case *Inversion:
			x.Orders = []lockorder.Order{{Thread: 1, Held: 1, Wanted: 2}}
		case *Ring:
			if x.Reads != nil {
				x.Reads = []bool{true}
			}
		case *Answers:
			x.Way = []answers.Step{{Thread: 1}}
		case *Still:
			x.Enders = []string{"a timer"}
		case *Standstill:
			x.Waiting.Since, x.Hung.Living = 5, 6
		case *Serial:
			x.Start, x.End = 70, 80 // not those of the finding
		}
		want := Finding{Kind: "k", Start: 3, End: 4, Threads: []tracefeed.ThreadID{1}, Monitors: []tracefeed.MonitorID{2},
			Root: &Root{Thread: 3}, Facts: facts}
		if reason == "alone" {
			want.Also = []Finding{{Threads: []tracefeed.ThreadID{2}, Facts: &Opened{Count: 2}}}
		}
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Finding
		if err := json.Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, want) || facts.reason() != reason {
			t.Errorf("%s: got %+v of %s, %v", reason, got, data, err)
		}
		if len(want.Also) == 0 && !got.fits(extent{tl}) {
			t.Errorf("%s: not taken: %s", reason, data)
		}
	}
}

// TestSavedForm reads findings as earlier versions of TIV saved them, and some that none
// can have saved.
func TestSavedForm(t *testing.T) {
	t.Parallel()
	for saved, want := range map[string]Facts{
		`{"Kind":"stuck","Reason":"abandoned","Waiting":{"Since":5,"Lock":true},"Count":4}`: &Abandoned{Waiting{Since: 5, Lock: true}, 4},
		`{"Kind":"hang","Reason":"overdue","Waiting":{},"Hung":{"Living":9,"Before":7}}`: &Standstill{Overdue: true,
			Hung: Hung{Living: 9, Before: 7}},
		`{"Kind":"convoy","Reason":"queued","Count":1,"Blame":{"Monitor":3,"Waits":6}}`:      &Queued{Blame{Monitor: 3, Waits: 6}},
		`{"Kind":"io-wait","Reason":"on-disk","Disk":{"Group":"g","Members":2,"Share":0.5}}`: &Disk{Group: "g", Members: 2, Share: 0.5},
		`{"Kind":"io-wait","Reason":"on-disk"}`:                                              nil,
		`{"Kind":"io-wait","Reason":"on disk","Disk":{}}`:                                    nil,
		`{"Kind":"io-wait","Disk":{}}`:                                                       nil,
		`{"Kind":"io-wait","Reason":"on-disk","Disk":[]}`:                                    nil,
		`[]`: nil,
	} {
		var got Finding
		if err := json.Unmarshal([]byte(saved), &got); (err == nil) != (want != nil) || err == nil && !reflect.DeepEqual(got.Facts, want) {
			t.Errorf("%s: got %+v, %v", saved, got.Facts, err)
		}
	}
}
