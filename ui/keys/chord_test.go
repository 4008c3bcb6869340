package keys

import (
	"testing"

	"tiv/workspace/prefs"
)

// Ctrl with a sign is the same chord on every keyboard that has the sign.
func TestSigned(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		american, types string
		shift           bool
		want            prefs.Chord
	}{
		"American plus":  {"=", "=", true, prefs.Chord{Ctrl: true, Key: "+"}},
		"equals":         {"=", "=", false, prefs.Chord{Ctrl: true, Key: "="}},
		"German plus":    {"]", "+", false, prefs.Chord{Ctrl: true, Key: "+"}},
		"German minus":   {"/", "-", false, prefs.Chord{Ctrl: true, Key: "-"}},
		"French A":       {"Q", "a", true, prefs.Chord{Ctrl: true, Shift: true, Key: "A"}},
		"no known sign":  {"[", "", false, prefs.Chord{Ctrl: true, Key: "["}},
		"shifted digits": {"1", "1", true, prefs.Chord{Ctrl: true, Shift: true, Key: "1"}},
	} {
		if got := signed(prefs.Chord{Ctrl: true, Shift: x.shift}, x.american, x.types); got != x.want {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
	}
}
