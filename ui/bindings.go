package ui

import (
	"errors"
	"fmt"
	"slices"

	"tiv/workspace/prefs"
)

// bindings say which key gives which command: the keys of a preset, and those
// that the user has chosen.
type bindings struct {
	prefs  *preferences
	keymap *prefs.Keymap
	// builtFor is the preset that keymap was built for.
	builtFor string
}

// rebuild makes the keymap anew from the user's settings.
func (b *bindings) rebuild() error {
	var unknown error
	if b.builtFor = b.prefs.KeyPreset; b.builtFor != "" && presetNamed(b.builtFor) < 0 {
		unknown = fmt.Errorf("settings: there is no key preset called %q", b.builtFor)
	}
	keymap, err := prefs.NewKeymap(b.preset().usual(), b.prefs.Keys)
	b.keymap = keymap
	return errors.Join(unknown, err)
}

// shortcutFor returns the shortcut of a key; nil if there is none.
func (b *bindings) shortcutFor(c prefs.Chord) *shortcut {
	return shortcutNamed(b.keymap.Command(c))
}

// shortcutNamed returns the shortcut of a name; nil for none.
func shortcutNamed(name string) *shortcut {
	if i := slices.IndexFunc(shortcuts, func(s shortcut) bool { return s.name == name }); i >= 0 {
		return &shortcuts[i]
	}
	return nil
}

// of returns the keys of a command, in words.
func (b *bindings) of(name string) string { return prefs.Words(b.keymap.Of(name)) }

// keyTip is a tooltip with the key of a command, if it has one.
func (b *bindings) keyTip(s, name string) { tip(withKey(s, b.of(name))) }

// commandTip is a tooltip with a command's explanation and key.
func (b *bindings) commandTip(name string) { b.keyTip(shortcutNamed(name).tip, name) }

// withKey appends a key to a text.
func withKey(s, key string) string {
	if key == "" {
		return s
	}
	return s + " (" + key + ")"
}

// preset returns the preset that the user has chosen.
func (b *bindings) preset() *keyPreset {
	return &keyPresets[max(presetNamed(b.prefs.KeyPreset), 0)]
}

// inForce names the active preset: "Vim, 2 changed".
func (b *bindings) inForce() string {
	s := b.preset().name
	if n := len(b.prefs.Keys); n > 0 {
		s += fmt.Sprintf(", %d changed", n)
	}
	return s
}

// set gives a command other keys. It returns a sentence about the commands that
// lose them; "" if none does.
func (b *bindings) set(name string, keys []prefs.Chord) (lost string) {
	for _, c := range keys {
		if by := b.keymap.Command(c); by != "" && by != name && slices.Contains(b.keymap.Of(by), c) {
			lost = fmt.Sprintf("%v is no longer the key of “%s”.", c, doesOf(by))
		}
	}
	b.prefs.SetKeys(b.preset().usual(), name, keys)
	return lost
}
