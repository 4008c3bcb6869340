package anonymous

import "testing"

// The two directions of a connection are still those of one.
func TestStreams(t *testing.T) {
	n := New()
	for _, x := range [][2]string{
		{"tcp 10.0.0.1:4000 > 10.0.0.2:80", "tcp host-A:4000 > host-B:80"},
		{"tcp 10.0.0.1:4000 < 10.0.0.2:80", "tcp host-A:4000 < host-B:80"},
		{"tcp [::1]:4 > 10.0.0.1:4", "tcp host-C:4 > host-A:4"},
		{"unix 17 > /home/me/a b > c", "unix 17 > host-D"},
		{"unix 17 < /home/me/a b > c", "unix 17 < host-D"},
		{"unix 17 > ", "unix 17 > "},
		{"pair 17 > 18", "pair 17 > 18"},
		{"pipe 17", "name-A 17"},
		{"secret > other", "name-B"},
	} {
		if got := n.name(x[0]); got != x[1] {
			t.Errorf("%q: %q, want %q", x[0], got, x[1])
		}
	}
}
