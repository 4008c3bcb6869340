package joined

import (
	"fmt"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// inner is the processes of a part that is a trace of several itself, such as a merged one. The first is
// the process of the part; others are added to the feed. A part without a table of processes has one.
type inner struct {
	part *process
	from []tracefeed.Process
	to   []tracefeed.ProcessID // in the feed, for each of from
}

// update adds the processes that are new.
func (in *inner) update(from []tracefeed.Process) {
	in.from = from
	for i := len(in.to); i < len(from); i++ {
		switch i {
		case 0:
			in.to = append(in.to, 0)
		case 1:
			in.to = append(in.to, in.part.Process)
		default:
			in.to = append(in.to, in.part.feed.addProcess(in.part, from[i], in.to[min(int(from[i].Parent), i-1)]))
		}
	}
}

// addProcess adds a process of a part, with a name and an id that no other has.
func (f *Processes) addProcess(of *process, is tracefeed.Process, parent tracefeed.ProcessID) tracefeed.ProcessID {
	is.ID, is.Parent = of.origin.of.ID+"/"+is.ID, parent
	name := is.Name
	for n := 1; slices.ContainsFunc(f.tables.Processes, func(p tracefeed.Process) bool { return p.Name == is.Name }); n++ {
		is.Name = name + " " + is.ID
		if n > 1 {
			is.Name += fmt.Sprint(".", n)
		}
	}
	return f.tables.AddProcess(is)
}

// several reports whether the part has several processes.
func (in *inner) several() bool { return len(in.to) > 2 }

// process returns the process of the feed for one of the part.
func (in *inner) process(id tracefeed.ProcessID) tracefeed.ProcessID {
	if !in.several() {
		return in.part.Process
	}
	if !has(in.to, id) {
		return 0
	}
	return in.to[id]
}

// thread returns a thread as the feed names it. Where several processes of the part have several
// threads, these are named after them already.
func (in *inner) thread(th tracefeed.Thread, first bool) tracefeed.Thread {
	o := in.part.origin
	if in.several() {
		o.process = in.process(th.Process)
		if o.process != 0 {
			was := &in.from[th.Process]
			first = th.Name == was.Name
			th.ID, th.Name = strings.TrimPrefix(th.ID, was.ID+"/"), strings.TrimPrefix(th.Name, was.Name+"/")
			o.of = &in.part.feed.tables.Processes[o.process]
		}
	}
	return o.thread(th, first)
}

// counter returns the name of a counter of the part.
func (in *inner) counter(name string) string {
	for i := 1; in.several() && i < len(in.from); i++ {
		if rest, ok := strings.CutPrefix(name, in.from[i].Name+"/"); ok {
			return in.part.feed.tables.Processes[in.to[i]].Name + "/" + rest
		}
	}
	return in.part.origin.counter(name)
}

// object is like origin.object. In a joined trace, the number of an object has its process.
func (in *inner) object(n int64) int64 {
	if of := n >> objectBits; in.several() && n > 0 && of > 0 && of < int64(len(in.to)) {
		o := origin{process: in.to[of]}
		return o.object(n & (1<<objectBits - 1))
	}
	return in.part.origin.object(n)
}
