package jfr

import (
	"fmt"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/threaddump"
)

// TestAddressesOfAMonitor has a wait with an event, and one without an end for the same
// monitor, which only dumps have, under the address of the object.
func TestAddressesOfAMonitor(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	dumped := func(waiters ...string) (text string) {
		for i, name := range waiters {
			text += fmt.Sprintf("\"%s\" #%d prio=5 tid=0x1 nid=0x1 waiting for monitor entry\n", name, 10+i) +
				"   java.lang.Thread.State: BLOCKED (on object monitor)\n\tat Shop.sell(Shop.java:7)\n" +
				"\t- waiting to lock <0x00000007000000a0> (a Shop)\n\n"
		}
		return text
	}
	for class, one := range map[string]bool{"Shop": true, "Other": false} {
		l := newLoader()
		inEvent := l.names.monitor(threaddump.JavaMonitor("7f00", class))
		l.records = []record{{what: blocked, thread: l.names.thread(&javaThread{javaID: 11, javaName: "b"}, false),
			monitor: inEvent, start: 10 * ms, end: 80 * ms}}
		l.dumps = []dump{{50 * ms, l.names.sightings(50*ms, dumped("a", "b"))}, {100 * ms, l.names.sightings(100*ms, dumped("a"))}}
		l.addSightings()
		last := l.added[len(l.added)-1]
		if name := l.names.tables.Threads[last.thread].Name; name != "a" || last.end != never || (last.monitor == inEvent) != one {
			t.Errorf("event of class %s: %s waits for %v until %d", class, name, l.names.tables.Monitors[last.monitor], last.end)
		}
	}
}
