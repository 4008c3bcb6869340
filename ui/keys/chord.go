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

// pad are the keys of the numeric pad that type a sign.
var pad = map[glfw.Key]string{glfw.KeyKPAdd: "+", glfw.KeyKPSubtract: "-"}

// ChordOf returns the chord of a key. A key that types a sign has none without
// Ctrl or Alt, because the typed sign is more precise.
func ChordOf(key glfw.Key, scancode int, mods glfw.ModifierKey) (prefs.Chord, bool) {
	c := prefs.Chord{Ctrl: mods&glfw.ModControl != 0, Shift: mods&glfw.ModShift != 0, Alt: mods&glfw.ModAlt != 0}
	var ok bool
	if c.Key, ok = named[key]; ok {
		return c, true
	}
	if !c.Ctrl && !c.Alt {
		return c, false
	}
	if c.Key, ok = pad[key]; ok {
		return c, true
	}
	if key < glfw.KeyApostrophe || key > glfw.KeyGraveAccent {
		return c, false
	}
	return signed(c, string(rune(key)), glfw.GetKeyName(key, scancode)), true
}

// signed returns a chord with the key that is a sign on an American keyboard, and types another one
// on the user's. Letters, plus and minus follow the user's.
func signed(c prefs.Chord, american, types string) prefs.Chord {
	c.Key = american
	switch {
	case len(types) == 1 && types[0] >= 'a' && types[0] <= 'z':
		c.Key = string(types[0] - 'a' + 'A')
	case types == "+", types == "-":
		c.Key = types
	case types == "=" && c.Shift: // plus is above it
		c.Key, c.Shift = "+", false
	}
	return c
}
