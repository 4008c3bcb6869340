package main

import "testing"

func TestIdentityIsTheSameInEveryRun(t *testing.T) {
	for _, c := range []struct {
		a, b Finding
		want string
	}{{
		Finding{Kind: "deadlock", Text: "main.main 1 waits for itself at 0x37bc984a67a0 dns.Example:1473. The cycle closed at 1.498 s and opened again after 10.11 µs."},
		Finding{Kind: "deadlock", Text: "main.main 12 waits for itself at 0x37bc984a6888 dns.Example:1473. The cycle closed at 901 ms and opened again after 2 s."},
		"deadlock: main.main N waits for itself at ADDRESS dns.Example:1473. The cycle closed at N and opened again after N.",
	}, {
		Finding{Kind: "leak", Text: "3 goroutines", Sites: []Site{{"waits", "p.a", "/x/p/a.go", 3}, {"waits", "p.b", "b.go", 4}, {"waits", "p.a", "/y/p/a.go", 3}}},
		Finding{Kind: "stuck", Text: "1 goroutine", Sites: []Site{{"waits", "p.b", "/z/b.go", 4}, {"started", "p.c", "c.go", 5}, {"waits", "p.a", "/x/p/a.go", 3}}},
		"stuck: waits p.a a.go:3, waits p.b b.go:4",
	}} {
		if a, b := c.a.Identity(), c.b.Identity(); a != c.want || b != c.want {
			t.Errorf("%q and %q, want %q", a, b, c.want)
		}
	}
}

func TestIdentityTellsFindingsApart(t *testing.T) {
	a := Finding{Kind: "stuck", Text: "p.worker 7 waits at p.run:12."}
	for _, b := range []Finding{
		{Kind: "cycle", Text: a.Text},
		{Kind: a.Kind, Text: "p.worker 7 waits at p.run:13."},
		{Kind: a.Kind, Text: "p.reader 7 waits at p.run:12."},
		{Kind: a.Kind, Text: a.Text, Sites: []Site{{"waits", "p.run", "run.go", 12}}},
	} {
		if a.Identity() == b.Identity() {
			t.Errorf("%+v and %+v have the same identity", a, b)
		}
	}
}
