package joined

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/merge"
)

// process is a part of a feed of processes.
type process struct {
	Part
	Source
	origin  origin
	feed    *Processes
	names   importer
	threads map[tracefeed.ProcessID]int // in the feed
	inner   inner
	// header is the header of the feed, as it was at the start of the part and then at its end.
	header tracefeed.Header
	// before is the part before of the same process, until this one has an event.
	before *process
	tried  bool // it was opened, as far as that was possible
	began  bool
	// started: the start of Main is in the feed.
	started bool
	// foreign are the threads that stand for one of another process, with its number.
	foreign map[tracefeed.ThreadID]int64
	// alive are the living threads, with their ids in the feed.
	alive map[tracefeed.ThreadID]bool
	// waits are the threads that wait for monitors.
	waits map[tracefeed.ThreadID]bool
	// counts are the last values of counters that the feed adds up.
	counts map[tracefeed.NameID]int64
	end    tracefeed.Time
	// touched are the threads that have events at the time of the last one, in the feed.
	touched struct {
		at      tracefeed.Time
		threads []tracefeed.ThreadID
	}
}

// open opens the part.
func (p *process) open() (f tracefeed.Feed, err error) {
	p.tried = true
	p.Source, err = p.Part.Open()
	return p.Source.Feed, err
}

// begin is called before the first event: the program takes the place of the one before.
func (p *process) begin() {
	f := p.feed
	p.threads, p.inner = map[tracefeed.ProcessID]int{}, inner{part: p}
	p.foreign = map[tracefeed.ThreadID]int64{}
	p.began, p.alive, p.waits = true, map[tracefeed.ThreadID]bool{}, map[tracefeed.ThreadID]bool{}
	p.counts = map[tracefeed.NameID]int64{}
	p.names = importer{to: f.tables, rules: p}
	p.end = p.Start
	p.header = p.Feed.Header()
	f.account()
	p.origin.program, p.origin.prefixed = 1, f.prefixed
	if p.before = f.last[p.Process]; p.before != nil {
		p.origin.program = p.before.origin.program + 1
	}
	f.last[p.Process] = p
	p.update()
	if p.before != nil {
		p.before.endThreads(p.Begin)
		p.before.before = nil
	}
	if main := p.names.thread(p.Main); main != tracefeed.NoThread && p.Begin < p.Start && !slices.Contains(p.Early, p.Main) {
		p.started = true
		p.alive[main] = true
		start := tracefeed.Event{Time: p.Begin, Thread: main, Kind: tracefeed.ThreadStart}
		f.emit(start)
		p.run(&start)
	}
	for _, t := range p.Early {
		id := p.names.thread(t)
		if id == tracefeed.NoThread {
			continue // it stands for one of another process
		}
		p.alive[id] = true
		f.emit(tracefeed.Event{Time: p.Start, Thread: id, Kind: tracefeed.ThreadStart})
		f.emit(tracefeed.Event{Time: p.Start, Thread: id, Kind: tracefeed.StateUnknown})
	}
}

// update copies the names that are new or have changed.
func (p *process) update() {
	t := p.Tables
	if t == nil {
		t = p.Feed.Tables()
	}
	p.inner.update(t.Processes)
	p.names.update(t)
}

// finish ends the threads of the part; if the process may have gone on, their states are
// unknown instead. The first thread of the process lives on, because another program may
// follow.
func (p *process) finish() {
	if !p.began {
		return
	}
	if p.Source.Open && !p.followed() {
		p.forget(p.end)
		return
	}
	main := tracefeed.NoThread
	if p.followed() {
		main = p.names.thread(p.Main)
	}
	p.names = importer{threads: p.names.threads}
	p.Tables, p.Feed = nil, nil
	lives := p.alive[main]
	delete(p.alive, main)
	p.endThreads(p.end)
	if lives {
		p.alive[main] = true
	}
}

// followed reports whether another part of the process follows.
func (p *process) followed() bool {
	return slices.ContainsFunc(p.feed.parts, func(o *process) bool { return !o.tried && o.Process == p.Process })
}

