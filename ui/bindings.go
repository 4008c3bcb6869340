package ui

import (
	"tiv/command"
	"tiv/ui/input"
	"tiv/workspace/prefs"
)

// bindings say which key gives which entry of the registry.
type bindings struct{ *input.Bindings }

// newBindings returns the bindings of all entries of the registry.
func newBindings(p *prefs.Prefs) *bindings {
	var defaults []input.Default
	for _, e := range command.Entries() {
		defaults = append(defaults, input.Default{Command: e.Name, Keys: e.Keys})
	}
	return &bindings{input.New(defaults, p)}
}

// entryFor returns the entry of a key; nil if there is none.
func (b *bindings) entryFor(c prefs.Chord) *command.Entry { return command.EntryNamed(b.Command(c)) }

// keyTip is a tooltip with the key of a command, if it has one.
func (b *bindings) keyTip(s, name string) { tip(withKey(s, b.Keys(name))) }

// commandTip is a tooltip with a command's explanation and key.
func (b *bindings) commandTip(name string) { b.keyTip(command.EntryNamed(name).Help, name) }

// withKey appends a key to a text.
func withKey(s, key string) string {
	if key == "" {
		return s
	}
	return s + " (" + key + ")"
}
