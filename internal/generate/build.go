package generate

import (
	"fmt"

	"tiv/tracefeed"
)

// groupSize is the maximum number of threads in a group.
const groupSize = 200

// shape is the layout of the groups of a program in the tables of its machine.
// All groups have the same monitors and queues, in the same order.
type shape struct {
	groups           int32
	monitors, queues int32     // of one group
	classes          []classAt // of one group
	gone             []list    // by group: its ended threads
}

// queue returns the index of a queue of a group.
func (s *shape) queue(group int32, number uint8) int32 { return group*s.queues + int32(number) }

// classAt is the position of a class among a group's monitors.
type classAt struct{ first, count int32 }

// builder fills the tables of a machine before it runs.
type builder struct{ m *machine }

func newMachine(o Options) *machine {
	collectors := 0
	if o.Scenario == "server" && o.Threads > 2 {
		collectors = 1
	}
	groups := (o.Threads - collectors + groupSize - 1) / groupSize
	size := (o.Threads - collectors) / groups // of the smallest group
	m := &machine{
		chance:   newChance(o.Seed),
		sched:    o.Sched,
		threads:  make([]thread, 1, o.Threads+1),
		monitors: make([]monitor, 1),
		shape:    shape{groups: int32(groups), gone: make([]list, groups)},
		tables:   tracefeed.NewTables(),
	}
	b := builder{m}
	s := scenarioOf(o.Scenario, size)
	b.addLocks(s, groups, size)
	b.addRoles(s, o.Threads-collectors, groups)
	if collectors > 0 {
		b.addThread(fmt.Sprintf("%s-collector", s.name), 0, b.addCode("collector", s.collector))
		m.tables.Threads[o.Threads].System = true
	}
	if o.Deadlock {
		b.addCrossing(o.Events)
	}
	if o.Extras {
		m.extras = newExtras(m.tables, o.Threads, b.addStack("main.handle"))
	}
	cpus := o.CPUs
	if cpus == 0 {
		cpus = 1 + o.Threads/10
	}
	m.cpus = make([]tracefeed.ThreadID, cpus)
	for i := range cpus {
		m.idle = append(m.idle, int32(cpus-1-i))
	}
	b.begin()
	return m
}

// begin starts all threads within a short time, the first at once.
func (b builder) begin() {
	const ramp = 200_000 // nanoseconds
	m := b.m
	m.timers.add(0, 1)
	for id := 2; id < len(m.threads); id++ {
		m.timers.add(tracefeed.Time(1+m.chance.below(ramp)), tracefeed.ThreadID(id))
	}
}

// addLocks adds the monitors and queues of all groups.
func (b builder) addLocks(s scenario, groups, size int) {
	for _, c := range s.classes {
		b.m.shape.classes = append(b.m.shape.classes, classAt{b.m.shape.monitors, int32(c.count)})
		b.m.shape.monitors += int32(c.count)
	}
	b.m.shape.queues = int32(len(s.queues))
	for g := range groups {
		for _, c := range s.classes {
			limit := 1
			if c.kind == semaphore {
				limit = max(1, size/10)
			}
			for i := range c.count {
				name := fmt.Sprintf("%s-%d-%s-%d", s.name, g+1, c.name, i+1)
				b.addMonitor(name, limit, c.kind == mutexes && i%4 == 3)
			}
		}
		for _, limit := range s.queues {
			b.m.queues = append(b.m.queues, queue{limit: limit})
		}
	}
}

func (b builder) addMonitor(name string, limit int, barging bool) tracefeed.MonitorID {
	b.m.monitors = append(b.m.monitors, monitor{limit: int32(limit), barging: barging})
	address := fmt.Sprintf("0x%x", 0xc000100000+64*int64(len(b.m.monitors)))
	return b.m.tables.AddMonitor(tracefeed.Monitor{ID: address, Name: name})
}

// addRoles adds the code of all roles and the threads of all groups. The sizes
// of groups differ by at most one.
func (b builder) addRoles(s scenario, threads, groups int) {
	var starts []int32
	for _, r := range s.roles {
		starts = append(starts, b.addCode(r.name, r.code))
	}
	for g := range groups {
		size := (threads + g) / groups
		for i, n := range s.castOf(size) {
			for k := range n {
				b.addThread(fmt.Sprintf("%s-%d-%s-%d", s.name, g+1, s.roles[i].name, k+1), g, starts[i])
			}
		}
	}
}

// castOf returns the number of threads of each role in a group.
func (s scenario) castOf(size int) []int {
	counts := make([]int, len(s.roles))
	sum := 0
	for i, r := range s.roles {
		counts[i] = min(1, max(0, size-i))
		sum += r.share
	}
	rest := max(0, size-len(s.roles))
	counts[0] += rest
	for i, r := range s.roles[1:] {
		n := rest * r.share / sum
		counts[0] -= n
		counts[1+i] += n
	}
	return counts
}

func (b builder) addThread(name string, group int, start int32) {
	b.m.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(len(b.m.threads)), Name: name})
	b.m.threads = append(b.m.threads, thread{group: int32(group), start: start, pc: start})
}

// addCode adds the code of a role and the stacks of its waits, and returns the
// start of the code.
func (b builder) addCode(role string, code []instr) int32 {
	start := int32(len(b.m.code))
	for _, in := range code {
		if in.fn != "" {
			in.stack = b.addStack(in.waitsIn(), fmt.Sprintf("main.(*%s).%s", role, in.fn), fmt.Sprintf("main.(*%s).run", role))
		}
		b.m.code = append(b.m.code, in)
	}
	return start
}

// waitsIn returns the library function in which an instruction waits.
func (in *instr) waitsIn() string {
	switch in.op {
	case opLock:
		if in.shared {
			return "sync.(*RWMutex).RLock"
		}
		return "sync.(*Mutex).Lock"
	case opGet:
		return "runtime.chanrecv"
	case opPut:
		return "runtime.chansend"
	case opSuspend, opStay:
		return "time.Sleep"
	}
	if in.cause == tracefeed.CauseDisk {
		return "os.(*File).Write"
	}
	return "net.(*conn).Read"
}

// addStack adds a stack of functions, the innermost first.
func (b builder) addStack(functions ...string) tracefeed.StackID {
	var frames []tracefeed.FrameID
	for _, f := range functions {
		b.m.tables.Frames = append(b.m.tables.Frames, tracefeed.Frame{Func: f, File: "main.go", Line: int32(10 + 7*len(b.m.tables.Frames))})
		frames = append(frames, tracefeed.FrameID(len(b.m.tables.Frames)-1))
	}
	return b.m.tables.AddStack(frames)
}
