package workspace

import (
	"fmt"
	"strings"

	"tiv/interaction"
	"tiv/timeline"
)

// Notes says in a line what the viewer of a trace must know about it: where it
// is damaged, what was dropped or invented. It is empty where nothing is.
func Notes(tl *timeline.Timeline, report interaction.Report) string {
	var notes []string
	if tl.Damage != nil {
		notes = append(notes, fmt.Sprintf("damaged, shown up to %v: %v", tl.End, tl.Damage))
	}
	if n := tl.Counts.Dropped; n > 0 {
		notes = append(notes, fmt.Sprintf("events ignored because they contradict others: %d", n))
	}
	if n := tl.Counts.Invented; n > 0 {
		notes = append(notes, fmt.Sprintf("ends of waits missing: %d", n))
	}
	if report.GaveUp >= 0 && tl.Complete {
		notes = append(notes, fmt.Sprintf("deadlocks after %v not looked for", report.GaveUp))
	}
	return strings.Join(notes, " · ")
}
