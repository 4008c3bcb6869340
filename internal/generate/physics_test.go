package generate_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/internal/generate"
	"tiv/tracefeed"
)

// physics checks that events are possible on a machine with locks: it tracks
// the thread on each processor, the holders of each lock, and its queue.
type physics struct {
	names  []tracefeed.Monitor
	now    tracefeed.Time
	onCPU  map[tracefeed.ThreadID]tracefeed.CPU
	cpus   map[tracefeed.CPU]tracefeed.ThreadID
	locks  map[tracefeed.MonitorID]*held
	passed int // entries ahead of a thread that had waited for longer
	most   int // threads on processors at once
}

// held is one monitor.
type held struct {
	by, readers map[tracefeed.ThreadID]bool
	queue       []tracefeed.ThreadID
}

// add returns the reason why an event is impossible.
func (p *physics) add(ev *tracefeed.Event) error {
	if ev.Time < p.now {
		return errors.New("time goes back")
	}
	p.now = ev.Time
	_, on := p.onCPU[ev.Thread]
	switch ev.Kind {
	case tracefeed.Run:
		if p.cpus[ev.CPU] != 0 || on || ev.CPU == tracefeed.NoCPU {
			return errors.New("two at once")
		}
		p.cpus[ev.CPU], p.onCPU[ev.Thread] = ev.Thread, ev.CPU
		p.most = max(p.most, len(p.onCPU))
	case tracefeed.MonitorWait, tracefeed.SuspendStart, tracefeed.IOStart, tracefeed.ThreadEnd:
		if !on {
			return errors.New("not on a processor")
		}
		p.leave(ev.Thread)
	case tracefeed.Ready:
		p.leave(ev.Thread)
	case tracefeed.Wake:
		if _, on := p.onCPU[ev.Other]; !on {
			return errors.New("who wakes is not on a processor")
		}
	case tracefeed.MonitorExit, tracefeed.CallEnter, tracefeed.CallExit, tracefeed.Alloc, tracefeed.Free,
		tracefeed.Put, tracefeed.Take, tracefeed.TaskType, tracefeed.TaskLink,
		tracefeed.Sample, tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.RegionStart, tracefeed.RegionEnd:
		if !on {
			return errors.New("not on a processor")
		}
	}
	return p.lock(ev, on)
}

func (p *physics) leave(t tracefeed.ThreadID) {
	delete(p.cpus, p.onCPU[t])
	delete(p.onCPU, t)
}

// lock is the part of add that is about monitors.
func (p *physics) lock(ev *tracefeed.Event, on bool) error {
	k := p.locks[ev.Monitor]
	if k == nil {
		k = &held{by: map[tracefeed.ThreadID]bool{}, readers: map[tracefeed.ThreadID]bool{}}
		p.locks[ev.Monitor] = k
	}
	name := p.names[ev.Monitor].Name
	switch ev.Kind {
	case tracefeed.MonitorWait:
		if len(k.by) == 0 || k.by[ev.Thread] {
			return errors.New("waits for a lock that nobody holds, or itself")
		}
		if !slices.Contains(k.queue, ev.Thread) {
			k.queue = append(k.queue, ev.Thread)
		}
	case tracefeed.MonitorEnter:
		return p.enter(ev, k, name, on)
	case tracefeed.MonitorExit:
		if !k.by[ev.Thread] {
			return errors.New("lets go what it does not hold")
		}
		delete(k.by, ev.Thread)
		delete(k.readers, ev.Thread)
	}
	return nil
}

func (p *physics) enter(ev *tracefeed.Event, k *held, name string, on bool) error {
	limit := 1
	if strings.Contains(name, "-connections-") {
		limit = 6 // a tenth of the 60 threads of a group
	}
	waited := slices.Contains(k.queue, ev.Thread)
	switch {
	case !waited && !on:
		return errors.New("enters while it is not on a processor")
	case ev.Shared && len(k.readers) < len(k.by), !ev.Shared && (len(k.by) >= limit || len(k.readers) > 0):
		return fmt.Errorf("enters %s, which is full", name)
	}
	if len(k.queue) > 0 && k.queue[0] != ev.Thread {
		p.passed++
		if !strings.HasSuffix(name, "-4") {
			return fmt.Errorf("enters %s before thread %d, which has waited for longer", name, k.queue[0])
		}
	}
	k.queue = slices.DeleteFunc(k.queue, func(t tracefeed.ThreadID) bool { return t == ev.Thread })
	k.by[ev.Thread] = true
	if ev.Shared {
		k.readers[ev.Thread] = true
	}
	return nil
}

func TestPhysics(t *testing.T) {
	t.Parallel()
	passed := 0
	for _, name := range generate.Scenarios() {
		const threads, cpus = 60, 7
		o := generate.Options{Scenario: name, Seed: 9, Threads: threads, CPUs: cpus, Events: 200_000, Sched: true, Extras: true}
		if name == "server" {
			o.Threads++ // the collector
		}
		feed := newFeed(t, o)
		p := physics{
			names: feed.Tables().Monitors, onCPU: map[tracefeed.ThreadID]tracefeed.CPU{},
			cpus: map[tracefeed.CPU]tracefeed.ThreadID{}, locks: map[tracefeed.MonitorID]*held{},
		}
		n := 0
		for ev := range tracefeed.All(feed) {
			if err := p.add(ev); err != nil {
				t.Fatalf("%s: event %d: %+v: %v", name, n, *ev, err)
			}
			n++
		}
		if p.most != cpus {
			t.Errorf("%s: at most %d threads on %d processors", name, p.most, cpus)
		}
		passed += p.passed
	}
	if passed == 0 {
		t.Error("no lock was barged for")
	}
}
