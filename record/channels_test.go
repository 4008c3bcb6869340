package record

import (
	"fmt"
	"slices"
	"testing"
)

// With --channels a wait for one channel has its address; one for several has none.
func TestChannels(t *testing.T) {
	r := recordWith(t, Options{Command: words("go run ./channels"), Channels: true})
	at, found := addresses(t, r.stdout), edges(t, r.path)
	// Of full, empty, only, closed, left and right.
	for i, want := range []int{2, 2, 2, 2, 0, 0} {
		edge := fmt.Sprintf("main.main.twice.func1 suspended at %#x", at[i])
		if n := found[edge]; n != want && (want == 0 || n != want+1) { // one more at the end of the range
			t.Errorf("%d of %q, want %d, in %v", n, edge, want, found)
		}
	}
	if r.ExitCode != 0 || len(r.Notes) != 0 {
		t.Errorf("exit code %d, notes %q", r.ExitCode, r.Notes)
	}
}

// Channels are recorded on demand, and for tests with a timeout.
func TestChannelsOnDemand(t *testing.T) {
	for command, want := range map[string]bool{
		"go run ./channels":                        false,
		"go test -run None ./tested":               false,
		"go test -run Twice -timeout 10m ./tested": true,
	} {
		r := record(t, words(command)...)
		if got := slices.ContainsFunc(read(t, r.path).locks, func(ev lockEvent) bool { return ev.message == "c" }); got != want {
			t.Errorf("%s: channels recorded: %t", command, got)
		}
	}
}
