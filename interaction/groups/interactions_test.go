package groups_test

import (
	"testing"

	"tiv/interaction"
	"tiv/interaction/groups"
	"tiv/interaction/lockname"
	"tiv/tracefeed"
)

func TestByInteraction(t *testing.T) {
	t.Parallel()
	tl, ids := named("main", "a", "b", "c", "writer", "reader", "idle")
	tl.Monitors = []tracefeed.Monitor{{}, {ID: "cache", Name: "cache"}, {ID: "0x10", Name: "0x10 main.log:7"}, {ID: "also", Name: "cache"}}
	locks := lockname.New(tl.Monitors, lockname.Ranks{Kinds: []byte{2: byte(lockname.Mutex)}, Order: []tracefeed.MonitorID{2}}, nil)
	pair := func(blocked, blocker tracefeed.ThreadID, m tracefeed.MonitorID, total tracefeed.Time) interaction.Pair {
		return interaction.Pair{Blocked: blocked, Blocker: blocker, Monitor: m, Total: total}
	}
	for what, x := range map[string]struct {
		pairs []interaction.Pair
		want  string
	}{
		"nobody waits":      {nil, ""},
		"one for himself":   {[]interaction.Pair{pair(1, 1, 1, 9)}, ""},
		"for one not given": {[]interaction.Pair{pair(1, 9, 1, 9)}, ""},
		"for no time":       {[]interaction.Pair{pair(1, 2, 1, 0)}, ""},
		"two rings": {[]interaction.Pair{pair(1, 2, 1, 9), pair(3, 1, 1, 9), pair(5, 6, 2, 20)},
			"users of mutex main.log:7 · A: 5 6; users of lock cache: 1 2 3"},
		"one monitor twice":     {[]interaction.Pair{pair(1, 2, 1, 9), pair(5, 6, 1, 20)}, "users of lock cache: 5 6; a and 1 other: 1 2"},
		"two of one name":       {[]interaction.Pair{pair(1, 2, 1, 9), pair(5, 6, 3, 20)}, "users of lock cache: 5 6; a and 1 other: 1 2"},
		"a monitor without any": {[]interaction.Pair{pair(2, 1, 0, 5), pair(3, 1, 0, 5), pair(4, 1, 0, 4)}, "main and 3 others: 1 2 3 4"},
		"many monitors":         {[]interaction.Pair{pair(2, 1, 1, 5), pair(3, 1, 2, 4), pair(4, 1, 0, 4)}, "main and 3 others: 1 2 3 4"},
	} {
		if got := say(groups.ByInteraction(tl, locks, x.pairs, ids)); got != x.want {
			t.Errorf("%s:\n got %s\nwant %s", what, got, x.want)
		}
	}
}
