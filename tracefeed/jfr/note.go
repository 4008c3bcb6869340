package jfr

import (
	"fmt"
	"strings"
	"time"

	"tiv/tracefeed"
)

// waitsWithThreshold are the types of events that are waits for other threads.
var waitsWithThreshold = []string{"jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark"}

// note says which waits the recording lacks, and which of its events are not shown.
func (l *loader) note() string {
	var parts []string
	var longest time.Duration
	for _, name := range waitsWithThreshold {
		longest = max(longest, l.thresholds[name])
	}
	switch missing := l.missing(); {
	case len(missing) > 0 && l.period > 0:
		parts = append(parts, fmt.Sprintf("the recording has no events of %s, so states are those of its samples, "+
			"about every %v, and unknown elsewhere",
			strings.Join(missing, ", "), l.period))
	case len(missing) > 0:
		parts = append(parts, fmt.Sprintf("the recording has no events of %s, so states are unknown between its other events",
			strings.Join(missing, ", ")))
	}
	if longest > 0 {
		parts = append(parts, fmt.Sprintf("the recording has no waits shorter than %v: its settings leave them out", longest))
	}
	shown := l.allocations.shown()
	for w := shown + 1; w < numWhats; w++ {
		if n := l.allocations[w]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s not shown, besides %s", n, allocationNames[w], allocationNames[shown]))
		}
	}
	if left := l.unread.String(); left != "" {
		parts = append(parts, left+" left out")
	}
	return strings.Join(parts, "; ")
}

var allocationNames = map[what]string{allocated: "samples of allocations", allocatedBuffer: "allocations of buffers",
	allocatedNative: "samples of malloc"}

// allocationCounts are the numbers of allocations of each kind.
type allocationCounts [numWhats]int64

// shown returns the kind of allocations that is shown: each stands for all that a
// program allocates.
func (n *allocationCounts) shown() what {
	w := allocated
	for w+1 < numWhats && n[w] == 0 {
		w++
	}
	return w
}

// empty returns the error of a recording without events that are shown, nil if it has no
// others.
func (l *loader) empty() error {
	if left := l.unread.String(); left != "" {
		return &tracefeed.Damage{Offset: headerLen,
			Err: fmt.Errorf("nothing to show: the recording has only %s, which TIV does not read", left)}
	}
	return nil
}
