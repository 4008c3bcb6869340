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

// classAt is the position of a class among a group's monitors.
type classAt struct{ first, count int32 }

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
	s := scenarioOf(o.Scenario, size)
	m.addLocks(s, groups, size)
	m.addRoles(s, o.Threads-collectors, groups)
	if collectors > 0 {
		m.addThread(fmt.Sprintf("%s-collector", s.name), 0, m.addCode("collector", s.collector))
		m.tables.Threads[o.Threads].System = true
	}
	if o.Deadlock {
		m.addCrossing(o.Events)
	}
	if o.Extras {
		m.extras = newExtras(m.tables, o.Threads, m.addStack("main.handle"))
	}
	cpus := o.CPUs
	if cpus == 0 {
		cpus = 1 + o.Threads/10
	}
	m.cpus = make([]tracefeed.ThreadID, cpus)
	for i := range cpus {
		m.idle = append(m.idle, int32(cpus-1-i))
	}
	m.begin()
	return m
}

// begin starts all threads within a short time, the first at once.
func (m *machine) begin() {
	const ramp = 200_000 // nanoseconds
	m.add(0, 1)
	for id := 2; id < len(m.threads); id++ {
		m.add(tracefeed.Time(1+m.below(ramp)), tracefeed.ThreadID(id))
	}
}

// addLocks adds the monitors and queues of all groups.
func (m *machine) addLocks(s scenario, groups, size int) {
	for _, c := range s.classes {
		m.shape.classes = append(m.shape.classes, classAt{m.shape.monitors, int32(c.count)})
		m.shape.monitors += int32(c.count)
	}
	m.shape.queues = int32(len(s.queues))
	for g := range groups {
		for _, c := range s.classes {
			limit := 1
			if c.kind == semaphore {
				limit = max(1, size/10)
			}
			for i := range c.count {
				name := fmt.Sprintf("%s-%d-%s-%d", s.name, g+1, c.name, i+1)
				m.addMonitor(name, limit, c.kind == mutexes && i%4 == 3)
			}
		}
		for _, limit := range s.queues {
			m.queues = append(m.queues, queue{limit: limit})
		}
	}
}

func (m *machine) addMonitor(name string, limit int, barging bool) tracefeed.MonitorID {
	m.monitors = append(m.monitors, monitor{limit: int32(limit), barging: barging})
	address := fmt.Sprintf("0x%x", 0xc000100000+64*int64(len(m.monitors)))
	return m.tables.AddMonitor(tracefeed.Monitor{ID: address, Name: name})
}

// addRoles adds the code of all roles and the threads of all groups. The sizes
// of groups differ by at most one.
func (m *machine) addRoles(s scenario, threads, groups int) {
	var starts []int32
	for _, r := range s.roles {
		starts = append(starts, m.addCode(r.name, r.code))
	}
	for g := range groups {
		size := (threads + g) / groups
		for i, n := range s.castOf(size) {
			for k := range n {
				m.addThread(fmt.Sprintf("%s-%d-%s-%d", s.name, g+1, s.roles[i].name, k+1), g, starts[i])
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

func (m *machine) addThread(name string, group int, start int32) {
	m.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(len(m.threads)), Name: name})
	m.threads = append(m.threads, thread{group: int32(group), start: start, pc: start})
}

// addCode adds the code of a role and the stacks of its waits, and returns the
// start of the code.
func (m *machine) addCode(role string, code []instr) int32 {
	start := int32(len(m.code))
	for _, in := range code {
		if in.fn != "" {
			in.stack = m.addStack(in.waitsIn(), fmt.Sprintf("main.(*%s).%s", role, in.fn), fmt.Sprintf("main.(*%s).run", role))
		}
		m.code = append(m.code, in)
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
func (m *machine) addStack(functions ...string) tracefeed.StackID {
	var frames []tracefeed.FrameID
	for _, f := range functions {
		m.tables.Frames = append(m.tables.Frames, tracefeed.Frame{Func: f, File: "main.go", Line: int32(10 + 7*len(m.tables.Frames))})
		frames = append(frames, tracefeed.FrameID(len(m.tables.Frames)-1))
	}
	return m.tables.AddStack(frames)
}
