package task

import (
	"slices"

	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
)

// tracker follows tasks through a trace.
type tracker struct {
	options Options
	tl      *timeline.Timeline
	list    definition.List
	matches *definition.Matches
	rules   rules
	// from and to bound the time that counts.
	from, to tracefeed.Time

	threads []*thread // by id; nil for those without events
	tasks   []*entry
	room    []entry // for the next tasks
	objects map[int64]object
	queues  map[queueID]*queue
	streams map[tracefeed.NameID]*stream
	byName  map[string]*stream
	typed   map[typed]bool // answers of carries
	work    []Work
	births  births
	takers  takers
	doubts  Counts
	serial  int64 // of calls
	classes bool  // a definition has Classes
	marks   bool  // a definition has MarkObject
	first   bool  // no page was read
	stale   bool  // an address keeps its task until it is freed, as in the paper
}

// newTracker returns a tracker of a trace of which nothing was read. Some threads, by id, are known to
// gather items.
func newTracker(o Options, gather []bool) *tracker {
	k := &tracker{options: o, list: o.Definitions, objects: map[int64]object{}, queues: map[queueID]*queue{},
		streams: map[tracefeed.NameID]*stream{}, byName: map[string]*stream{}, typed: map[typed]bool{}, first: true,
		takers: takers{gather: gather}}
	k.classes = slices.ContainsFunc(k.list, func(d definition.Definition) bool { return d.Classes != nil })
	k.marks = slices.ContainsFunc(k.list, func(d definition.Definition) bool { return d.MarkObject })
	if o.Tracking == Paper {
		k.rules, k.stale = paper{k}, true
	} else {
		k.rules = full{k: k, named: map[int64]int32{}, channels: map[tracefeed.MonitorID]*receivers{}}
	}
	return k
}

// follow sets the trace, which may have grown: its first pages and names, of which it knows, are as before.
func (k *tracker) follow(tl *timeline.Timeline, matches *definition.Matches) {
	k.tl, k.matches, k.from, k.to = tl, matches, k.options.From, k.options.To
	if k.to <= 0 || k.to > tl.End {
		k.to = tl.End
	}
	k.threads = append(k.threads, make([]*thread, max(0, len(tl.Threads)-len(k.threads)))...)
	k.takers.grow(len(tl.Threads))
}

// rules decide which task a thread works for.
type rules interface {
	// enter is called when a thread has entered a call.
	enter(*thread, *tracefeed.Event)
	// other is called with an event that is not of calls and objects, before it takes effect;
	// the thread is nil for one without a thread.
	other(*thread, *tracefeed.Event)
	// released is called when a claim on a task has ended.
	released(int32, tracefeed.Time)
	// leave is called when a thread no longer waits in a queue.
	leave(*thread, tracefeed.Time)
	// clone returns the same rules for a clone of the tracker, whose threads are cloned already.
	clone(*tracker) rules
}

// entry is a task while it is followed.
type entry struct {
	Task
	// parent is the index of the task of which it is a part; none if Task.Parent says it.
	parent int32
	// links are the indices of the tasks with which it goes on, or of which it is a batch.
	links []int32
	// claims is the number of claims that are not inherited; heirs are the threads with such.
	claims int
	heirs  []tracefeed.ThreadID
	// cut: the trace says that the task had begun before its start.
	cut bool
}

// object is an object of which something is known.
type object struct {
	// carries is the task of which calls on the object are, or none; by is the thread that made
	// it so.
	carries int32
	by      tracefeed.ThreadID
	// typ is its type, NoName if that is not known.
	typ tracefeed.NameID
	// allocated is the task for which it was allocated, or none; in the call serial.
	allocated int32
	serial    int64
	size      int64
}

func (k *tracker) page(p *timeline.Page) {
	if k.first || p.Restart {
		k.forgetQueues()
		if !k.stale { // other objects can be at their addresses by now
			for number, o := range k.objects {
				o.carries = none
				k.objects[number] = o
			}
		}
		for _, t := range k.threads {
			if t != nil {
				k.forget(t, p.Start)
			}
		}
		for i := range p.OpenCalls {
			t := k.thread(p.OpenCalls[i].Thread)
			t.calls.OpenCalls = p.OpenCalls[i]
			t.calls.Calls, t.calls.Regions = slices.Clone(t.calls.Calls), slices.Clone(t.calls.Regions)
			t.frames = make([]frame, len(t.calls.Calls))
		}
	}
	k.first = false
}

// forget ends all calls and claims of a thread, because events are missing.
func (k *tracker) forget(t *thread, now tracefeed.Time) {
	k.settle(t, now)
	t.calls.EndAll(now, func(c *timeline.EndedCall) { k.exited(t, c, now) })
	held := slices.Clone(t.current)
	k.release(t, now, func(*claim) bool { return true })
	for i := range held {
		if e := k.tasks[held[i].task]; e.isBatch() { // how it went on is not known
			e.Ended, e.EndedBy = false, tracefeed.NoThread
		}
	}
	k.rules.leave(t, now)
	t.away, t.gathered = false, gathered{}
	t.calls.Since = now
}

