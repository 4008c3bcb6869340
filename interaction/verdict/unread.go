package verdict

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Unread says why a trace without findings is no proof that all is well: threads of a dump
// were not read. It is "" if all that the dump announces were, and at least one of them is
// the program's own.
func Unread(tl *timeline.Timeline) string {
	if u := tl.Header.Recorder.Unread; u != (tracefeed.Unread{}) {
		return u.String()
	}
	own := func(th tracefeed.Thread) bool { return !th.System }
	switch {
	case !tl.Header.OfDump():
		return ""
	case tl.Damage != nil:
		return "The dump is not complete"
	case !slices.ContainsFunc(tl.Threads[min(1, len(tl.Threads)):], own):
		return "No thread of the program itself could be read"
	}
	return ""
}

// dumpVerdict is the text about a dump, whose times are invented; ring is true if a ring of
// waits is closed in it.
func dumpVerdict(tl *timeline.Timeline, ring bool) string {
	if ring {
		return "A ring of waits is closed at this moment; another thread may open it."
	}
	if why := Unread(tl); why != "" {
		return why + ", so it is not known whether there is a deadlock."
	}
	return "No deadlock, no stuck thread at this moment."
}
