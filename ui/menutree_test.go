package ui

import "testing"

// Every shortcut is in one menu, and no menu is longer than a glance.
func TestMenuTree(t *testing.T) {
	listed := map[string]int{}
	var count func(m *menu, most int)
	count = func(m *menu, most int) {
		if n := len(m.entries()) + len(m.below); n == 0 || n > most {
			t.Errorf("the menu %s has %d entries, want 1 to %d", m.name, n, most)
		}
		for _, s := range m.entries() {
			listed[s.name]++
		}
		for i := range m.below {
			count(&m.below[i], 12)
		}
	}
	for i := range menuTree {
		count(&menuTree[i], 9)
	}
	for i := range shortcuts {
		if s := &shortcuts[i]; listed[s.name] != 1 {
			t.Errorf("%q, of the menu %q, is in %d menus", s.name, s.menu, listed[s.name])
		}
	}
}
