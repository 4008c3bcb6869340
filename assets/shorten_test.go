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
		{"main.worker 38", 12, "…worker 38"},
		{"main.(*Server).handleConn.func1 99", 22, "…handleConn.func1 99"},
		{"main.(*Server).handleConn.func1 99", 14, "hand….func1 99"},
		{"createClientEx.func1 · 39", 20, "createCl….func1 · 39"},
		{"createClientEx.func1 · 39", 10, "cre…1 · 39"},
		{"createClientEx.func1", 14, "createC….func1"},
		{"internalReceiveLoop 28", 22, "internalReceiveLoop 28"},
		{"main.internalReceiveLoop 28", 15, "internal…oop 28"},
		{"server/client.go:3850", 17, "…client.go:3850"},
		{"server/client.go:3850", 14, "clien….go:3850"},
		{"10.0.0.1:8080", 10, "10.…1:8080"},
		{"github.com/some/library/internal/pool.run 7", 16, "…pool.run 7"},
		{"server-1-conn-* × 199", 16, "server-1-… × 199"},
		{"http-nio-8080-exec-12", 16, "http-nio-808…-12"},
		{"mutex main.transfer:18 · A", 20, "mutex transf…:18 · A"},
		{"mutex main.transfer:18", 20, "mutex …transfer:18"},
		{"main.(*Pool[...]).worker 38", 15, "…worker 38"},
		{"mutex net/http.(*Transport).queue:18 · B", 22, "mutex …queue:18 · B"},
		{"mutex main.transfer:18 · A", 8, "mut… · A"},
		{"/home/me/my traces/deadlock.trace", 20, "…deadlock.trace"},
		{"Find in list: name or id", 16, "Find in list: n…"},
		{"pool-6-worker-128", 6, "p…-128"},
		{"pool-6-worker-128", 5, "…-128"},
		{"pool-6-worker-128", 4, "poo…"},
		{"main.(*Server).handle", 10, "…handle"},
		{"12345678", 5, "1234…"},
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
	for _, name := range []string{strings.Repeat("é", 1<<20) + " 7", strings.Repeat("7", 1<<20), "x" + strings.Repeat("€", 300),
		"\xff7\xff"} {
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

// The name of a call is cut to its last part, and then at its end.
func TestShortenCall(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		room int
		want string
	}{
		{"main.process", 12, "main.process"},
		{"main.process", 11, "process"},
		{"main.process", 6, "proce…"},
		{"main.process", 3, "pr…"},
		{"main.process", 2, ""},
		{"database/sql.(*DB).ExecContext", 12, "ExecContext"},
		{"sql.(*Rows).Next.func2", 12, "Next.func2"},
		{"std::mutex::lock", 9, "lock"},
		{"main.parse[struct{ a.b }]", 8, "parse[s…"},
		{"func1", 4, "fun…"},
		{"", 0, ""},
	} {
		if got := ShortenCall(c.name, func(s string) bool { return utf8.RuneCountInString(s) <= c.room }); got != c.want {
			t.Errorf("%q in %d characters: %q, want %q", c.name, c.room, got, c.want)
		}
	}
}
