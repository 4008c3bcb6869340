package threadname

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/tracefeed"
)

func names(list ...string) (*Names, []string) {
	threads := make([]tracefeed.Thread, 1, len(list)+1)
	for _, n := range list {
		threads = append(threads, tracefeed.Thread{Name: n})
	}
	return New(threads), list
}

// Names lose what does not distinguish them.
func TestShort(t *testing.T) {
	tests := []struct{ name, want string }{
		{"main.main 1", "main 1"},
		{"main.terminal 18", "terminal 18"},
		{"main.terminal 19", "terminal 19"},
		{"main.crawler * × 32", "crawler * × 32"},
		{"database/sql.(*DB).connectionOpener 12", "connectionOpener 12"},
		{"server.(*Server).createClientEx.func1 39", "createClientEx.func1 · 39"},
		{"server.(*Server).createClientEx.func2 40", "createClientEx.func2 · 40"},
		{"net/http.(*conn).serve 7", "(*conn).serve 7"},
		{"github.com/a/b.(*worker).serve 8", "(*worker).serve 8"},
		{"one.run 1", "one.run 1"},
		{"two.run 2", "two.run 2"},
		{"gopkg.in/yaml%2ev3.Parse 5", "Parse 5"},
		{"sync.(*Map[go.shape.int,go.shape.string]).Range.gowrap1 6", "Range.gowrap1 · 6"},
		// These are no functions.
		{"pool-1-thread-3", "pool-1-thread-3"},
		{"C2 CompilerThread0", "C2 CompilerThread0"},
		{"10.0.0.1:8080 reader", "10.0.0.1:8080 reader"},
		{"10.0.0.1 reader", "10.0.0.1 reader"},
		{"http-nio-8080-exec-1", "http-nio-8080-exec-1"},
		{"kworker/0:1-events", "kworker/0:1-events"},
		{"", ""},
		{" ", " "},
		{". 1", ". 1"},
		{"v1.2 5", "v1.2 · 5"},
	}
	var all []string
	for _, tt := range tests {
		all = append(all, tt.name)
	}
	n, _ := names(all...)
	for _, tt := range tests {
		if got := n.Short(tt.name); got != tt.want {
			t.Errorf("Short(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Threads with different names have different short names, and the short name is made of
// parts of the whole one.
func TestShortNamesStayApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	part := func() string {
		return []string{"main", "net/http", "(*conn)", "run", "serve", "func1", "func2", "1", "T[a.b]", "x-1", "", " "}[rng.IntN(12)]
	}
	for range 3000 {
		var list []string
		for range 1 + rng.IntN(12) {
			p := make([]string, 1+rng.IntN(4))
			for i := range p {
				p[i] = part()
			}
			list = append(list, strings.Join(p, ".")+[]string{"", fmt.Sprint(" ", rng.IntN(3))}[rng.IntN(2)])
		}
		n, _ := names(list...)
		of := map[string]string{}
		for _, name := range list {
			short := n.Short(name)
			if other, taken := of[short]; taken && other != name {
				t.Fatalf("%q and %q are both called %q", name, other, short)
			}
			of[short] = name
			if !strings.HasSuffix(name, strings.ReplaceAll(short, " ·", "")) {
				t.Fatalf("%q is called %q", name, short)
			}
		}
	}
}
