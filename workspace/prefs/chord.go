package prefs

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Chord is a key with its modifiers; the zero value is none.
type Chord struct {
	Ctrl, Shift, Alt bool
	// Key is the name of a key, such as "Left", or a sign. Without Ctrl and Alt,
	// it is the sign typed on any keyboard layout, "n", "N" or "?", and includes
	// Shift. With Ctrl or Alt, it is the key's label, letters in upper case.
	Key string
}

// keyNames are the names of keys that type no sign.
var keyNames = []string{
	"Space", "Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown", "Insert", "Delete", "Backspace", "Tab",
	"Enter", "Esc", "Menu", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
}

// Typed returns the chord of a sign that was typed.
func Typed(sign rune) Chord { return Chord{Key: string(sign)} }

// sign returns the only character of a key that has no name.
func sign(key string) (r rune, ok bool) {
	r, n := utf8.DecodeRuneInString(key)
	return r, n == len(key) && unicode.IsGraphic(r) && !unicode.IsSpace(r) && r != utf8.RuneError
}

// String writes a chord as parseChord reads it: "N", "Shift+N", "Ctrl+Left".
func (c Chord) String() string {
	r, ok := sign(c.Key)
	key := c.Key
	if ok && !c.Ctrl && !c.Alt {
		c.Shift = unicode.IsUpper(r)
		if up := unicode.ToUpper(r); unicode.IsUpper(up) && unicode.ToLower(up) == r {
			key = string(up)
		}
	}
	var b strings.Builder
	for _, held := range []struct {
		on   bool
		name string
	}{{c.Ctrl, "Ctrl+"}, {c.Alt, "Alt+"}, {c.Shift, "Shift+"}} {
		if held.on {
			b.WriteString(held.name)
		}
	}
	return b.String() + key
}

// parseChord parses a chord: modifiers, each followed by +, and a sign or the
// name of a key, in any case. "Shift+N" is a typed N, and "N" an n. An error
// quotes s and names the wrong part.
func parseChord(s string) (Chord, error) {
	var c Chord
	rest := s
	for {
		word, after, more := strings.Cut(rest, "+")
		if !more || after == "" { // the key, perhaps + itself
			break
		}
		switch strings.ToLower(word) {
		case "ctrl":
			c.Ctrl = true
		case "shift":
			c.Shift = true
		case "alt":
			c.Alt = true
		default:
			return Chord{}, fmt.Errorf("key %q: %q is not Ctrl, Shift or Alt", s, word)
		}
		rest = after
	}
	for _, name := range keyNames {
		if strings.EqualFold(rest, name) {
			c.Key = name
			return c, nil
		}
	}
	r, ok := sign(rest)
	switch {
	case !ok:
		return Chord{}, fmt.Errorf("key %q: there is no key %q", s, rest)
	case c.Ctrl, c.Alt, c.Shift:
		r = unicode.ToUpper(r)
	case unicode.IsUpper(r):
		r = unicode.ToLower(r)
	}
	c.Shift = c.Shift && (c.Ctrl || c.Alt)
	c.Key = string(r)
	return c, nil
}

// ParseChords parses chords with spaces between them; see parseChord for errors.
func ParseChords(s string) (list []Chord, err error) {
	for _, word := range strings.Fields(s) {
		c, err := parseChord(word)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// Words writes chords as ParseChords reads them.
func Words(list []Chord) string {
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}
