package chrome

import (
	"tiv/tracefeed/slicefeed"
)

// thread returns the thread of an event: without a number, the process's own.
func (k *keeper) thread(ev *event) slicefeed.Thread {
	number := ev.tid
	if len(number) == 0 {
		number = ev.pid
	}
	return k.threadOf(k.process(ev), number)
}

// process returns the process of an event.
func (k *keeper) process(ev *event) int64 {
	pid, label := k.number(ev.pid)
	if label != "" {
		k.log.Processes.SetLabel(pid, label)
	}
	return pid
}

// number returns the number of a process or thread. One that is a word gets a negative
// number, and the word is its label.
func (k *keeper) number(v []byte) (n int64, label string) {
	v = bare(v)
	if len(v) == 0 {
		return 0, ""
	}
	if n, ok := whole(v); ok {
		return n, ""
	}
	n, ok := k.labels[string(v)]
	if !ok {
		n = int64(-1 - len(k.labels))
		k.labels[string(v)] = n
	}
	return n, string(plain(v))
}

// threadOf returns a thread of a process by its number in the file.
func (k *keeper) threadOf(pid int64, number []byte) slicefeed.Thread {
	tid, label := k.number(number)
	t := k.log.Thread(pid, tid)
	if label != "" {
		k.log.SetLabel(t, label)
	}
	return t
}

// metadata reads the name or position of a thread or process.
func (k *keeper) metadata(ev *event) {
	name := string(plain(bare(member(ev.args, "name"))))
	order, _ := whole(member(ev.args, "sort_index"))
	switch pid := k.process(ev); string(ev.name) {
	case "process_name":
		k.log.Processes.SetName(pid, name)
	case "process_sort_index":
		k.log.Processes.SetOrder(pid, order)
	case "thread_name":
		t := k.thread(ev)
		if k.log.NameThread(t, name); string(ev.cat) == systemCategory {
			k.log.SetSystem(t)
		}
	case "thread_sort_index":
		k.log.OrderThread(k.thread(ev), order)
	}
}
