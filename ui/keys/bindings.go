// Package keys holds the keyboard input of the window since its last frame, and tells entries of
// package command and their keys from each other. Package input decides on the keys; nothing
// here carries out an entry.
package keys

import (
	"tiv/command"
	"tiv/ui/input"
	"tiv/ui/widget"
	"tiv/workspace/prefs"
)

// Bindings map keys to entries of the registry.
type Bindings struct{ *input.Bindings }

// New returns the bindings of all entries of the registry.
func New(p *prefs.Prefs) *Bindings {
	var defaults []input.Default
	for _, e := range command.Entries() {
		defaults = append(defaults, input.Default{Command: e.Name, Keys: e.Keys})
	}
	return &Bindings{input.New(defaults, p)}
}

// EntryFor returns the entry of a key; nil if there is none.
func (b *Bindings) EntryFor(c prefs.Chord) *command.Entry { return command.EntryNamed(b.Command(c)) }

// KeyTip is a tooltip with the key of a command, if it has one.
func (b *Bindings) KeyTip(s, name string) { widget.Tip(WithKey(s, b.Keys(name))) }

// CommandTip is a tooltip with a command's explanation and key.
func (b *Bindings) CommandTip(name string) { b.KeyTip(command.EntryNamed(name).Help, name) }

// WithKey appends a key to a text.
func WithKey(s, key string) string {
	if key == "" {
		return s
	}
	return s + " (" + key + ")"
}

// LabelOf returns the effect of a command.
func LabelOf(name string) string {
	if e := command.EntryNamed(name); e != nil {
		return e.Label
	}
	return name
}