// thread returns a thread.
func (k *tracker) thread(id tracefeed.ThreadID) *thread {
	if k.threads[id] == nil {
		t := &thread{id: id, state: tracefeed.NotAlive, torn: none}
		t.calls.Thread = id
		k.threads[id] = t
	}
	return k.threads[id]
}

func (k *tracker) event(ev *tracefeed.Event, state tracefeed.State) {
	if ev.Thread == tracefeed.NoThread {
		if ev.Kind == tracefeed.Free {
			delete(k.objects, ev.Object)
		}
		k.rules.other(nil, ev)
		return
	}
	t := k.thread(ev.Thread)
	if state != tracefeed.Suspended && ev.Kind != tracefeed.Lost {
		t.pending = false // nobody has put the wait in doubt
	}
	k.settle(t, ev.Time)
	switch ev.Kind {
	case tracefeed.CallEnter:
		k.enter(t, ev, state)
	case tracefeed.Alloc:
		k.alloc(t, ev)
	case tracefeed.Free:
		delete(k.objects, ev.Object)
	default:
		k.rules.other(t, ev)
		if timeline.CallKind(ev.Kind) {
			t.calls.Apply(ev, state, func(c *timeline.EndedCall) { k.exited(t, c, ev.Time) })
		}
		if ev.Kind == tracefeed.ThreadEnd || ev.Kind == tracefeed.Lost {
			k.release(t, ev.Time, func(*claim) bool { return true })
		}
	}
	if t.state = state; t.among != nil && state != tracefeed.Suspended {
		k.rules.leave(t, ev.Time)
	}
}

// settle counts the time of a thread up to now.
func (k *tracker) settle(t *thread, now tracefeed.Time) {
	if t.pending {
		return
	}
	if t.state == tracefeed.Running || t.state == tracefeed.Unknown {
		t.gathered.ran += now - t.since
	}
	d, state := min(now, k.to)-max(t.since, k.from), t.state
	if t.since = now; d <= 0 || len(t.current) == 0 || state >= tracefeed.NotAlive {
		return
	}
	task := t.current[len(t.current)-1].task
	k.tasks[task].Bill.Times[state] += d
	if n := len(t.frames); n > 0 {
		f := &t.frames[n-1]
		if f.use(task); state == tracefeed.Running {
			f.running += d
		}
		f.real += d
	}
}

// counts reports whether what happens at a time counts.
func (k *tracker) counts(now tracefeed.Time) bool {
	return now >= k.from && (now < k.to || now == k.to && k.to == k.tl.End)
}

// use makes a frame count for a task.
func (f *frame) use(task int32) {
	if f.task != task {
		*f = frame{task: task, serial: f.serial}
	}
}

func (k *tracker) enter(t *thread, ev *tracefeed.Event, state tracefeed.State) {
	open := len(t.calls.Calls)
	t.calls.Apply(ev, state, func(*timeline.EndedCall) {})
	if len(t.calls.Calls) == open {
		k.doubts.Deep++
	} else {
		k.serial++
		t.frames = append(t.frames, frame{task: none, serial: k.serial})
		k.rules.enter(t, ev)
	}
	if task := t.task(); task != none && k.counts(ev.Time) {
		k.tasks[task].Bill.Calls++
	}
}

// exited is called when a call or region of a thread has ended.
func (k *tracker) exited(t *thread, c *timeline.EndedCall, now tracefeed.Time) {
	if c.Region || !c.Entered {
		return
	}
	if task := t.task(); task != none {
		e := k.tasks[task]
		f := &t.frames[c.Depth]
		f.use(task)
		e.perCall.add(f)
		if e.Definition >= 0 {
			e.End, e.Ended, e.EndedBy = now, c.Left, t.id
		}
	}
	t.frames = t.frames[:c.Depth]
	k.release(t, now, func(claim *claim) bool { return claim.by == byCall && claim.depth >= c.Depth })
}

func (k *tracker) alloc(t *thread, ev *tracefeed.Event) {
	task := t.task()
	counts := task != none && k.counts(ev.Time)
	if counts {
		e := k.tasks[task]
		e.Bill.Allocs++
		e.Bill.AllocBytes += ev.Value
		if n := len(t.frames); n > 0 {
			f := &t.frames[n-1]
			f.use(task)
			f.allocs++
			f.bytes += ev.Value
		}
	}
	if ev.Object == 0 || task == none && !k.classes {
		if ev.Object != 0 {
			k.reallocated(ev)
		}
		return
	}
	o := object{carries: none, typ: ev.Name, allocated: none, size: ev.Value}
	if counts {
		o.allocated = task
	}
	if n := len(t.frames); n > 0 {
		o.serial = t.frames[n-1].serial
	}
	if before, ok := k.objects[ev.Object]; ok && k.stale {
		o.carries, o.by = before.carries, before.by
	}
	if k.objects[ev.Object] = o; task != none {
		if e := k.tasks[task]; e.Definition < 0 || !k.list[e.Definition].NoObjects {
			k.carry(t, ev.Object, task, tracefeed.NoName)
		}
	}
}

