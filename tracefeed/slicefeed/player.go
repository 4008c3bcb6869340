package slicefeed

import (
	"math"

	"tiv/tracefeed"
)

// player turns the records of a log into events, in order of time.
type player struct {
	log     *Log
	records ordered
	next    int // in the order of the records
	ends    ends
	lanes   []lane
	out     output
	begun   int64 // number of slices so far

	from     map[int64]Thread // the last thread of each flow
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
	calls  []call
	// regions are the open regions, as far as they are told apart; moreRegions counts others.
	regions     []region
	moreRegions int
	shown       shown
	seen        bool // it has an event
	ended       bool
	// row: it is a track without a thread, with openTasks tasks.
	row       bool
	openTasks int
	// state is the number of the present state record, partial its Code.
	state   int64
	partial bool
}

func newPlayer(l *Log) *player {
	l.list()
	p := &player{log: l, records: ordered{log: l}, out: output{now: l.first, first: l.first},
		from: map[int64]Thread{}, current: map[int16]Thread{},
		monitors: map[string]tracefeed.MonitorID{}, worded: map[tracefeed.NameID]shown{}}
	p.lanes = make([]lane, len(l.threads))
	for t := range p.lanes {
		th := &l.threads[t]
		p.lanes[t] = lane{thread: Thread(t), id: th.id, mode: th.mode(), row: th.row}
	}
	p.records.sort()
	p.pair()
	p.records.nest()
	p.shareClocks()
	return p
}

// batchLen is the number of events of a batch, about.
const batchLen = 1 << 13

// batch returns the next events: none at the end.
func (p *player) batch(used []tracefeed.Event) []tracefeed.Event {
	p.out.events = used[:0]
	for !p.done && len(p.out.events) < batchLen {
		if p.next == p.log.n {
			p.endUntil(math.MaxInt64, true)
			if p.done = true; p.log.n > 0 {
				p.out.now = p.log.last
				p.out.emit(tracefeed.Event{})
			}
			break
		}
		r := p.records.at(p.next)
		p.next++
		p.endUntil(r.At, r.Kind != Flow)
		p.out.now = r.At
		p.apply(r)
	}
	return p.out.events
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
	p.out.now = e.at
	switch e.what {
	case endsCall:
		if c := e.lane.calls; e.depth < len(c) && c[e.depth].number == e.number {
			p.leave(e.lane, e.depth)
		}
	case endsWithOuter:
		if c := e.lane.calls; e.depth < len(c) && c[e.depth].number == e.number {
			p.leaveWithOuter(e.lane, e.depth)
		}
	case endsRegion:
		if !e.lane.ended {
			p.leaveRegion(e.lane, region{e.name, e.number})
		}
	case endsRunning:
		p.out.show(e.lane, shown{})
	case endsState:
		p.endState(e)
	}
}

// endState ends the last of a row of states.
func (p *player) endState(e end) {
	switch l := e.lane; {
	case l.state != e.number:
	case l.partial:
		p.out.show(l, shown{})
	case e.at < p.log.last:
		p.out.exit(l)
	}
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
		p.leaveAlone(l, r.Name)
	case RegionEnd:
		p.leaveRegion(l, region{name: r.Name})
	case Mark:
		p.out.mark(l, r)
	case Sample:
		p.out.about(l, tracefeed.Event{Kind: tracefeed.Sample, Stack: tracefeed.StackID(r.Name), Value: r.Value})
	case Count:
		p.count(r)
	case TaskBegin, TaskEnd:
		p.out.task(l, r)
	case Flow:
		p.flow(l, r)
	case Collect:
		p.out.emit(tracefeed.Event{Kind: tracefeed.GCStart})
	case CollectEnd:
		p.out.emit(tracefeed.Event{Kind: tracefeed.GCEnd})
	default:
		p.applyState(l, r)
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
	p.out.emit(tracefeed.Event{Kind: tracefeed.Counter, Name: c.id, Value: value})
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
