// Package caveats words what is missing from a trace, or wrong in it. A timeline goes in,
// one line for people comes out. Nothing here decides where it is shown.
package caveats

import (
	"fmt"
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
)

// All returns the warnings about a trace in one line: its Losses and its
// Remarks; "" if there are none.
func All(tl *timeline.Timeline) string {
	lost, rest := Losses(tl), Remarks(tl)
	if lost == "" || rest == "" {
		return lost + rest
	}
	return lost + apart + rest
}

// Minor reports whether the caveats are only about inconsistent events, and those are at most
// one in a thousand: no reason to doubt the picture.
func Minor(tl *timeline.Timeline) bool {
	const few = 1000
	c := tl.Counts
	return !tl.Header.OfDump() && tl.Header.Kind != tracefeed.Sampled && c.Gaps == 0 && tl.Header.Remarks() == "" &&
		tl.Damage == nil && tl.Err() == nil && c.Invented == 0 &&
		c.Dropped > 0 && few*c.Dropped <= c.Events
}

const apart = " · "

// Remarks are the caveats without the Losses: that the trace is a dump or sampled, notes of the
// reader, damage, and events that were dropped or invented.
func Remarks(tl *timeline.Timeline) string {
	var notes []string
	if tl.Header.OfDump() {
		notes = append(notes, "thread dump: a moment is drawn with a length; waits may have begun earlier")
	}
	if u := tl.Header.Recorder.Unread; u != (tracefeed.Unread{}) {
		notes = append(notes, u.String())
	}
	if tl.Header.Kind == tracefeed.Sampled {
		notes = append(notes, "sampled: waits between two samples are missing, and the threads waited for are inferred")
	}
	if note := tl.Header.Remarks(); note != "" {
		notes = append(notes, note)
	}
	if cut, ok := tracefeed.CutOff(tl.Damage, tl.End); ok {
		notes = append(notes, cut)
	} else if tl.Damage != nil {
		notes = append(notes, fmt.Sprintf("damaged, shown up to %v: %v", tl.End, tl.Damage))
	}
	if err := tl.Err(); err != nil {
		notes = append(notes, fmt.Sprintf("some of it could not be read again: %v", err))
	}
	if n := tl.Counts.Dropped; n > 0 {
		notes = append(notes, counted(n, "inconsistent event")+" skipped")
	}
	if n := tl.Counts.Invented; n > 0 {
		notes = append(notes, counted(n, "wait end")+" missing")
	}
	return strings.Join(notes, apart)
}
