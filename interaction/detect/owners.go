package detect

import (
	"maps"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// owners is the owners of monitors that a trace names.
type owners struct {
	*snapshot
	// named says, by monitor, whether the trace ever names an owner.
	named []bool
	// foreign are the threads named as owners before any event of their own, with the
	// monitors.
	foreign map[foreignOwner]bool
	// waited are the monitors for which threads of a process wait, in a trace of processes.
	waited map[processWait]bool
	// elsewhere are the monitors that a thread of another process held, after finish.
	elsewhere map[tracefeed.MonitorID]bool
}

type foreignOwner struct {
	monitor tracefeed.MonitorID
	thread  tracefeed.ThreadID
}

type processWait struct {
	process tracefeed.ProcessID
	monitor tracefeed.MonitorID
}

func newOwners(t *snapshot) *owners {
	o := &owners{snapshot: t, foreign: map[foreignOwner]bool{}, waited: map[processWait]bool{}}
	o.grow()
	return o
}

// grow makes room for the monitors of the trace.
func (o *owners) grow() { o.named = grown(o.named, len(o.tl.Monitors)) }

// clone returns a copy between two pages.
func (o *owners) clone() *owners {
	return &owners{snapshot: o.snapshot, named: slices.Clone(o.named), foreign: maps.Clone(o.foreign), waited: maps.Clone(o.waited)}
}

// page processes the holds and waits of the next page.
func (o *owners) page(p *timeline.LockPage) {
	for i := range p.Holds {
		o.named[p.Holds[i].Monitor] = true
	}
	for i := range p.Waits {
		w := &p.Waits[i]
		if w.State != tracefeed.Blocking {
			continue
		}
		if process := o.tl.Threads[w.Thread].Process; process != tracefeed.NoProcess {
			o.waited[processWait{process, w.Monitor}] = true
		}
		if w.Other != tracefeed.NoThread && !o.tl.Lane(w.Other).Seen() {
			o.foreign[foreignOwner{w.Monitor, w.Other}] = true
		}
	}
}

// finish finds the monitors that were held elsewhere, after the last page.
func (o *owners) finish() {
	o.elsewhere = map[tracefeed.MonitorID]bool{}
	for f := range o.foreign {
		if !o.tl.Lane(f.thread).Seen() {
			o.elsewhere[f.monitor] = true
		}
	}
}

// ownerless returns the processes of Report.Ownerless.
func (o *owners) ownerless() (list []tracefeed.ProcessID) {
	named := map[tracefeed.ProcessID]bool{}
	for w := range o.waited {
		named[w.process] = named[w.process] || o.named[w.monitor]
	}
	for _, process := range slices.Sorted(maps.Keys(named)) {
		if !named[process] {
			list = append(list, process)
		}
	}
	return list
}
