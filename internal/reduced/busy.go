package reduced

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// Busy returns a random trace in which n threads do all that threads can, in
// short pages where seed is even.
func Busy(t testing.TB, n, events int, seed uint64) *timeline.Timeline {
	rng := rand.New(rand.NewPCG(seed, 1))
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	now := 0
	start := func(i int) {
		fmt.Fprintf(&b, "%dns t%d start name=%s-%d\n", now, i, []string{"worker", "listener", "main", "net%%20poller"}[i%4], i)
	}
	for i := range n - 1 {
		start(i)
	}
	for k := range events {
		if k == events/2 {
			start(n - 1)
			fmt.Fprintf(&b, "%dns t0 end\n", now)
		}
		now += rng.IntN(4000)
		who, lock := rng.IntN(n), rng.IntN(3)
		what := []string{"io-start net", "io-end", "suspend-start sleep", "suspend-end", "ready", "run",
			fmt.Sprintf("monitor-enter M%d", lock), fmt.Sprintf("monitor-exit M%d", lock), fmt.Sprintf("monitor-wait M%d", lock),
			fmt.Sprintf("wake t%d", rng.IntN(n))}[rng.IntN(10)]
		fmt.Fprintf(&b, "%dns t%d %s\n", now, who, what)
	}
	var tuning timeline.Tuning
	if seed%2 == 0 {
		tuning.PageEvents = 1 + rng.IntN(60)
	}
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader(b.String())})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := Timeline(feed, tuning)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}
