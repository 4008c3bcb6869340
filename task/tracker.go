package task

import (
	"slices"

	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
)

// tracker follows tasks through a trace.
type tracker struct {
	tl      *timeline.Timeline
	list    definition.List
	matches *definition.Matches
	rules   rules
	// from and to bound the time that counts.
	from, to tracefeed.Time

	threads []*thread // by id; nil for those without events
	tasks   []entry
	objects map[int64]object
	typed   map[typed]bool // answers of carries
	work    []Work
	doubts  Counts
	serial  int64 // of calls
	classes bool  // a definition has Classes
	marks   bool  // a definition has MarkObject
	first   bool  // no page was read
	stale   bool  // an address keeps its task until it is freed, as in the paper
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
}

// entry is a task while it is followed.
type entry struct {
	Task
	// parent is the index of the task of which it is a part; none if Task.Parent says it.
	parent int32
	// claims is the number of claims that are not inherited; heirs are the threads with such.
	claims int
	heirs  []tracefeed.ThreadID
}

// object is an object of which something is known.
type object struct {
	// carries is the task of which calls on the object are, or none.
	carries int32
	// typ is its type, NoName if that is not known.
	typ tracefeed.NameID
	// allocated is the task for which it was allocated, or none; in the call serial.
	allocated int32
	serial    int64
	size      int64
}

func (k *tracker) page(p *timeline.Page) {
	if k.first || p.Restart {
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
	k.release(t, now, func(*claim) bool { return true })
	t.calls.Since = now
}

// thread returns a thread.
func (k *tracker) thread(id tracefeed.ThreadID) *thread {
	if k.threads[id] == nil {
		t := &thread{id: id, state: tracefeed.NotAlive}
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
	t.state = state
}

// settle counts the time of a thread up to now.
func (k *tracker) settle(t *thread, now tracefeed.Time) {
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
		e := &k.tasks[task]
		f := &t.frames[c.Depth]
		f.use(task)
		e.perCall.add(f)
		if e.Definition >= 0 {
			e.End, e.Ended = now, c.Left
		}
	}
	t.frames = t.frames[:c.Depth]
	k.release(t, now, func(claim *claim) bool { return claim.by == byCall && claim.depth >= c.Depth })
}

func (k *tracker) alloc(t *thread, ev *tracefeed.Event) {
	task := t.task()
	counts := task != none && k.counts(ev.Time)
	if counts {
		e := &k.tasks[task]
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
		o.carries = before.carries
	}
	if k.objects[ev.Object] = o; task != none {
		if e := &k.tasks[task]; e.Definition < 0 || !k.list[e.Definition].NoObjects {
			k.carry(ev.Object, task, tracefeed.NoName)
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

// carry makes an object carry a task on, if its type may: that of its allocation, or else the
// class of a function called on it.
func (k *tracker) carry(number int64, task int32, called tracefeed.NameID) {
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
	o.carries = task
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

// carried returns the task that an object carries on, or none.
func (k *tracker) carried(number int64) int32 {
	if o, ok := k.objects[number]; ok && number != 0 {
		return o.carries
	}
	return none
}

// begin makes a task.
func (k *tracker) begin(e entry) int32 {
	k.tasks = append(k.tasks, e)
	return int32(len(k.tasks) - 1)
}

// claim makes a thread work for a task, before all others.
func (k *tracker) claim(t *thread, c claim, now tracefeed.Time) {
	k.close(t, now)
	t.current = append(t.current, c)
	t.begun = now
	e := &k.tasks[c.task]
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
				k.tasks[c.task].claims--
			}
			ended = append(ended, c.task)
		}
	}
	for _, task := range ended {
		k.rules.released(task, now)
	}
}

// close writes down the work of a thread for the task that has counted so far.
func (k *tracker) close(t *thread, now tracefeed.Time) {
	if c := t.top(); c != nil && now > t.begun {
		k.work = append(k.work, Work{Start: t.begun, End: now, Thread: t.id, Task: c.task, Evidence: c.by.evidence()})
	}
}