// forget leaves the living threads in an unknown state from a time on. What their events at that very time
// say is known, so that it does not seem as if a wait that ended then went on: their states are unknown
// a nanosecond later.
func (p *process) forget(at tracefeed.Time) {
	at = max(at, p.feed.now)
	later := p.touched.threads
	if p.touched.at < at {
		later = nil
	}
	for _, id := range p.living() {
		if !slices.Contains(later, id) {
			p.feed.emit(tracefeed.Event{Time: at, Thread: id, Kind: tracefeed.StateUnknown})
		}
	}
	for _, id := range p.living() {
		if slices.Contains(later, id) {
			p.feed.emit(tracefeed.Event{Time: at + 1, Thread: id, Kind: tracefeed.StateUnknown})
		}
	}
}

// touch notes that a thread has an event, which is the last one in the feed.
func (p *process) touch(id tracefeed.ThreadID) {
	t := &p.touched
	if t.at < p.feed.now {
		t.at, t.threads = p.feed.now, t.threads[:0]
	}
	if t.threads = append(t.threads, id); len(t.threads) > 2*len(p.alive)+100 { // at one time
		slices.Sort(t.threads)
		t.threads = slices.Compact(t.threads)
	}
}

// living returns the living threads, in order.
func (p *process) living() []tracefeed.ThreadID { return slices.Sorted(maps.Keys(p.alive)) }

func (p *process) endThreads(at tracefeed.Time) {
	for _, id := range p.living() {
		p.feed.emit(tracefeed.Event{Time: at, Thread: id, Kind: tracefeed.ThreadEnd})
	}
	clear(p.alive)
}

// add adds an event of the part to the feed.
func (p *process) add(ev *tracefeed.Event) {
	e := *ev
	p.end = e.Time
	if !p.names.translate(&e) {
		p.feed.notes.add(&p.origin, unnamedText)
		return
	}
	if n, ok := p.foreign[ev.Other]; ok {
		// The last thread of the parts opened so far that has the number; none if that
		// was not recorded.
		e.Other = p.feed.numbers[n]
	}
	if p.Grows && ev.Kind != tracefeed.ThreadStart {
		p.discover(&e)
	}
	switch ev.Kind {
	case tracefeed.ThreadStart:
		if p.started && ev.Thread == p.Main {
			p.started = false
			return
		}
	case tracefeed.ThreadEnd:
		delete(p.alive, e.Thread)
	case tracefeed.GCStart, tracefeed.GCEnd:
		if !p.feed.prefixed {
			break // no other process has threads that it could seem to stop
		}
		p.feed.notes.add(&p.origin, "the trace of several processes does not show the collections of one")
		return
	case tracefeed.Counter:
		p.count(&e)
	case tracefeed.Lost:
		if ev.Thread == tracefeed.NoThread {
			p.lose(&e)
			return
		}
	case tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.RegionStart, tracefeed.RegionEnd, tracefeed.Alloc, tracefeed.Free,
		tracefeed.CallEnter, tracefeed.Put, tracefeed.Take, tracefeed.TaskType, tracefeed.TaskLink:
		e.Object = p.inner.object(e.Object)
		if valueIsObject(ev.Kind) {
			e.Value = p.inner.object(e.Value)
		}
	}
	if e.Thread != tracefeed.NoThread && ev.Kind != tracefeed.ThreadEnd && ev.Kind != tracefeed.Wake {
		p.alive[e.Thread] = true
	}
	p.feed.emit(e)
	p.touch(e.Thread)
	p.run(&e)
}

// valueIsObject reports whether the value of events is the number of a second object or task.
func valueIsObject(k tracefeed.Kind) bool {
	return k == tracefeed.TaskStart || k == tracefeed.TaskLink || k == tracefeed.CallEnter
}

// discover starts the thread of an event that has no start in a part that grows.
func (p *process) discover(ev *tracefeed.Event) {
	if ev.Thread == tracefeed.NoThread || p.alive[ev.Thread] || p.Part.Start == 0 || ev.Kind == tracefeed.Wake {
		return
	}
	p.feed.emit(tracefeed.Event{Time: ev.Time, Thread: ev.Thread, Kind: tracefeed.ThreadStart})
	p.feed.emit(tracefeed.Event{Time: ev.Time, Thread: ev.Thread, Kind: tracefeed.StateUnknown})
}

