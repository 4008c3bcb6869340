package timeline_test

import (
	"fmt"
	"testing"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

// A release that a trace reports after the end of the owner ends the hold. It
// contradicts nothing: recorders learn of some releases late.
func TestReleaseAfterTheEnd(t *testing.T) {
	t.Parallel()
	const end, enter, exit = tracefeed.ThreadEnd, tracefeed.MonitorEnter, tracefeed.MonitorExit
	for _, c := range []struct {
		name   string
		events []tracefeed.Event
		at     tracefeed.Time
		want   string // the holders at that time, and the counts of ignored and of missing events
	}{
		{"before it", []tracefeed.Event{{Thread: 1, Monitor: 1, Kind: enter}, {Thread: 1, Kind: end},
			{Thread: 1, Monitor: 1, Kind: exit}, {Thread: 2, Kind: end}}, 1, "[1] 0 0"},
		{"after it", []tracefeed.Event{{Thread: 1, Monitor: 1, Kind: enter}, {Thread: 1, Kind: end},
			{Thread: 1, Monitor: 1, Kind: exit}, {Thread: 2, Kind: end}}, 2, "[] 0 0"},
		{"never", []tracefeed.Event{{Thread: 1, Monitor: 1, Kind: enter}, {Thread: 1, Kind: end}, {Thread: 2, Kind: end}}, 2, "[1] 0 0"},
		{"of another lock", []tracefeed.Event{{Thread: 1, Monitor: 1, Kind: enter}, {Thread: 1, Kind: end},
			{Thread: 1, Monitor: 2, Kind: exit}, {Thread: 2, Kind: end}}, 3, "[1] 1 0"},
		{"twice held", []tracefeed.Event{{Thread: 1, Monitor: 1, Kind: enter}, {Thread: 1, Monitor: 1, Kind: enter},
			{Thread: 1, Kind: end}, {Thread: 1, Monitor: 1, Kind: exit}, {Thread: 2, Kind: end}}, 4, "[1] 0 0"},
	} {
		for i := range c.events {
			c.events[i].Time = tracefeed.Time(i)
		}
		for pages := range 3 {
			var file memoryFile
			tl, err := save(oracle.Trace{Events: c.events}, pages, &file, 1)
			if err != nil {
				t.Fatal(err)
			}
			for what, tl := range map[string]*timeline.Timeline{"reduced": tl, "opened": opened(t, &file)} {
				if got := fmt.Sprint(tl.Owners(1, c.at), tl.Counts.Dropped, tl.Counts.Invented); got != c.want {
					t.Errorf("%s, %s: got %s, want %s", c.name, what, got, c.want)
				}
			}
		}
	}
}
