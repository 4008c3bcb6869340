package sched

import "tiv/tracefeed"

// processors are the tasks that have the processors, in a recording of all switches. nil is an
// unknown one.
type processors []*task

// idle is the task of a processor that has none.
var idle = &task{}

// maxProcessors is the number of processors that a Mapper keeps track of.
const maxProcessors = 1 << 12

// at returns the task of a processor, nil if that is unknown.
func (p processors) at(cpu int32) *task {
	if cpu < 0 || int(cpu) >= len(p) {
		return nil
	}
	return p[cpu]
}

// set sets the task of a processor.
func (p *processors) set(cpu int32, x *task) {
	if cpu < 0 || cpu >= maxProcessors {
		return
	}
	for int(cpu) >= len(*p) {
		*p = append(*p, nil)
	}
	(*p)[cpu] = x
}

// strict reports whether only switches change the task of a processor: the recording has all
// of them. The thread in the first column of an event can be a moment late.
func (m *Mapper) strict() bool { return m.has.wide && !m.only.Named && m.has.switches && !m.has.ins }

// meet acts on the current task of an event that is no switch. It shows the task of its
// processor if no switch has done so yet.
func (m *Mapper) meet(x *task, cpu int32) {
	switch {
	case m.running.at(cpu) != nil:
	case cpu < 0 || cpu >= maxProcessors:
		if x != idle && x.state == tracefeed.Unknown {
			m.run(x, cpu)
		}
	case x == idle:
		m.running.set(cpu, idle)
	default:
		m.run(x, cpu)
	}
}

// took records that a task gets a processor. A thread that had it, without a switch from
// it, is out of sight.
func (m *Mapper) took(x *task, cpu int32) {
	if !m.strict() {
		return
	}
	if x != idle && x.state == tracefeed.Running && x.cpu != cpu && m.running.at(x.cpu) == x {
		m.running.set(x.cpu, nil)
	}
	if before := m.running.at(cpu); before != nil && before != idle && before != x && before.state == tracefeed.Running &&
		before.losses == m.names.losses {
		m.emit(before, tracefeed.Event{Kind: tracefeed.StateUnknown})
		before.state = tracefeed.Unknown
	}
	m.running.set(cpu, x)
}
