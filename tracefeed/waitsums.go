package tracefeed

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// JoinNotes joins remarks for people, without the empty ones.
func JoinNotes(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), "; ")
}

// WaitSums are times of all threads that the states of a trace do not show, as the kernel's
// accounts of a recorded program have them, in nanoseconds.
type WaitSums struct {
	// placed are waits that the recorder has not seen, in state Unknown; unplaced are others,
	// which count as running. lived is the time for which threads have lived.
	placed, unplaced, lived Time
	// Queued is the time for which threads waited for processors, Ran that on them.
	Ran, Queued Time
	// blind: the recorder cannot read the accounts of some threads.
	blind bool
}

// ParseWaitSums parses the property of a trace with the sums: six numbers, in the order of
// the fields. It returns none for any other text.
func ParseWaitSums(text string) (s WaitSums) {
	words := strings.Fields(text)
	if len(words) != 6 {
		return WaitSums{}
	}
	for i, to := range []*Time{&s.placed, &s.unplaced, &s.lived, &s.Ran, &s.Queued} {
		n, err := strconv.ParseInt(words[i], 10, 64)
		if err != nil || n < 0 {
			return WaitSums{}
		}
		*to = Time(n)
	}
	s.blind = words[5] != "0"
	return s
}

// Text returns the sums as the property of a trace has them: "" if there are none.
func (s WaitSums) Text() string {
	if s == (WaitSums{}) {
		return ""
	}
	blind := 0
	if s.blind {
		blind = 1
	}
	return fmt.Sprintf("%d %d %d %d %d %d", s.placed, s.unplaced, s.lived, s.Ran, s.Queued, blind)
}

// add adds the sums of another process. They end at the longest time.
func (s *WaitSums) add(o WaitSums) {
	s.placed, s.unplaced, s.lived = sum(s.placed, o.placed), sum(s.unplaced, o.unplaced), sum(s.lived, o.lived)
	s.Ran, s.Queued = sum(s.Ran, o.Ran), sum(s.Queued, o.Queued)
	s.blind = s.blind || o.blind
}

// sum adds two times, at most to the longest one.
func sum(a, b Time) Time { return a + min(b, math.MaxInt64-a) }

// notable reports whether a time is a percentage of another one, and not too short to be
// mentioned.
func notable(t, of Time, percent float64) bool {
	return t >= 10*Millisecond && float64(t) >= percent/100*float64(of)
}

// String returns the sums that are a notable part, as a remark for people: unseen waits from a
// hundredth of the threads' lives on, waits for processors from a tenth of the time for which
// threads could run. It is "" if there are none.
func (s WaitSums) String() string {
	var parts []string
	if unseen := s.placed + s.unplaced; unseen >= 0 && notable(unseen, s.lived, 1) {
		text := fmt.Sprintf("%v unseen by the recorder: their state is unknown then", s.placed)
		if notable(s.unplaced, s.lived, 1) {
			text += fmt.Sprintf(", and %v more, which counts as running", s.unplaced)
		}
		parts = append(parts, text)
	} else if s.blind {
		parts = append(parts, "unseen by the recorder, which counts as running: /proc does not show their times")
	}
	if notable(s.Queued, s.Queued+s.Ran, 10) {
		parts = append(parts, fmt.Sprintf(
			"%v for processors, %.0f %% of the time for which they could run; it counts as running, or as the end of a wait",
			s.Queued, 100*float64(s.Queued)/(float64(s.Queued)+float64(s.Ran))))
	}
	if len(parts) == 0 {
		return ""
	}
	return "threads waited " + strings.Join(parts, "; and ")
}
