package handler

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// mostBehindStart is the number of sightings of a thread that wait for the first function of a thread
// that it has started. Then that is known by its name only.
const mostBehindStart = 4096

// spawn is the start of a thread by another one.
type spawn struct {
	thread, by tracefeed.ThreadID
	at         tracefeed.Time
	stack      tracefeed.StackID
	// first is the first function of the new thread, an index of the builder's, -1 if there is none; known says
	// whether that is known yet.
	first int32
	known bool
}

// did is what a thread did: it started another one, or else was seen at a spot.
type did struct {
	start    *spawn
	spot     int32
	from, to tracefeed.Time
	amount   int64
}

// spawns puts the starts of threads between the sightings of those that start them. A thread that processes one item,
// and is started for it, has no loop; the one that starts it has.
//
// The first function of a thread is that of its first stack, or of its name. Until it is known, what the thread
// did after the start is kept. Starts are found page by page: one that a trace has only in a later page than the
// sightings behind it comes after these.
type spawns struct {
	*flowBuilder
	tl       *timeline.Timeline
	o        *Options
	from, to tracefeed.Time
	// awaited are the starts of which the first function is not known, by the thread that was started.
	awaited map[tracefeed.ThreadID]*spawn
	// due are the starts by a thread that are not yet among its sightings, in order of time. kept is what it did from a
	// start on whose function is not known.
	due  map[tracefeed.ThreadID][]*spawn
	kept map[tracefeed.ThreadID][]did
}

func newSpawns(f *flowBuilder, tl *timeline.Timeline, o *Options) *spawns {
	return &spawns{flowBuilder: f, tl: tl, o: o, awaited: map[tracefeed.ThreadID]*spawn{},
		due: map[tracefeed.ThreadID][]*spawn{}, kept: map[tracefeed.ThreadID][]did{}}
}

