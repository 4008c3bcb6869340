package ui

import (
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// What is typed does one thing only.
func TestShortcutsDiffer(t *testing.T) {
	type press struct {
		sign rune
		key  glfw.Key
		mods glfw.ModifierKey
	}
	does := map[press]string{}
	for _, s := range shortcuts {
		p := press{s.sign, s.key, s.mods}
		if p == (press{}) { // only in menus
			continue
		}
		if before, taken := does[p]; taken {
			t.Errorf("%q does %q and %q", s.keys, before, s.does)
		}
		does[p] = s.does
	}
}
