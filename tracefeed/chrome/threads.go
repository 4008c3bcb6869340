package chrome

import (
	"encoding/json"
	"strconv"

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
		k.log.LabelProcess(pid, label)
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
	if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
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
	var args struct {
		Name  string      `json:"name"`
		Order json.Number `json:"sort_index"`
	}
	if json.Unmarshal(ev.args, &args) != nil {
		return
	}
	order, _ := args.Order.Int64()
	switch pid := k.process(ev); string(ev.name) {
	case "process_name":
		k.log.NameProcess(pid, args.Name)
	case "process_sort_index":
		k.log.OrderProcess(pid, order)
	case "thread_name":
		t := k.thread(ev)
		if k.log.NameThread(t, args.Name); string(ev.cat) == systemCategory {
			k.log.SetSystem(t)
		}
	case "thread_sort_index":
		k.log.OrderThread(k.thread(ev), order)
	}
}
