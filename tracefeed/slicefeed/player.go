package slicefeed

import (
	"math"

	"tiv/internal/radix"
	"tiv/tracefeed"
)

// player turns the records of a log into events, in order of time.
type player struct {
	log   *Log
	order []radix.Item // nil if the records are in order
	next  int          // in the order of the records
	ends  ends
	lanes []lane
	out   []tracefeed.Event
	now   int64
	begun int64 // number of slices so far

	tasks    int64             // number of tasks so far
	open     map[int64][]int64 // tasks that are open, by key
	from     map[int64]Thread  // the last thread of each flow
	monitors map[string]tracefeed.MonitorID
	current  map[int16]Thread           // on each processor
	worded   map[tracefeed.NameID]shown // states by their names
	done     bool
}

// lane is the present of a thread.
type lane struct {
	thread Thread
	id     tracefeed.ThreadID
	mode   mode
	calls  []slice
	// regions is the number of open regions.
	regions int
	shown   shown
	seen    bool // it has an event
	ended   bool
	// state is the number of the present state record.
	state int64
}

// slice is an open call of a thread.
type slice struct {
	name   tracefeed.NameID
	number int64 // 0 if its end is a record of its own
	limit  int64 // the first end of this call and those around it, as far as they are known
}

func newPlayer(l *Log) *player {
	l.list()
	p := &player{log: l, now: l.first, open: map[int64][]int64{}, from: map[int64]Thread{}, current: map[int16]Thread{},
		monitors: map[string]tracefeed.MonitorID{}, worded: map[tracefeed.NameID]shown{}}
	p.sort()
	p.lanes = make([]lane, len(l.threads))
	for t := range p.lanes {
		th := &l.threads[t]
		p.lanes[t] = lane{thread: Thread(t), id: th.id, mode: th.mode()}
	}
	p.shareClocks()
	return p
}

// sort puts the records in order of time. Flows come before other records of a time:
// they end waits that the others end, too.
func (p *player) sort() {
	if p.log.sorted {
		return
	}
	items, buffer := make([]radix.Item, p.log.n), make([]radix.Item, p.log.n)
	for i := range items {
		r := p.log.record(int32(i))
		key := uint64(r.At-p.log.first) << 1
		if r.Kind != Flow {
			key |= 1
		}
		items[i] = radix.Item{Key: key, At: int32(i)}
	}
	p.order = radix.Sort(items, buffer)
}

// at returns record i in order of time.
func (p *player) at(i int) *Record {
	if p.order != nil {
		return p.log.record(p.order[i].At)
	}
	return p.log.record(int32(i))
}

// batchLen is the number of events of a batch, about.
const batchLen = 1 << 13

// batch returns the next events: none at the end.
func (p *player) batch(used []tracefeed.Event) []tracefeed.Event {
	p.out = used[:0]
	for !p.done && len(p.out) < batchLen {
		if p.next == p.log.n {
			p.endUntil(math.MaxInt64, true)
			if p.done = true; p.log.n > 0 {
				p.now = p.log.last
				p.emit(tracefeed.Event{})
			}
			break
		}
		r := p.at(p.next)
		p.next++
		p.endUntil(r.At, r.Kind != Flow)
		p.now = r.At
		p.apply(r)
	}
	return p.out
}

// endUntil makes the events of the ends before a time, and with at of those at that time
// that come before its records.
func (p *player) endUntil(t int64, at bool) {
	for len(p.ends) > 0 {
		e := &p.ends[0]
		if e.at > t || e.at == t && (!at || e.what == endsState && t != math.MaxInt64) {
			return
		}
		p.end(p.ends.pop())
	}
}

func (p *player) end(e end) {
	p.now = e.at
	switch e.what {
	case endsCall:
		if c := e.lane.calls; e.depth < len(c) && c[e.depth].number == e.number {
			p.leave(e.lane, e.depth)
		}
	case endsRegion:
		if !e.lane.ended {
			p.leaveRegion(e.lane, e.name)
		}
	case endsRunning:
		p.show(e.lane, shown{})
	case endsState:
		if e.lane.state == e.number && e.at < p.log.last {
			p.exit(e.lane)
		}
	}
}

// emit adds an event of the present.
func (p *player) emit(ev tracefeed.Event) {
	ev.Time = tracefeed.Time(p.now - p.log.first)
	p.out = append(p.out, ev)
}

// about adds an event of a thread.
func (p *player) about(l *lane, ev tracefeed.Event) {
	ev.Thread, l.seen = l.id, true
	p.emit(ev)
}

