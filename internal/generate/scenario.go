package generate

import "tiv/tracefeed"

// lockKind is a kind of monitor.
type lockKind uint8

const (
	mutexes   lockKind = iota // every fourth is barged for, the others are handed over
	rwlock                    // a mutex, if there are no readers
	semaphore                 // that a tenth of the group can hold
)

// class is some monitors of a group, one of which the code chooses.
type class struct {
	name  string
	kind  lockKind
	count int
}

// role is the code of some threads of a group: share parts of all.
type role struct {
	name  string
	share int
	code  []instr
}

// scenario is one group of threads. Each role has at least one thread, the
// first ones if there are too few; a role of share 0 has just one.
type scenario struct {
	name    string
	classes []class
	queues  []int32 // the capacity of each
	roles   []role
	// collector, if present, is one thread for all groups.
	collector []instr
}

const us = tracefeed.Microsecond

// scenarioOf returns a scenario for groups of size threads.
func scenarioOf(name string, size int) scenario {
	switch name {
	case "pool":
		return pool(size)
	case "server":
		return server(size)
	}
	return pipeline(size)
}

func pool(size int) scenario {
	const locks, config, jobs = 0, 1, 0
	work := code(lock(locks, "update"), compute(7*us), unlock())
	return scenario{
		name:    "pool",
		classes: []class{{"lock", mutexes, max(1, size/14)}, {"config", rwlock, 1}},
		queues:  []int32{32},
		roles: []role{
			{"worker", 70, again(
				oneIn(8, get(jobs, "next")),
				compute(14*us), work, compute(5*us), work,
				oneIn(8, rlock(config, "settings"), compute(4*us), unlock()),
				oneIn(128, lock(config, "reload"), compute(10*us), unlock()))},
			{"producer", 10, again(compute(6*us), oneIn(4, work), put(jobs, "submit"))},
			{"echo", 10, again(network(60*us, "read"), compute(5*us), network(20*us, "write"),
				oneIn(4, rlock(config, "settings"), compute(3*us), unlock()))},
			{"sleeper", 10, again(sleep(120*us, "tick"), compute(5*us), oneIn(3, work))},
		},
	}
}

func server(size int) scenario {
	const cache, connections, log = 0, 1, 2
	arrival := min(300*us, 6000*us/tracefeed.Time(size)) // of connections: more frequent than their ends
	query := code(lock(connections, "query"), compute(3*us), network(70*us, "receive"), compute(4*us), unlock())
	return scenario{
		name:    "server",
		classes: []class{{"cache", mutexes, max(1, size/64)}, {"connections", semaphore, 1}, {"log", rwlock, 1}},
		roles: []role{
			{"conn", 1, again(
				network(120*us, "readRequest"), compute(20*us),
				lock(cache, "lookUp"), compute(3*us), unlock(),
				oneIn(2, query, lock(cache, "store"), compute(3*us), unlock()),
				oneIn(8, lock(log, "write"), compute(2*us), disk(4*us, "flush"), unlock()),
				compute(10*us), network(30*us, "writeReply"),
				oneIn(4, sleep(200*us, "throttle")),
				oneIn(24, do(opEnd)))},
			{"acceptor", 0, alone(network(arrival, "accept"), compute(us), do(opAccept))},
		},
		collector: alone(sleep(4000*us, "collect"), []instr{{op: opStop, scale: 60 * us}}, do(opStart)),
	}
}

// pipeline has a queue after each stage but the last; transform is the slow
// one. With less than five threads it has fewer stages.
func pipeline(size int) scenario {
	const dictionary, progress = 0, 1
	count := code(lock(progress, "count"), compute(us/2), unlock())
	source := role{"source", 15, again(disk(60*us, "readBlock"), compute(6*us), put(0, "send"), oneIn(4, count))}
	stages := []role{
		{"parse", 20, code(compute(20 * us))},
		{"transform", 40, code(compute(12*us), lock(dictionary, "resolve"), compute(14*us), unlock(),
			oneIn(16, sleep(60*us, "backOff")))},
		{"encode", 20, code(compute(12*us), oneIn(4, count))},
	}
	switch size {
	case 2:
		stages = nil
	case 3:
		stages = stages[1:2]
	case 4:
		stages = stages[:2]
	}
	s := scenario{
		name:    "pipeline",
		classes: []class{{"dictionary", mutexes, max(1, size/16)}, {"progress", rwlock, 1}},
		roles:   []role{source},
	}
	queue := uint8(0)
	for _, r := range stages {
		r.code = again(get(queue, "receive"), r.code, put(queue+1, "send"))
		s.roles = append(s.roles, r)
		queue++
	}
	s.roles = append(s.roles, role{"sink", 15, again(get(queue, "receive"), compute(5*us), disk(20*us, "writeBlock"), count)})
	for range queue + 1 {
		s.queues = append(s.queues, int32(max(1, size/8)))
	}
	return s
}