// run lets a thread run that an event has made runnable, if only other parts have scheduler
// events.
func (p *process) run(ev *tracefeed.Event) {
	if !p.feed.header.Sched || p.Sched {
		return
	}
	switch ev.Kind {
	case tracefeed.ThreadStart, tracefeed.SuspendEnd, tracefeed.IOEnd:
	case tracefeed.MonitorWait:
		p.waits[ev.Thread] = true
		return
	case tracefeed.MonitorEnter:
		if !p.waits[ev.Thread] {
			return
		}
	default:
		return
	}
	delete(p.waits, ev.Thread)
	p.feed.emit(tracefeed.Event{Time: ev.Time, Thread: ev.Thread, Kind: tracefeed.Run})
}

// lose makes the state of all threads of the process unknown.
func (p *process) lose(ev *tracefeed.Event) {
	for _, id := range p.living() {
		ev.Thread = id
		p.feed.emit(*ev)
		ev.Value = 0
	}
}

// count adds up a counter of omitted events over all processes.
func (p *process) count(ev *tracefeed.Event) {
	switch name := p.feed.tables.Names[ev.Name]; name {
	case tracefeed.OmittedLocks, tracefeed.OmittedCalls:
		p.feed.sums[ev.Name] += ev.Value - p.counts[ev.Name]
		p.counts[ev.Name] = ev.Value
		ev.Value = p.feed.sums[ev.Name]
	case tracefeed.RecordingFull, tracefeed.SamplingPeriod:
	default:
		ev.Name = p.feed.tables.name(p.inner.counter(name))
	}
}

// addThread is described at rules. A thread that stands for one of another process has none
// in the feed.
func (p *process) addThread(id tracefeed.ThreadID, th tracefeed.Thread) (joint tracefeed.ThreadID) {
	number := int64(0)
	if p.Number != nil {
		number = p.Number(id)
	}
	if n, foreign := systemNumber(th); foreign && number == 0 {
		p.foreign[id] = n
		return tracefeed.NoThread
	}
	of := p.inner.process(th.Process)
	if p.threads[of]++; p.threads[of] == 2 {
		p.feed.addSeveral(of)
	}
	if p.before != nil && id == p.Main && p.before.names.thread(p.before.Main) != tracefeed.NoThread {
		joint = p.before.names.thread(p.before.Main)
		p.renameThread(id, joint, th)
	} else {
		joint = p.feed.tables.AddThread(p.inner.thread(th, id == p.Main))
	}
	if number != 0 {
		p.feed.numbers[number] = joint
	}
	return joint
}

// renameThread is described at rules.
func (p *process) renameThread(id, joint tracefeed.ThreadID, th tracefeed.Thread) {
	p.feed.tables.NameThread(joint, p.inner.thread(th, id == p.Main))
}

// addMonitor is described at rules.
func (p *process) addMonitor(m tracefeed.Monitor) tracefeed.MonitorID {
	named := p.origin.monitor(m)
	if !strings.HasPrefix(m.ID, sharedMonitor) {
		return p.feed.tables.AddMonitor(named)
	}
	joint, known := p.feed.shared[m.ID]
	if !known {
		joint = p.feed.tables.AddMonitor(named)
		p.feed.shared[m.ID] = joint
	}
	return joint
}

// renameMonitor is described at rules.
func (p *process) renameMonitor(joint tracefeed.MonitorID, m tracefeed.Monitor) {
	p.feed.tables.NameMonitor(joint, p.origin.monitor(m))
}

// cutOff reports whether a trace only lacks its end.
func cutOff(err error) bool {
	var damage *tracefeed.Damage
	return errors.As(err, &damage) && damage.Err == tracefeed.ErrCutOff
}

// lateText is the remark on events of a part that came too late; "" if there are none.
func lateText(why merge.End) string {
	switch why.Late {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("an event is earlier than its predecessor, and has its time: %v", why.LateAt)
	}
	return fmt.Sprintf("%d events are earlier than their predecessors, and have their times, from %v on", why.Late, why.LateAt)
}