func (p *player) apply(r *Record) {
	l := &p.lanes[r.Thread]
	if l.ended && r.Kind != Spawn && r.Kind != Switch {
		return
	}
	switch r.Kind {
	case Slice, Begin, Region:
		p.enter(l, r)
	case End:
		p.leaveNamed(l, r.Name)
	case RegionEnd:
		p.leaveRegion(l, r.Name)
	case Mark:
		p.about(l, tracefeed.Event{Kind: tracefeed.RegionStart, Name: r.Name})
		p.about(l, tracefeed.Event{Kind: tracefeed.RegionEnd, Name: r.Name})
	case Count:
		p.count(r)
	case TaskBegin, TaskEnd:
		p.task(l, r)
	case Flow:
		p.flow(l, r)
	case Collect:
		p.emit(tracefeed.Event{Kind: tracefeed.GCStart})
	case CollectEnd:
		p.emit(tracefeed.Event{Kind: tracefeed.GCEnd})
	default:
		p.applyState(l, r)
	}
}

// enter begins a slice. One that overlaps the end of the slice around it becomes a
// region, because calls are nested.
func (p *player) enter(l *lane, r *Record) {
	s := slice{name: r.Name, limit: math.MaxInt64}
	if n := len(l.calls); n > 0 {
		s.limit = l.calls[n-1].limit
	}
	region := r.Kind == Region || r.Kind == Slice && (r.Code == 1 || r.At+r.Value > s.limit)
	if r.Kind == Slice {
		p.begun++
		e := end{at: r.At + r.Value, number: p.begun, lane: l, what: endsCall, name: r.Name, depth: len(l.calls)}
		if s.number, s.limit = p.begun, e.at; region {
			e.what = endsRegion
		}
		p.ends.push(e)
	}
	if l.mode == bySlices {
		p.show(l, shown{state: tracefeed.Running})
	}
	if region {
		l.regions++
		p.about(l, tracefeed.Event{Kind: tracefeed.RegionStart, Name: r.Name})
		return
	}
	l.calls = append(l.calls, s)
	p.about(l, tracefeed.Event{Kind: tracefeed.CallEnter, Name: r.Name})
}

// leaveNamed ends the innermost call of a name, of those without a length.
func (p *player) leaveNamed(l *lane, name tracefeed.NameID) {
	const deepest = 1024 // bounds the time for a file without ends
	for i := len(l.calls) - 1; i >= max(0, len(l.calls)-deepest); i-- {
		if s := &l.calls[i]; s.number == 0 && (name == tracefeed.NoName || s.name == name) {
			p.leave(l, i)
			return
		}
	}
	p.about(l, tracefeed.Event{Kind: tracefeed.CallExit, Name: name})
}

// leave ends an open call, and those in it.
func (p *player) leave(l *lane, i int) {
	p.about(l, tracefeed.Event{Kind: tracefeed.CallExit, Name: l.calls[i].name})
	l.calls = l.calls[:i]
	p.rest(l)
}

// leaveRegion ends a region.
func (p *player) leaveRegion(l *lane, name tracefeed.NameID) {
	l.regions = max(0, l.regions-1)
	p.about(l, tracefeed.Event{Kind: tracefeed.RegionEnd, Name: name})
	p.rest(l)
}

// rest shows that a thread has no open slice, if it has none.
func (p *player) rest(l *lane) {
	if l.mode == bySlices && len(l.calls) == 0 && l.regions == 0 {
		p.show(l, shown{})
	}
}

// count sets a counter.
func (p *player) count(r *Record) {
	c := &p.log.counters[r.Name]
	value := r.Value
	switch exact := math.Float64frombits(uint64(r.Value)); {
	case r.Code == 1 && c.parts:
		value = round(exact * 1000)
	case r.Code == 1:
		value = round(exact)
	case c.parts:
		value = round(float64(r.Value) * 1000)
	}
	p.emit(tracefeed.Event{Kind: tracefeed.Counter, Name: c.id, Value: value})
}

// round returns the nearest number that fits.
func round(f float64) int64 {
	switch f = math.Round(f); {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	case f != f:
		return 0
	}
	return int64(f)
}

// task begins or ends a task. One within another with the same key is a part of that.
func (p *player) task(l *lane, r *Record) {
	open := p.open[r.Value]
	ev := tracefeed.Event{Kind: tracefeed.TaskStart, Thread: l.id, Name: r.Name}
	if n := len(open); r.Kind == TaskBegin {
		p.tasks++
		if ev.Object = p.tasks; n > 0 {
			ev.Value = open[n-1]
		}
		p.open[r.Value] = append(open, p.tasks)
	} else if ev.Kind = tracefeed.TaskEnd; n > 0 {
		ev.Object = open[n-1]
		p.open[r.Value] = open[:n-1]
	} else {
		p.tasks++
		ev.Object = p.tasks
	}
	l.seen = true
	p.emit(ev)
}
