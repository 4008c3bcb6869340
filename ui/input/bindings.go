package input

import (
	"errors"
	"fmt"
	"slices"

	"tiv/workspace/prefs"
)

// Bindings map keys to commands, as the user's settings say. The settings may
// change at any time; Rebuild applies the changes.
type Bindings struct {
	prefs    *prefs.Prefs
	defaults []Default
	keymap   *prefs.Keymap
	builtFor string // the preset that keymap was built for
}

// New returns the bindings of commands. Without Rebuild, no key is bound.
func New(defaults []Default, p *prefs.Prefs) *Bindings {
	keymap, _ := prefs.NewKeymap(nil, nil)
	return &Bindings{prefs: p, defaults: defaults, keymap: keymap}
}

// Rebuild applies the settings. The error lists keys that cannot be parsed, and
// an unknown preset; the defaults replace them.
func (b *Bindings) Rebuild() error {
	var unknown error
	if b.builtFor = b.prefs.KeyPreset; b.builtFor != "" && presetNamed(b.builtFor) < 0 {
		unknown = fmt.Errorf("settings: there is no key preset called %q", b.builtFor)
	}
	keymap, err := prefs.NewKeymap(b.Preset().usual(b.defaults), b.prefs.Keys)
	b.keymap = keymap
	return errors.Join(unknown, err)
}

// Stale reports whether the user has chosen another preset since Rebuild.
func (b *Bindings) Stale() bool { return b.builtFor != b.prefs.KeyPreset }

// Command returns the command of a key; "" for none.
func (b *Bindings) Command(c prefs.Chord) string { return b.keymap.Command(c) }

// Keys returns the keys of a command, in words; "" for none.
func (b *Bindings) Keys(command string) string { return prefs.Words(b.keymap.Of(command)) }

// Lost returns the keys that a command would have if others had not taken them.
func (b *Bindings) Lost(command string) []prefs.Chord { return b.keymap.Lost(command) }

// Preset returns the preset that the user has chosen.
func (b *Bindings) Preset() *Preset { return &Presets[max(presetNamed(b.prefs.KeyPreset), 0)] }

// PresetKeys returns the keys of a command in the chosen preset, in words.
func (b *Bindings) PresetKeys(command string) string {
	i := slices.IndexFunc(b.defaults, func(d Default) bool { return d.Command == command })
	if i < 0 {
		return ""
	}
	return b.Preset().keysOf(b.defaults[i])
}

// Summary names the chosen preset: "Vim, 2 changed".
func (b *Bindings) Summary() string {
	s := b.Preset().Name
	if n := len(b.prefs.Keys); n > 0 {
		s += fmt.Sprintf(", %d changed", n)
	}
	return s
}

// Set gives a command other keys, from the next Rebuild on. It returns one of
// the commands that lose a key, and that key; "" if none does.
func (b *Bindings) Set(command string, keys []prefs.Chord) (loser string, key prefs.Chord) {
	for _, c := range keys {
		if by := b.keymap.Command(c); by != command && slices.Contains(b.keymap.Of(by), c) {
			loser, key = by, c
		}
	}
	b.prefs.SetKeys(b.Preset().usual(b.defaults), command, keys)
	return loser, key
}

// Reset gives a command the keys of the preset. It returns what Set returns.
func (b *Bindings) Reset(command string) (loser string, key prefs.Chord) {
	keys, err := prefs.ParseChords(b.PresetKeys(command))
	if err != nil {
		panic(err) // usual has parsed it
	}
	return b.Set(command, keys)
}
