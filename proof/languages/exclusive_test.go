package languages

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
	"tiv/workspace"
)

// exclusive checks that no lock in a trace has two owners at once, unless all are readers.
func exclusive(trace string) error {
	src, err := tracefeed.Open(trace, workspace.Formats())
	if err != nil {
		return err
	}
	defer src.Close()
	return exclusiveIn(src)
}

func exclusiveIn(feed tracefeed.Feed) error {
	owners := map[tracefeed.MonitorID]map[tracefeed.ThreadID]bool{} // true for a reader
	for ev, err := range tracefeed.All(feed) {
		if damage := (*tracefeed.Damage)(nil); errors.As(err, &damage) {
			return nil
		} else if err != nil {
			return err
		}
		switch ev.Kind {
		case tracefeed.Lost:
			clear(owners)
		case tracefeed.MonitorExit:
			delete(owners[ev.Monitor], ev.Thread)
		case tracefeed.MonitorEnter:
			for id, reads := range owners[ev.Monitor] {
				if tables := feed.Tables(); id != ev.Thread && !(reads && ev.Shared) {
					return fmt.Errorf("at %v %s takes %s, which %s has", ev.Time, tables.Threads[ev.Thread].Name,
						tables.Monitors[ev.Monitor].Name, tables.Threads[id].Name)
				}
			}
			if owners[ev.Monitor] == nil {
				owners[ev.Monitor] = map[tracefeed.ThreadID]bool{}
			}
			owners[ev.Monitor][ev.Thread] = ev.Shared
		}
	}
	return nil
}

// TestExclusive checks the check.
func TestExclusive(t *testing.T) {
	t.Parallel()
	for text, fine := range map[string]bool{
		"1ms A monitor-enter M\n2ms A monitor-exit M\n3ms B monitor-enter M\n":                                    true,
		"1ms A monitor-enter M mode=shared\n2ms B monitor-enter M mode=shared\n":                                  true,
		"1ms A monitor-enter M\n2ms B monitor-enter M\n":                                                          false,
		"1ms A monitor-enter M mode=shared\n2ms B monitor-enter M\n":                                              false,
		"1ms A monitor-enter M\n2ms A monitor-exit M\n2ms B monitor-enter M\n3ms A monitor-enter M mode=shared\n": false,
	} {
		feed, err := tracefeed.OpenInput(tracefeed.Input{Name: "x", Reader: strings.NewReader("tiv-text 1\n0ms A start\n0ms B start\n" + text)},
			[]tracefeed.Format{textfeed.Format()})
		if err != nil {
			t.Fatal(err)
		}
		if err := exclusiveIn(feed); (err == nil) != fine {
			t.Errorf("%q: %v", text, err)
		}
	}
}
