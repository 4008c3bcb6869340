package ui

import (
	"slices"
	"testing"

	"tiv/ui/input"
	"tiv/workspace/prefs"
)

// Each command has a name of its own and a description. In each preset, no two
// commands have the same key, each key gives its command, and every command
// with a key in any preset has one.
func TestShortcuts(t *testing.T) {
	names, does := map[string]bool{}, map[string]bool{}
	for _, s := range shortcuts {
		if s.name == "" || names[s.name] || s.label == "" || does[s.label] || s.menu == "" || s.do == nil {
			t.Errorf("%q: name, words or menu are missing or those of another command", s.name)
		}
		names[s.name], does[s.label] = true, true
	}
	for _, p := range input.Presets {
		for name, keys := range p.Keys {
			if s := shortcutNamed(name); s == nil || s.keys == keys {
				t.Errorf("%s: %q is no command, or has these keys anyway", p.Name, name)
			}
		}
		m := newBindings(&prefs.Prefs{KeyPreset: p.Name})
		if err := m.Rebuild(); err != nil {
			t.Fatal(err)
		}
		for _, s := range shortcuts {
			if lost := m.Lost(s.name); len(lost) > 0 {
				t.Errorf("%s: %q cannot have %v: that is %q", p.Name, s.name, prefs.Words(lost), m.Command(lost[0]))
			}
			keys, err := prefs.ParseChords(m.Keys(s.name))
			if err != nil || s.keys != "" && len(keys) == 0 {
				t.Errorf("%s: %q has no key", p.Name, s.name)
			}
			for k, c := range keys {
				if m.Command(c) != s.name || slices.Contains(keys[:k], c) {
					t.Errorf("%s: %v gives %q, not %q, or stands there twice", p.Name, c, m.Command(c), s.name)
				}
			}
		}
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
