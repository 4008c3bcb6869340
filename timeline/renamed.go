package timeline

import "tiv/tracefeed"

// Renamed returns tl with another header, other names and another damage. The
// tables have the same entries as before, in the same order. Later errors of reading the
// trace again do not quote it. It shares everything else with tl.
func Renamed(tl *Timeline, h tracefeed.Header, t *tracefeed.Tables, damage error) *Timeline {
	out := *tl
	out.Header, out.Damage, out.renamed = h, damage, true
	out.Threads, out.Monitors, out.Frames, out.Stacks, out.Names = t.Threads, t.Monitors, t.Frames, t.Stacks, t.Names
	out.Processes, out.Types = t.Processes, t.Types
	return &out
}