// page finds the starts of threads in a page, and the first functions of threads. It comes before the sightings of
// the page.
func (s *spawns) page(p *timeline.Page) {
	if len(s.awaited) == 0 && !slices.ContainsFunc(p.Table, func(c block.Code) bool { return c.Kind == tracefeed.ThreadStart }) {
		return
	}
	var list []*spawn
	var ev tracefeed.Event
	for g := range p.Groups {
		t := p.Groups[g].Thread
		if t == tracefeed.NoThread || s.tl.Threads[t].System {
			continue
		}
		for events := p.Events(g); ; {
			if _, ok := events.Next(&ev); !ok {
				break
			}
			if x := s.event(t, &ev); x != nil {
				list = append(list, x)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *spawn) int { return cmp.Compare(a.at, b.at) })
	for _, x := range list {
		s.due[x.by] = append(s.due[x.by], x)
	}
	for _, t := range slices.Sorted(maps.Keys(s.kept)) {
		s.release(t)
	}
}

// event adds an event of a thread. It returns the start of the thread, nil for other events.
func (s *spawns) event(t tracefeed.ThreadID, ev *tracefeed.Event) *spawn {
	x := s.awaited[t]
	switch {
	case ev.Kind == tracefeed.ThreadStart:
		if ev.Time < s.from || ev.Time > s.to || !s.o.counts(ev.Other, ev.Time) {
			return nil
		}
		s.resolve(x)
		x = &spawn{thread: t, by: ev.Other, at: ev.Time - tracefeed.Time(ev.Value), stack: ev.Stack}
		s.awaited[t] = x
		return x
	case x != nil && len(s.tl.Stacks[ev.Stack]) > 0:
		s.set(x, s.firstOf(ev.Stack))
	case ev.Kind == tracefeed.ThreadEnd:
		s.resolve(x)
	}
	return nil
}

// resolve sets the first function of a thread that was started, if it is not known, to that of its name. x may be
// nil.
func (s *spawns) resolve(x *spawn) {
	if x != nil && !x.known {
		s.set(x, s.ofThread(&s.tl.Threads[x.thread]))
	}
}

// set sets the first function of a thread that was started.
func (s *spawns) set(x *spawn, first int32) {
	x.first, x.known = first, true
	delete(s.awaited, x.thread)
	if first >= 0 {
		s.started[first]++
	}
}

// firstOf returns the first function of a stack that does not only start threads, -1 if there is none.
func (s *spawns) firstOf(stack tracefeed.StackID) int32 {
	for _, frame := range slices.Backward(s.tl.Stacks[stack]) {
		if n := s.builder.Function(s.tl.Frames[frame].Func, s.split); !s.isStart(n) {
			return n
		}
	}
	return -1
}

// ofThread returns the function after which a goroutine is named, -1 for other threads.
func (f *flowBuilder) ofThread(t *tracefeed.Thread) int32 {
	name, ok := strings.CutSuffix(t.Name, " "+t.ID)
	if !ok || !f.split.inGo || !strings.HasPrefix(name, "main.") {
		return -1 // names of goroutines have no paths of packages
	}
	return f.builder.Function(name, f.split)
}

// sees adds a sighting of a thread at a spot, behind the starts of threads before it.
func (s *spawns) sees(t tracefeed.ThreadID, spot int32, from, to tracefeed.Time, amount int64) {
	s.upTo(t, from)
	s.act(t, did{nil, spot, from, to, amount})
}

// upTo adds the starts of threads by a thread up to a time.
func (s *spawns) upTo(t tracefeed.ThreadID, at tracefeed.Time) {
	list := s.due[t]
	if len(list) == 0 {
		return
	}
	for len(list) > 0 && list[0].at <= at {
		if len(s.tl.Stacks[list[0].stack]) > 0 {
			s.act(t, did{start: list[0]})
		}
		list = list[1:]
	}
	if s.due[t] = list; len(list) == 0 {
		delete(s.due, t)
	}
}

// act adds what a thread did, or keeps it.
func (s *spawns) act(t tracefeed.ThreadID, d did) {
	kept := s.kept[t]
	if len(kept) == 0 && (d.start == nil || d.start.known) {
		s.add(t, &d)
		return
	}
	s.kept[t] = append(kept, d)
	if len(kept) >= mostBehindStart {
		s.resolve(kept[0].start)
		s.release(t)
	}
}

// release adds what a thread did up to the next start whose function is not known.
func (s *spawns) release(t tracefeed.ThreadID) {
	kept := s.kept[t]
	i := 0
	for ; i < len(kept) && (kept[i].start == nil || kept[i].start.known); i++ {
		s.add(t, &kept[i])
	}
	if i == len(kept) {
		delete(s.kept, t)
	} else if i > 0 {
		s.kept[t] = slices.Clone(kept[i:])
	}
}

// add adds what a thread did to the flow. The start of a thread is as if it called the first function.
func (s *spawns) add(t tracefeed.ThreadID, d *did) {
	x := d.start
	if x == nil {
		s.flowBuilder.sees(t, d.spot, d.from, d.to, d.amount)
		return
	}
	if x.first < 0 {
		return
	}
	spot := s.spot(s.node(s.ofStack(s.tl, x.stack), x.first), tracefeed.NotAlive, 0)
	if !s.trie.Functions[x.first].System {
		s.spots[spot].does = starts
	}
	s.flowBuilder.sees(t, spot, x.at, x.at, 0)
}

// finish adds all that is left.
func (s *spawns) finish() {
	for _, t := range slices.Sorted(maps.Keys(s.due)) {
		s.upTo(t, s.to)
	}
	for _, t := range slices.Sorted(maps.Keys(s.awaited)) {
		s.resolve(s.awaited[t])
	}
	for _, t := range slices.Sorted(maps.Keys(s.kept)) {
		s.release(t)
	}
}

// fork returns a copy for the copy of a flow.
func (s *spawns) fork(f *flowBuilder) *spawns {
	c := newSpawns(f, s.tl, s.o)
	c.from, c.to = s.from, s.to
	copies := map[*spawn]*spawn{nil: nil}
	of := func(x *spawn) *spawn {
		if _, ok := copies[x]; !ok {
			y := *x
			copies[x] = &y
		}
		return copies[x]
	}
	for t, x := range s.awaited {
		c.awaited[t] = of(x)
	}
	for t, list := range s.due {
		for _, x := range list {
			c.due[t] = append(c.due[t], of(x))
		}
	}
	for t, list := range s.kept {
		for _, d := range list {
			d.start = of(d.start)
			c.kept[t] = append(c.kept[t], d)
		}
	}
	return c
}
