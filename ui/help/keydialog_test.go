package help

import (
	"slices"
	"strings"
	"testing"

	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace/prefs"
)

func TestKeyDialog(t *testing.T) {
	p := &panel.Preferences{}
	a := &panel.Services{Shown: &panel.Trace{UI: &widget.Kit{}}, Keys: keys.New(&p.Prefs), Prefs: p, Input: &keys.Recorder{},
		Messages: &session.Messages{}, Wake: func() {}}
	if err := a.Keys.Rebuild(); err != nil {
		t.Fatal(err)
	}
	d := NewKeyDialog(a)
	press := func(c prefs.Chord, typed ...rune) {
		t.Helper()
		d.pending, d.notice = "play", ""
		a.Input.Typed = typed
		if c.Key != "" {
			a.Input.Pressed = []keys.Press{{Chord: c}}
		}
		if !d.TakeKey() || len(a.Input.Pressed)+len(a.Input.Typed) > 0 {
			t.Error("the key was not taken")
		}
	}
	if d.TakeKey() {
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
	if e := a.Keys.EntryFor(prefs.Typed('p')); e == nil || e.Name != "play" || !strings.Contains(d.notice, "“Patterns”") {
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

// The key sheet keeps groups whole, in columns of about one height.
func TestKeySheetColumns(t *testing.T) {
	group := func(n int) []sheetLine { return make([]sheetLine, n) }
	for _, x := range []struct {
		groups, want []int
		n            int
	}{
		{[]int{3, 4, 2, 6}, []int{6, 11}, 2}, {[]int{3, 4, 2, 6}, []int{18}, 1}, {[]int{3, 4, 2, 6}, []int{3, 4, 9}, 3},
		{[]int{3, 4}, []int{3, 4}, 4}, {nil, nil, 1},
	} {
		var groups [][]sheetLine
		for _, n := range x.groups {
			groups = append(groups, group(n))
		}
		var got []int
		for _, c := range inColumns(groups, x.n) {
			got = append(got, len(c))
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("%v in %d columns: %v, want %v", x.groups, x.n, got, x.want)
		}
	}
}

// A query leaves the lines of the key sheet that contain it, below their headings.
func TestKeySheetQuery(t *testing.T) {
	groups := [][]sheetLine{{{"Mouse"}, {"Click", "Select"}, {"Drag", "Turn"}}, {{"Edit"}, {"Ctrl+Z", "Undo"}}, {{"Play"}, {"Y", "Loop"}}}
	for query, want := range map[string][]string{
		"": {"Mouse", "Click", "Drag", "Edit", "Ctrl+Z", "Play", "Y"}, "TURN": {"Mouse", "Drag"}, "ctrl+z": {"Edit", "Ctrl+Z"},
		"o": {"Edit", "Ctrl+Z", "Play", "Y"}, "nothing": nil,
	} {
		var got []string
		for _, row := range slices.Concat(matching(groups, query)...) {
			got = append(got, row[0])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q leaves %q, want %q", query, got, want)
		}
	}
}
