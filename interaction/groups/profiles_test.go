package groups_test

import (
	"testing"

	"tiv/interaction/groups"
	"tiv/tracefeed"
)

func TestByProfile(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	tl, ids := groupTotals(t, `
0ms runner start
0ms idler start
0ms idler suspend-start sleep
0ms reader start
0ms holder start
0ms holder monitor-enter M
0ms mixed start
10ms reader io-start disk
20ms waiter start
20ms waiter monitor-wait M
60ms mixed monitor-wait M
100ms gone start
100ms gone end
100ms holder suspend-start sleep
100ms never start
`)
	for what, x := range map[string]struct {
		from, to tracefeed.Time
		want     string
	}{
		"all":         {0, 100 * ms, "only blocking: 6; mostly IO: 3; only running: 1 4; mostly running: 5; only suspended: 2"},
		"a part":      {0, 10 * ms, "only running: 1 3 4 5; only suspended: 2"},
		"half":        {20 * ms, 100 * ms, "only blocking: 6; mostly blocking: 5; only IO: 3; only running: 1 4; only suspended: 2"},
		"nothing":     {50 * ms, 50 * ms, ""},
		"after":       {200 * ms, 300 * ms, ""},
		"before, too": {-5 * ms, 5 * ms, "only running: 1 3 4 5; only suspended: 2"},
	} {
		got := groups.ByProfile(tl, ids, x.from, x.to)
		if say(got) != x.want {
			t.Errorf("%s:\n got %s\nwant %s", what, say(got), x.want)
		}
		checkPartition(t, got, ids, false)
	}
	nearly, ids := groupTotals(t, `
0ms a start
0us b start
50us a suspend-start sleep
200us b suspend-start sleep
100ms a end
`)
	if got := say(groups.ByProfile(nearly, ids, 0, 100*ms)); got != "only suspended: 1; mostly suspended: 2" {
		t.Error(got)
	}
	mixed, ids := groupTotals(t, `
0ms a start
0ms b start
0ms b monitor-enter M
40ms a io-start net
60ms a io-end
60ms a monitor-wait M
100ms b monitor-exit M
`)
	if got := say(groups.ByProfile(mixed, ids, 0, 100*ms)); got != "blocking and running: 1; only running: 2" {
		t.Error(got)
	}
}
