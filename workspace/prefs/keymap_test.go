package prefs

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// The text of a key is parsed as that key.
func TestChordsInWords(t *testing.T) {
	t.Parallel()
	for r := rune(33); r <= unicode.MaxRune; r++ {
		if _, ok := sign(string(r)); !ok {
			continue
		}
		for _, c := range []Chord{Typed(r), {Ctrl: true, Key: string(unicode.ToUpper(r))},
			{Alt: true, Shift: true, Key: string(unicode.ToUpper(r))}} {
			if got, err := parseChord(c.String()); err != nil || got != c {
				t.Fatalf("%q (%+v) is read as %+v, %v", c, c, got, err)
			}
		}
	}
	for _, name := range keyNames {
		for _, c := range []Chord{{Key: name}, {Shift: true, Key: name}, {Ctrl: true, Alt: true, Key: name}} {
			if got, err := parseChord(c.String()); err != nil || got != c {
				t.Errorf("%q is read as %+v, %v", c, got, err)
			}
		}
	}
}

func TestParseChord(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]Chord{
		"k": {Key: "k"}, "K": {Key: "k"}, "Shift+k": {Key: "K"}, "?": {Key: "?"}, "Shift+?": {Key: "?"}, "+": {Key: "+"},
		"Ctrl++": {Ctrl: true, Key: "+"}, "ctrl+shift+K": {Ctrl: true, Shift: true, Key: "K"},
		"shift+CTRL+k": {Ctrl: true, Shift: true, Key: "K"},
		"Alt+left":     {Alt: true, Key: "Left"}, "f5": {Key: "F5"}, "é": {Key: "é"},
	} {
		if got, err := parseChord(s); err != nil || got != want {
			t.Errorf("%q is %+v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "Ctrl+", "Ctrl", "Meta+K", "F13", "ab", "\x00", "\xff", "Shift+ ", "Ctrl+Shift"} {
		if got, err := parseChord(s); err == nil {
			t.Errorf("%q is %+v", s, got)
		}
	}
	if list, err := ParseChords("Ctrl+Shift+Z  Ctrl+Y"); err != nil || Words(list) != "Ctrl+Shift+Z Ctrl+Y" {
		t.Errorf("%v, %v", list, err)
	}
}

func usual(words ...string) (list []Usual) {
	for i, w := range words {
		keys, err := ParseChords(w)
		if err != nil {
			panic(err)
		}
		list = append(list, Usual{fmt.Sprint("c", i), keys})
	}
	return list
}

func TestKeymap(t *testing.T) {
	t.Parallel()
	u := usual("k", "Shift+K F5", "x", "")
	m, err := NewKeymap(u, map[string]string{"c2": "F5", "c3": "k", "c0": "Hyper+Q", "gone": "z"})
	if err == nil || !strings.Contains(err.Error(), "c0") {
		t.Errorf("a bad wish: %v", err)
	}
	for name, want := range map[string]string{"c0": "", "c1": "Shift+K", "c2": "F5", "c3": "K"} {
		if got := Words(m.Of(name)); got != want {
			t.Errorf("%s has %q, not %q", name, got, want)
		}
	}
	if Words(m.Lost("c0")) != "K" || Words(m.Lost("c1")) != "F5" {
		t.Errorf("lost: %v, %v", m.Lost("c0"), m.Lost("c1"))
	}
	for key, want := range map[string]string{"k": "c3", "K": "c1", "x": "", "X": "", "?": ""} {
		if got := m.Command(Chord{Key: key}); got != want {
			t.Errorf("%q gives %q, not %q", key, got, want)
		}
	}
	if m, _ := NewKeymap(u, map[string]string{"c1": ""}); m.Command(Typed('K')) != "c0" {
		t.Error("a capital does not give what its small letter does")
	}
}

// After any changes of keys, no key belongs to two commands, a command has the
// keys set last, and resetting to the usual keys undoes everything.
func TestSetKeys(t *testing.T) {
	t.Parallel()
	all := []string{"a", "b", "Ctrl+A", "F1"}
	u := usual("a", "b", "Ctrl+A F1", "", "a")
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		p := Prefs{Keys: map[string]string{"of another version": "q"}}
		for range 12 {
			name := fmt.Sprint("c", rng.IntN(len(u)))
			var words []string
			for _, k := range rng.Perm(len(all))[:rng.IntN(3)] {
				words = append(words, all[k])
			}
			keys, err := ParseChords(strings.Join(words, " "))
			if err != nil {
				t.Fatal(err)
			}
			before := maps.Clone(p.Keys)
			p.SetKeys(u, name, keys)
			if len(before) > 0 && before["of another version"] != "q" {
				t.Fatal("a command that is not known has lost its keys")
			}
			m, err := NewKeymap(u, p.Keys)
			if err != nil || !slices.Equal(m.Of(name), keys) {
				if i := slices.IndexFunc(u, func(x Usual) bool { return x.Name == name }); !slices.Equal(keys, u[i].Keys) {
					t.Fatalf("%s was given %v and has %v, %v", name, keys, m.Of(name), err)
				}
			}
			seen := map[Chord]bool{}
			for _, x := range u {
				for _, c := range m.Of(x.Name) {
					if seen[c] || m.Command(c) != x.Name {
						t.Fatalf("%v gives %q, and %q says it has it", c, m.Command(c), x.Name)
					}
					seen[c] = true
				}
			}
		}
		for _, x := range u {
			p.SetKeys(u, x.Name, x.Keys)
		}
		if len(p.Keys) != 1 {
			t.Fatalf("all is as usual, but %v", p.Keys)
		}
	}
}
