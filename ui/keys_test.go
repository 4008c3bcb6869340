package ui

import (
	"testing"

	"tiv/workspace/prefs"
)

// Each command has a name of its own and says what it does; no two have the same
// key, and each key gives the command that it is the key of.
func TestShortcuts(t *testing.T) {
	m, err := prefs.NewKeymap(usualKeys(), nil)
	if err != nil {
		t.Fatal(err)
	}
	names, does := map[string]bool{}, map[string]bool{}
	for _, s := range shortcuts {
		if s.name == "" || names[s.name] || s.does == "" || does[s.does] || s.menu == "" || s.do == nil {
			t.Errorf("%q: name, words or menu are missing or those of another command", s.name)
		}
		names[s.name], does[s.does] = true, true
		if lost := m.Lost(s.name); len(lost) > 0 {
			t.Errorf("%q cannot have %v: that is %q", s.name, prefs.Words(lost), m.Command(lost[0]))
		}
		for _, c := range m.Of(s.name) {
			if m.Command(c) != s.name {
				t.Errorf("%v gives %q, not %q", c, m.Command(c), s.name)
			}
		}
	}
}
