package workspace

import (
	"fmt"
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Caveats says in a line what the viewer of a trace must know about it: its
// Losses and its Remarks. It is empty where there is nothing.
func Caveats(tl *timeline.Timeline, gaveUp tracefeed.Time) string {
	lost, rest := Losses(tl), Remarks(tl, gaveUp)
	if lost == "" || rest == "" {
		return lost + rest
	}
	return lost + apart + rest
}

const apart = " · "

// Remarks are the Caveats without the Losses: notes of the reader, damage, events
// that were dropped or invented, and the time from which on deadlocks were not
// looked for (gaveUp, if not negative).
func Remarks(tl *timeline.Timeline, gaveUp tracefeed.Time) string {
	var notes []string
	if tl.Header.Note != "" {
		notes = append(notes, tl.Header.Note)
	}
	if tl.Damage != nil {
		notes = append(notes, fmt.Sprintf("damaged, shown up to %v: %v", tl.End, tl.Damage))
	}
	if err := tl.Trouble(); err != nil {
		notes = append(notes, fmt.Sprintf("some of it could not be read again: %v", err))
	}
	if n := tl.Counts.Dropped; n > 0 {
		notes = append(notes, fmt.Sprintf("events ignored because they contradict others: %d", n))
	}
	if n := tl.Counts.Invented; n > 0 {
		notes = append(notes, fmt.Sprintf("ends of waits missing: %d", n))
	}
	if gaveUp >= 0 {
		notes = append(notes, fmt.Sprintf("deadlocks after %v not looked for", gaveUp))
	}
	return strings.Join(notes, apart)
}
