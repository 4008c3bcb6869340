package generate

import "tiv/tracefeed"

// extras are events that change no state, at a low rate: some rounds of a
// thread's code are a task, with a region, a call, an object and an item of a queue.
type extras struct {
	open []int64 // by thread: the number of its task and object; 0 for none
	last int64   // task or object

	task, region, call, bytes tracefeed.NameID
	stack                     tracefeed.StackID
}

func newExtras(t *tracefeed.Tables, threads int, stack tracefeed.StackID) *extras {
	return &extras{
		open: make([]int64, threads+1), stack: stack,
		task: t.AddName("request"), region: t.AddName("handle"), call: t.AddName("main.handle"),
		bytes: t.AddName("heap bytes"),
	}
}

// emit closes a thread's open task, and opens one now and then.
func (x *extras) emit(m *machine, id tracefeed.ThreadID) {
	const rounds, seldom = 16, 1024
	x.end(m, id)
	switch n := m.chance.below(seldom); {
	case n == 0:
		m.emit(tracefeed.Lost, id).Value = int64(1 + m.chance.below(8))
		m.emit(tracefeed.StateUnknown, id)
	case n <= seldom/rounds:
		x.begin(m, id)
	}
}

func (x *extras) begin(m *machine, id tracefeed.ThreadID) {
	x.last++
	x.open[id] = x.last
	ev := m.emit(tracefeed.TaskStart, id)
	ev.Name, ev.Object = x.task, x.last
	ev = m.emit(tracefeed.RegionStart, id)
	ev.Name, ev.Object = x.region, x.last
	m.emit(tracefeed.CallEnter, id).Name = x.call
	m.emit(tracefeed.TaskType, id).Name = x.task
	ev = m.emit(tracefeed.TaskLink, id)
	ev.Object, ev.Value = x.last, x.last-1
	size := int64(m.chance.length(64))
	ev = m.emit(tracefeed.Alloc, id)
	ev.Object, ev.Value, ev.Stack = x.last, size, x.stack
	x.item(m, id, tracefeed.Put)
	ev = m.emit(tracefeed.Sample, id)
	ev.Value, ev.Stack = 1, x.stack
	ev = m.emit(tracefeed.Counter, tracefeed.NoThread)
	ev.Name, ev.Value = x.bytes, size*x.last
}

func (x *extras) end(m *machine, id tracefeed.ThreadID) {
	n := x.open[id]
	if n == 0 {
		return
	}
	x.item(m, id, tracefeed.Take)
	x.open[id] = 0
	m.emit(tracefeed.Free, id).Object = n
	m.emit(tracefeed.CallExit, id).Name = x.call
	ev := m.emit(tracefeed.RegionEnd, id)
	ev.Name, ev.Object = x.region, n
	ev = m.emit(tracefeed.TaskEnd, id)
	ev.Name, ev.Object = x.task, n
}

// item puts the object of a thread into the thread's own queue, or takes it.
func (x *extras) item(m *machine, id tracefeed.ThreadID, kind tracefeed.Kind) {
	ev := m.emit(kind, id)
	ev.Object, ev.Value = int64(id), x.open[id]
}