// reallocated notes that an address has a new object, allocated for no task.
func (k *tracker) reallocated(ev *tracefeed.Event) {
	if o, ok := k.objects[ev.Object]; ok && !k.stale {
		delete(k.objects, ev.Object)
	} else if ok {
		o.allocated, o.typ = none, ev.Name
		k.objects[ev.Object] = o
	}
}

// carry makes an object carry on a task for which a thread works, if its type may: that of its allocation, or else the
// class of a function called on it.
func (k *tracker) carry(t *thread, number int64, task int32, called tracefeed.NameID) {
	if number == 0 {
		return
	}
	o, known := k.objects[number]
	if !known {
		o = object{carries: none, allocated: none}
	}
	if d := k.tasks[task].Definition; d >= 0 && k.list[d].Classes != nil {
		if !k.carries(d, o.typ, called) {
			return
		}
	}
	if o.carries != none && o.carries != task {
		k.doubts.Conflicts++
	}
	o.carries, o.by = task, t.id
	k.objects[number] = o
}

// typed is a question for the type of an object.
type typed struct {
	definition  int
	typ, called tracefeed.NameID
}

// carries reports whether objects of a type, or of the class of a function if that is not known,
// carry tasks of a definition on.
func (k *tracker) carries(d int, typ, called tracefeed.NameID) bool {
	q := typed{definition: d, typ: typ}
	if typ == tracefeed.NoName {
		q.called = called
	}
	yes, ok := k.typed[q]
	if !ok {
		class := k.tl.Names[typ]
		if typ == tracefeed.NoName {
			class = definition.Class(k.tl.Names[called])
		}
		yes = definition.MatchesClass(k.list[d].Classes, class)
		k.typed[q] = yes
	}
	return yes
}

// carried returns the task that an object carries on, or none, and the thread that made it so.
func (k *tracker) carried(number int64) (task int32, by tracefeed.ThreadID) {
	if o, ok := k.objects[number]; ok && number != 0 && o.carries != none {
		return o.carries, o.by
	}
	return none, tracefeed.NoThread
}

// begin makes a task.
func (k *tracker) begin(e entry) int32 {
	if len(k.room) == 0 {
		k.room = make([]entry, 256)
	}
	k.tasks, k.room[0] = append(k.tasks, &k.room[0]), e
	k.room = k.room[1:]
	return int32(len(k.tasks) - 1)
}

// mostClaims is the largest number of claims of a thread: nested regions and calls of tasks.
const mostClaims = 256

// claim makes a thread work for a task, before all others.
func (k *tracker) claim(t *thread, c claim, now tracefeed.Time) {
	if len(t.current) >= mostClaims {
		k.doubts.Deep++
		return
	}
	k.close(t, now)
	t.current = append(t.current, c)
	t.begun = now
	e := k.tasks[c.task]
	e.Evidence = max(e.Evidence, c.by.evidence())
	e.work(t.id)
	if c.by.inherits() {
		e.heirs = append(e.heirs, t.id)
	} else {
		e.claims++
	}
}

// work notes that a thread has to do with the task.
func (e *entry) work(id tracefeed.ThreadID) {
	if at, found := slices.BinarySearch(e.Threads, id); !found {
		e.Threads = slices.Insert(e.Threads, at, id)
	}
}

// release ends the claims on a thread that fit.
func (k *tracker) release(t *thread, now tracefeed.Time, fits func(*claim) bool) {
	var ended []int32
	for i := len(t.current) - 1; i >= 0; i-- {
		if c := t.current[i]; fits(&t.current[i]) {
			if i == len(t.current)-1 {
				k.close(t, now)
			}
			if t.current = slices.Delete(t.current, i, i+1); i == len(t.current) {
				t.begun = now
			}
			if !c.by.inherits() {
				k.tasks[c.task].unclaim(t.id, now)
			}
			ended = append(ended, c.task)
		}
	}
	for _, task := range ended {
		k.rules.released(task, now)
	}
}

// close writes down the work of a thread for the task that has counted so far. A wait of which
// nothing says yet whether it is for the task does not count.
func (k *tracker) close(t *thread, now tracefeed.Time) {
	if t.pending {
		t.pending, now, t.since = false, t.since, now
	}
	if c := t.top(); c != nil && now > t.begun {
		k.work = append(k.work, Work{Start: t.begun, End: now, Thread: t.id, Task: c.task, Evidence: c.by.evidence(), From: c.from})
	}
}
