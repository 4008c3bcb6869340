package prefs

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode"
)

// Usual is a command and the keys that it has unless a user wishes otherwise.
type Usual struct {
	Name string
	Keys []Chord
}

// Keymap maps keys to commands. It never changes.
type Keymap struct {
	of   map[string][]Chord
	by   map[Chord]string
	lost map[string][]Chord // a command's chords that another command has
}

// NewKeymap assigns keys to commands: first the user's own, then the usual keys
// of all other commands, if they are free. If several commands have the same
// key, the first in the list gets it. The error lists keys of the user that
// cannot be parsed; their commands keep the usual keys.
func NewKeymap(usual []Usual, own map[string]string) (*Keymap, error) {
	m := &Keymap{map[string][]Chord{}, map[Chord]string{}, map[string][]Chord{}}
	var errs []error
	wished := map[string][]Chord{}
	for _, u := range usual {
		words, ok := own[u.Name]
		if !ok {
			continue
		}
		list, err := ParseChords(words)
		if err != nil {
			errs = append(errs, fmt.Errorf("settings: key of %q: %w", u.Name, err))
			continue
		}
		wished[u.Name] = list
		m.give(u.Name, list)
	}
	for _, u := range usual {
		if _, ok := wished[u.Name]; !ok {
			m.give(u.Name, u.Keys)
		}
	}
	return m, errors.Join(errs...)
}

func (m *Keymap) give(name string, list []Chord) {
	for _, c := range list {
		switch by, taken := m.by[c]; {
		case !taken:
			m.by[c] = name
			m.of[name] = append(m.of[name], c)
		case by != name:
			m.lost[name] = append(m.lost[name], c)
		}
	}
}

// Of returns the keys of a command.
func (m *Keymap) Of(name string) []Chord { return m.of[name] }

// Lost returns the keys that a command would have if others had not taken them.
func (m *Keymap) Lost(name string) []Chord { return m.lost[name] }

// Command returns the command of a key; "" for none. An upper-case letter
// without a command gives the command of its lower-case letter.
func (m *Keymap) Command(c Chord) string {
	name, ok := m.by[c]
	if r, is := sign(c.Key); !ok && is && !c.Ctrl && !c.Alt {
		return m.by[Typed(unicode.ToLower(r))]
	}
	return name
}

// SetKeys sets the keys of a command. Other commands lose these keys.
func (p *Prefs) SetKeys(usual []Usual, name string, keys []Chord) {
	own := map[string]string{}
	maps.Copy(own, p.Keys)
	for _, u := range usual {
		words, wished := own[u.Name]
		list, err := ParseChords(words)
		switch {
		case u.Name == name:
			list = keys
		case !wished || err != nil:
			continue
		default:
			list = slices.DeleteFunc(list, func(c Chord) bool { return slices.Contains(keys, c) })
		}
		if own[u.Name] = Words(list); slices.Equal(list, u.Keys) {
			delete(own, u.Name)
		}
	}
	p.Keys = own
}
