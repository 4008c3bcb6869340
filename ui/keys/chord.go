package keys

import (
	"github.com/go-gl/glfw/v3.3/glfw"

	"tiv/workspace/prefs"
)

// Press is a key press, or its repetition while the key is held.
type Press struct {
	prefs.Chord
	Repeat bool // the key is held
}

// named are the keys that type no sign.
var named = map[glfw.Key]string{
	glfw.KeySpace: "Space", glfw.KeyLeft: "Left", glfw.KeyRight: "Right", glfw.KeyUp: "Up", glfw.KeyDown: "Down",
	glfw.KeyHome: "Home", glfw.KeyEnd: "End", glfw.KeyPageUp: "PageUp", glfw.KeyPageDown: "PageDown", glfw.KeyInsert: "Insert",
	glfw.KeyDelete: "Delete", glfw.KeyBackspace: "Backspace", glfw.KeyTab: "Tab", glfw.KeyEnter: "Enter", glfw.KeyKPEnter: "Enter",
	glfw.KeyEscape: "Esc", glfw.KeyMenu: "Menu", glfw.KeyF1: "F1", glfw.KeyF2: "F2", glfw.KeyF3: "F3",
	glfw.KeyF4: "F4", glfw.KeyF5: "F5", glfw.KeyF6: "F6", glfw.KeyF7: "F7", glfw.KeyF8: "F8", glfw.KeyF9: "F9", glfw.KeyF10: "F10",
	glfw.KeyF11: "F11", glfw.KeyF12: "F12",
}

// ChordOf returns the chord of a key. A key that types a sign has none without
// Ctrl or Alt, because the typed sign is more precise.
func ChordOf(key glfw.Key, scancode int, mods glfw.ModifierKey) (prefs.Chord, bool) {
	c := prefs.Chord{Ctrl: mods&glfw.ModControl != 0, Shift: mods&glfw.ModShift != 0, Alt: mods&glfw.ModAlt != 0}
	var ok bool
	if c.Key, ok = named[key]; ok {
		return c, true
	}
	if !c.Ctrl && !c.Alt || key < glfw.KeyApostrophe || key > glfw.KeyGraveAccent {
		return c, false
	}
	c.Key = string(rune(key)) // as on an American keyboard
	if name := glfw.GetKeyName(key, scancode); len(name) == 1 && name[0] >= 'a' && name[0] <= 'z' {
		c.Key = string(rune(name[0] - 'a' + 'A')) // letters follow the keyboard layout
	}
	return c, true
}
