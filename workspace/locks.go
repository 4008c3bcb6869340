package workspace

import (
	"fmt"
	"maps"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// NameLock gives a monitor a name of the user's; "" returns to the name that follows
// from the trace.
type NameLock struct {
	Monitor tracefeed.MonitorID
	Name    string
}

// maxLockNames is the largest number of monitors with names of the user's. It keeps a
// saved workspace readable.
const maxLockNames = 10_000

func (c NameLock) apply(w *Workspace) {
	if c.Monitor <= tracefeed.NoMonitor || int(c.Monitor) >= len(w.Timeline.Monitors) {
		return
	}
	names := maps.Clone(w.Look.LockNames)
	switch name := view.OneLine(c.Name, maxNameLen); {
	case name == "":
		if delete(names, c.Monitor); len(names) == 0 {
			names = nil
		}
	case names == nil:
		names = map[tracefeed.MonitorID]string{c.Monitor: name}
	case len(names) < maxLockNames || names[c.Monitor] != "":
		names[c.Monitor] = name
	}
	w.Look.LockNames = names
}

func (c NameLock) Info() Info {
	return Info{label: "name lock", run: fmt.Sprint("lock ", c.Monitor), Effects: Undoable}
}

// lockNaming keeps the names of monitors up to date.
type lockNaming struct {
	// found is the report before the user's names, which has new texts or ranks if
	// stale is set. own are the names that Look.Locks has.
	found detect.Report
	stale bool
	own   map[tracefeed.MonitorID]string
}

// update sets the names of monitors, and the texts of findings with them, if the trace,
// its findings or the user's names have changed.
func (n *lockNaming) update(w *Workspace) {
	own := w.Look.LockNames
	if !n.stale && maps.Equal(n.own, own) {
		return
	}
	w.Look.Locks = lockname.New(w.Timeline.Monitors, n.found.Locks, own)
	if len(own) > 0 || len(n.own) > 0 {
		w.Report = n.found.Renamed(w.Timeline, own)
		w.Look.Findings = w.Report.Findings
	}
	n.own, n.stale = own, false
}
