package input

import (
	"strings"
	"testing"

	"tiv/workspace/prefs"
)

// defaults are some commands, two of which Vim gives other keys.
var defaults = []Default{{"play", "Space"}, {"undo", "Ctrl+Z"}, {"step back", "Left"}, {"quit", ""}}

func chord(t *testing.T, words string) prefs.Chord {
	t.Helper()
	list, err := prefs.ParseChords(words)
	if err != nil || len(list) != 1 {
		t.Fatalf("%q: %v, %v", words, list, err)
	}
	return list[0]
}

func TestBindings(t *testing.T) {
	p := &prefs.Prefs{}
	b := New(defaults, p)
	rebuild := func() {
		t.Helper()
		if err := b.Rebuild(); err != nil || b.Stale() {
			t.Fatalf("%v, stale %t", err, b.Stale())
		}
	}
	bound := func(key, command string) {
		t.Helper()
		if got := b.Command(chord(t, key)); got != command {
			t.Errorf("%s gives %q, want %q", key, got, command)
		}
	}
	if bound("Space", ""); b.Keys("play") != "" {
		t.Error("keys are bound before Rebuild")
	}
	rebuild()
	bound("Space", "play")
	bound("Left", "step back")
	bound("H", "")
	if b.Keys("quit") != "" || b.Summary() != "TIV" {
		t.Errorf("quit has %q, the bindings are %q", b.Keys("quit"), b.Summary())
	}

	p.KeyPreset = "Vim"
	if !b.Stale() {
		t.Error("another preset does not make the bindings stale")
	}
	rebuild()
	bound("H", "step back")
	bound("U", "undo")

	// The user's own key takes that of another command, in any preset.
	if loser, key := b.Set("quit", []prefs.Chord{chord(t, "U")}); loser != "undo" || key != chord(t, "U") {
		t.Errorf("%q loses %v", loser, key)
	}
	rebuild()
	bound("U", "quit")
	bound("Ctrl+Z", "undo")
	if lost := b.Lost("undo"); len(lost) != 1 || lost[0] != chord(t, "U") {
		t.Errorf("undo has lost %v", lost)
	}
	if b.Summary() != "Vim, 1 changed" {
		t.Errorf("summary %q", b.Summary())
	}
	if loser, _ := b.Reset("quit"); loser != "" || len(p.Keys) != 0 {
		t.Errorf("after the reset, %q loses a key, %v are changed", loser, p.Keys)
	}
	rebuild()
	bound("U", "undo")
}

// An unknown preset, or a key that cannot be parsed, is an error and changes
// nothing else.
func TestBrokenSettings(t *testing.T) {
	b := New(defaults, &prefs.Prefs{KeyPreset: "Emacs", Keys: map[string]string{"undo": "Hyper+Q"}})
	err := b.Rebuild()
	if err == nil || !strings.Contains(err.Error(), "Emacs") || !strings.Contains(err.Error(), "undo") {
		t.Errorf("error %v", err)
	}
	if b.Keys("undo") != "Ctrl+Z" || b.Keys("play") != "Space" || b.Preset() != &Presets[0] {
		t.Errorf("undo has %q, play %q, in %s", b.Keys("undo"), b.Keys("play"), b.Preset().Name)
	}
}
