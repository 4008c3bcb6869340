package chains

import (
	"maps"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Owners is the owners of monitors that a trace names.
type Owners struct {
	tl *timeline.Timeline
	// Named says, by monitor, whether the trace ever names an owner.
	Named []bool
	// foreign are the threads named as owners before any event of their own, with the
	// monitors.
	foreign map[foreignOwner]bool
	// waited are the monitors for which threads of a process wait, in a trace of processes.
	waited map[processWait]bool
	// Elsewhere are the monitors that a thread of another process held, after Finish.
	Elsewhere map[tracefeed.MonitorID]bool
}

type foreignOwner struct {
	monitor tracefeed.MonitorID
	thread  tracefeed.ThreadID
}

type processWait struct {
	process tracefeed.ProcessID
	monitor tracefeed.MonitorID
}

// NewOwners returns a collector for the pages of a trace.
func NewOwners(tl *timeline.Timeline) *Owners {
	o := &Owners{foreign: map[foreignOwner]bool{}, waited: map[processWait]bool{}}
	o.Extend(tl)
	return o
}

// Extend continues in a later snapshot of the trace.
func (o *Owners) Extend(tl *timeline.Timeline) {
	o.tl, o.Named = tl, append(o.Named, make([]bool, len(tl.Monitors)-len(o.Named))...)
}

// Clone returns a copy between two pages.
func (o *Owners) Clone() *Owners {
	return &Owners{tl: o.tl, Named: slices.Clone(o.Named), foreign: maps.Clone(o.foreign), waited: maps.Clone(o.waited)}
}

// Page processes the holds and waits of the next page.
func (o *Owners) Page(p *timeline.LockPage) {
	for i := range p.Holds {
		o.Named[p.Holds[i].Monitor] = true
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

// Finish finds the monitors that were held elsewhere, after the last page.
func (o *Owners) Finish() {
	o.Elsewhere = map[tracefeed.MonitorID]bool{}
	for f := range o.foreign {
		if !o.tl.Lane(f.thread).Seen() {
			o.Elsewhere[f.monitor] = true
		}
	}
}

// Ownerless returns the processes whose threads wait for monitors, none of which the trace ever
// names an owner of; sorted.
func (o *Owners) Ownerless() (list []tracefeed.ProcessID) {
	named := map[tracefeed.ProcessID]bool{}
	for w := range o.waited {
		named[w.process] = named[w.process] || o.Named[w.monitor]
	}
	for _, process := range slices.Sorted(maps.Keys(named)) {
		if !named[process] {
			list = append(list, process)
		}
	}
	return list
}
