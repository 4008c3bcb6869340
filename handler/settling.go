package handler

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tiv/tracefeed"
)

// settledAfter is the time of a trace after which a set of functions without a change is settled.
const settledAfter = 10 * tracefeed.Second

// Pause is the time between two searches in a trace that grows: a second, and at least four times as long as
// the last one took.
func Pause(took time.Duration) time.Duration { return max(time.Second, 4*took) }

// Settling follows the set of functions found in a trace that grows. The zero value has seen none.
type Settling struct {
	set           string // a line for each function, sorted
	changed, last tracefeed.Time
}

// Add adds what was found in the trace up to a time, which never goes back.
func (s *Settling) Add(found []Found, at tracefeed.Time) {
	set := make([]string, len(found))
	for i := range found {
		set[i] = fmt.Sprintln(found[i].Kind(), found[i].Type, found[i].Function)
	}
	slices.Sort(set)
	now := strings.Join(set, "")
	if s.last = at; now != s.set {
		s.set, s.changed = now, at
	}
}

// Set returns the set as text: equal texts are equal sets.
func (s *Settling) Set() string { return s.set }

// Settled reports whether there are functions, and they were the same for long enough.
func (s *Settling) Settled() bool { return s.set != "" && s.last-s.changed >= settledAfter }

// String says for how long the set is the same, in whole seconds.
func (s *Settling) String() string {
	same := s.last - s.changed
	same -= same % tracefeed.Second
	switch {
	case s.set == "":
		return "nothing found yet"
	case s.Settled():
		return fmt.Sprintf("settled for %v", same)
	}
	return "still changing"
}
