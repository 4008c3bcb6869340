package assets

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShorten(t *testing.T) {
	for _, x := range []struct {
		name string
		room int // in characters
		want string
	}{
		{"pool-6-worker-128", 17, "pool-6-worker-128"},
		{"pool-6-worker-128", 14, "pool-6-wo…-128"},
		{"server-1-conn-* × 199", 16, "server-1-co… 199"},
		{"server-10-conn-* × 199", 16, "server-10-c… 199"},
		{"http-nio-8080-exec-12", 16, "ht…-8080-exec-12"},
		{"pool-6-worker-128", 6, "po…128"},
		{"main.(*Server).handle", 10, "main.(…dle"},
		{"12345678", 5, "12…78"},
		{"12345678", 1, ""},
		{"", 3, ""},
	} {
		got := Shorten(x.name, func(s string) bool { return utf8.RuneCountInString(s) <= x.room })
		if got != x.want {
			t.Errorf("%q in %d characters became %q, want %q", x.name, x.room, got, x.want)
		}
	}
}

// Names come from outside: whatever they are, what is left of them fits and is
// text, and little is looked at.
func TestShortenAnything(t *testing.T) {
	for _, name := range []string{strings.Repeat("é", 1<<20) + " 7", strings.Repeat("7", 1<<20), "x" + strings.Repeat("€", 300), "\xff7\xff"} {
		for room := range 60 {
			looked := 0
			got := Shorten(name, func(s string) bool {
				looked += len(s)
				return utf8.RuneCountInString(s) <= room
			})
			if utf8.RuneCountInString(got) > room || got != name && got != "" && strings.Count(got, "…") == 0 ||
				utf8.ValidString(name) && !utf8.ValidString(got) {
				t.Errorf("%.40q in %d characters became %q", name, room, got)
			}
			if looked > 20*3*mostBytes {
				t.Errorf("%.40q: looked at %d bytes", name, looked)
			}
		}
	}
}
