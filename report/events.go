package report

import (
	"errors"
	"fmt"
	"io"

	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// A BeyondError says that an interval begins after the end of the trace.
type BeyondError struct{ End tracefeed.Time }

func (e *BeyondError) Error() string { return fmt.Sprintf("the trace ends at %v", e.End) }

// Events writes the events of a feed within a window as a table. The events
// before damage are written, and the damage is returned. lost counts the events
// reported missing before the end of the window. If the window begins after the last
// event, nothing is written and the error is a BeyondError.
func Events(w io.Writer, feed tracefeed.Feed, win Window, format table.Format) (lost timeline.Counts, err error) {
	t := table.NewWriter(w, format, "time_ns", "thread", "event", "monitor", "cause", "other", "cpu", "shared")
	var damage error
	var last tracefeed.Time
	for ev, err := range tracefeed.All(feed) {
		if damage = err; err != nil {
			break
		}
		if last = ev.Time; last > win.To {
			break
		}
		if ev.Kind == tracefeed.Lost {
			lost.Lose(ev, false)
		}
		names := feed.Tables()
		if ev.Time < win.From || names.Threads[ev.Thread].System && !win.Runtime {
			continue
		}
		cause, cpu := "", ""
		if ev.Kind == tracefeed.IOStart || ev.Kind == tracefeed.SuspendStart || ev.Cause == tracefeed.CauseTry {
			cause = ev.Cause.String()
		}
		if ev.CPU != tracefeed.NoCPU {
			cpu = tracefeed.CPUName(ev.CPU)
		}
		t.Num(int64(ev.Time)).Str(names.Threads[ev.Thread].ID).Str(ev.Kind.String()).Str(names.Monitors[ev.Monitor].ID).
			Str(cause).Str(names.Threads[ev.Other].ID).Str(cpu).Yes(ev.Shared).End()
	}
	switch {
	case damage == nil && last < win.From:
		return lost, &BeyondError{last}
	case damage == nil && t.Rows() == 0:
		win.warnEmpty("events", last)
	}
	return lost, errors.Join(t.Close(), damage)
}
