package ui

import (
	"slices"

	"tiv/ui/input"
	"tiv/workspace/prefs"
)

// bindings say which key gives which shortcut.
type bindings struct{ *input.Bindings }

// newBindings returns the bindings of all shortcuts.
func newBindings(p *prefs.Prefs) *bindings {
	var defaults []input.Default
	for i := range shortcuts {
		defaults = append(defaults, input.Default{Command: shortcuts[i].name, Keys: shortcuts[i].keys})
	}
	return &bindings{input.New(defaults, p)}
}

// shortcutFor returns the shortcut of a key; nil if there is none.
func (b *bindings) shortcutFor(c prefs.Chord) *shortcut { return shortcutNamed(b.Command(c)) }

// shortcutNamed returns the shortcut of a name; nil for none.
func shortcutNamed(name string) *shortcut {
	if i := slices.IndexFunc(shortcuts, func(s shortcut) bool { return s.name == name }); i >= 0 {
		return &shortcuts[i]
	}
	return nil
}

// keyTip is a tooltip with the key of a command, if it has one.
func (b *bindings) keyTip(s, name string) { tip(withKey(s, b.Keys(name))) }

// commandTip is a tooltip with a command's explanation and key.
func (b *bindings) commandTip(name string) { b.keyTip(shortcutNamed(name).tip, name) }

// withKey appends a key to a text.
func withKey(s, key string) string {
	if key == "" {
		return s
	}
	return s + " (" + key + ")"
}

// chooseKeys switches to the keys of a preset.
func chooseKeys(name string) func(*app) {
	return func(a *app) { a.dialogs.keys.choosePreset(name) }
}

// presetChoices are the shortcuts that choose a preset.
func presetChoices() (list []shortcut) {
	for _, p := range input.Presets {
		list = append(list, shortcut{name: "keys " + p.Name, menu: "Keys", label: "Keys: " + p.Name, tip: p.Help, do: chooseKeys(p.Name),
			on: func(a *app) bool { return a.keys.Preset().Name == p.Name }})
	}
	return list
}
