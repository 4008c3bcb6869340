package sched

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// task is what a Mapper knows of a thread.
type task struct {
	tid, pid int32
	id       tracefeed.ThreadID // NoThread before its first event
	state    tracefeed.State
	// ended: the thread has ended; gone: it has left the processor for good, so another
	// one can have its number.
	ended, gone bool
	// own: the recording has events of the thread itself.
	own bool
	// renamed: its name in the tables is out of date.
	renamed bool
	comm    string
	// out is the time of its last switch from a processor, cpu that processor.
	out  uint64
	cpu  int32
	call Call
	// deep: its last wait is uninterruptible, and its reason can still come; held is that
	// wait if its begin is held back.
	deep bool
	held *heldWait
	// calls are the open calls that it has marked.
	calls []tracefeed.NameID
	// losses is the number of losses of which the task's state knows.
	losses int
}

// names are the tasks of a Mapper.
type names struct {
	tables *tracefeed.Tables
	tasks  map[int32]*task
	// last are the tasks that were looked up last, by the low bits of their numbers.
	last [256]*task
	// losses is the number of losses: after each, the state of every task is unknown.
	losses int
	// shown are the tasks in the tables, renamed those whose name there is out of date;
	// all: any of them could be.
	shown, renamed []*task
	all            bool
	// process is the process of the first thread, several is set if there are others.
	process  int32
	several  bool
	times    map[int32]int // number of earlier threads with a number
	monitors map[monitorKey]tracefeed.MonitorID
}

func newNames() names {
	return names{tables: tracefeed.NewTables(), tasks: map[int32]*task{}, times: map[int32]int{},
		monitors: map[monitorKey]tracefeed.MonitorID{}}
}

// monitorKey identifies a lock by process and address.
type monitorKey struct {
	pid     int32
	address uint64
}

// task returns the task with a number.
func (n *names) task(t Task) *task {
	p := &n.last[uint8(t.TID)]
	if *p == nil || (*p).tid != t.TID {
		found := n.tasks[t.TID]
		if found == nil {
			found = n.add(t.TID)
		}
		*p = found
	}
	x := *p
	if x.losses != n.losses {
		x.losses, x.call.Number = n.losses, NoCall
		if !x.ended {
			x.state = tracefeed.Unknown
		}
	}
	if t.PID > 0 && x.pid != t.PID {
		x.pid = t.PID
		n.rename(x)
	}
	if t.Comm != nil && x.comm != string(t.Comm) {
		x.comm = string(t.Comm)
		n.rename(x)
	}
	return x
}

func (n *names) add(tid int32) *task {
	x := &task{tid: tid, call: Call{Number: NoCall}, losses: n.losses}
	n.tasks[tid] = x
	return x
}

// reuse makes a new task with the number of one that has ended.
func (n *names) reuse(old *task) *task {
	if old.id != tracefeed.NoThread {
		n.times[old.tid]++
	}
	x := n.add(old.tid)
	x.pid, x.comm = old.pid, old.comm
	n.last[uint8(old.tid)] = x
	return x
}

// show adds a task to the tables if it is not there.
func (n *names) show(x *task) tracefeed.ThreadID {
	if x.id == tracefeed.NoThread {
		id := strconv.Itoa(int(x.tid))
		if again := n.times[x.tid]; again > 0 {
			id += "." + strconv.Itoa(again+1)
		}
		x.id = n.tables.AddThread(tracefeed.Thread{ID: id, Name: id})
		n.shown = append(n.shown, x)
		n.rename(x)
	}
	return x.id
}

// rename marks a task for nameAll, and all tasks if others have its name in theirs.
func (n *names) rename(x *task) {
	if x.id == tracefeed.NoThread {
		return
	}
	if !x.renamed {
		x.renamed = true
		n.renamed = append(n.renamed, x)
	}
	if x.pid == 0 || system(x.comm) {
		return
	}
	if n.process == 0 {
		n.process = x.pid
	}
	if n.process != x.pid && !n.several {
		n.several, n.all = true, true
	}
	if n.several && x.pid == x.tid {
		n.all = true
	}
}

// nameAll brings the names in the tables up to date.
func (n *names) nameAll() {
	list := n.renamed
	if n.all {
		list = n.shown
	}
	for _, x := range list {
		th := n.tables.Threads[x.id]
		th.Name, th.System = n.name(x), system(x.comm)
		n.tables.NameThread(x.id, th)
		x.renamed = false
	}
	n.renamed, n.all = n.renamed[:0], false
}

// name returns the name of a task, with that of its process if there are several.
func (n *names) name(x *task) string {
	name := strconv.Itoa(int(x.tid))
	if x.comm != "" {
		name = x.comm + " " + name
	}
	if !n.several || x.pid == 0 || x.pid == x.tid {
		return name
	}
	process := strconv.Itoa(int(x.pid))
	if leader := n.tasks[x.pid]; leader != nil && leader.comm != "" {
		process = leader.comm + " " + process
	}
	return process + "/" + name
}

// monitor returns the id of the lock at an address in a task's process.
func (n *names) monitor(x *task, address uint64) tracefeed.MonitorID {
	if address == 0 {
		return tracefeed.NoMonitor
	}
	n.show(x)
	key := monitorKey{x.pid, address}
	id, ok := n.monitors[key]
	if !ok {
		name := "0x" + strconv.FormatUint(address, 16)
		if key.pid != 0 && key.pid != n.process {
			name = strconv.Itoa(int(key.pid)) + ":" + name
		}
		id = n.tables.AddMonitor(tracefeed.Monitor{ID: name, Name: name})
		n.monitors[key] = id
	}
	return id
}

// systemTasks are the beginnings of the names of the kernel's own threads.
var systemTasks = []string{"kworker/", "ksoftirqd/", "migration/", "rcu_", "rcuog/", "rcuop/", "rcuos/", "rcub/", "rcuc/",
	"kswapd", "kcompactd", "khugepaged", "ksmd", "kthreadd", "kdevtmpfs", "kauditd", "khungtaskd", "oom_reaper", "cpuhp/",
	"idle_inject/", "irq/", "irq_work/", "jbd2/", "ext4-", "kblockd", "writeback", "scsi_", "watchdog/", "watchdogd",
	"pool_workqueue_", "swapper"}

// system reports whether a name is that of a thread of the kernel.
func system(comm string) bool {
	for _, s := range systemTasks {
		if strings.HasPrefix(comm, s) {
			return true
		}
	}
	return false
}
