package gotrace

import (
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// goroutines are the goroutines of a trace, and their threads and names in the tables.
type goroutines struct {
	tables *tracefeed.Tables
	stacks *stacks
	names  wire.Names // of the decoder
	// threads are the ids in the tables, assigned when first needed.
	threads []tracefeed.ThreadID // by G, may be short
	list    []goroutine          // by ThreadID
}

// doing is the state of a goroutine according to the events made so far.
type doing uint8

const (
	unseen doing = iota
	running
	runnable
	stopped        // runnable, but the world is stopped
	waiting        // for goroutine.wait
	waitingUnknown // waits, for an unknown reason
	ended
)

// goroutine is the state of the mapper for one goroutine.
type goroutine struct {
	// wants is the lock that it last requested, and shared whether as a
	// reader; spoke is the lock that it last named.
	wants tracefeed.MonitorID
	spoke tracefeed.MonitorID
	// awaits is the condition or wait group that it last waited for.
	awaits tracefeed.MonitorID
	// channel is the channel that it last waited for, as far as recorded.
	channel tracefeed.MonitorID
	// partner is the goroutine that it meets at a channel, as the event before says.
	partner tracefeed.ThreadID
	shared  bool
	doing   doing
	wait    wait              // while waiting
	at      tracefeed.StackID // where it waits
	// leaked: the trace has the proof that the wait never ends.
	leaked bool
	// began: its creation is in the trace, so it acquired no lock before.
	began bool
	// named: its name is final.
	named bool
	// queued: it is in mapper.pause.queue.
	queued bool
	// openStart is the index plus 1 in events.starts of its wait at the start of
	// the trace, while the kind of that wait is unknown.
	openStart int32
}

// thread returns the thread of a goroutine, and adds it if necessary.
func (x *goroutines) thread(g wire.G) tracefeed.ThreadID {
	if int(g) < len(x.threads) && x.threads[g] != tracefeed.NoThread {
		return x.threads[g]
	}
	return x.newThread(g)
}

func (x *goroutines) newThread(g wire.G) tracefeed.ThreadID {
	if g == 0 {
		return tracefeed.NoThread
	}
	t := x.tables.AddThread(goroutineThread(int64(x.names.GoroutineID(g))))
	x.threads = grown(x.threads, int(g))
	x.threads[g] = t
	x.list = append(x.list, goroutine{})
	return t
}

// site interns a stack of the thread itself, and derives the thread's name from
// it.
func (x *goroutines) site(t tracefeed.ThreadID, n wire.Stack) (tracefeed.StackID, *site) {
	id := x.stacks.intern(n)
	at := &x.stacks.sites[id]
	for _, helper := range x.stacks.learned {
		unname(x.list, x.tables.Threads, shortFunc(helper)+" ")
	}
	x.stacks.learned = x.stacks.learned[:0]
	if !x.list[t].named {
		x.name(t, at)
	}
	return id, at
}

// name derives a thread's name from a stack of its own.
func (x *goroutines) name(t tracefeed.ThreadID, at *site) {
	if at.root == "" {
		return
	}
	entry := at.entry
	if x.stacks.helpers.known[at.root] && at.inner != "" {
		entry = at.inner
	}
	x.tables.NameThread(t, renamed(x.tables.Threads[t], entry, at.root))
	x.list[t].named = !starters[entry] && !x.stacks.helpers.known[entry]
}

// unname makes the names of goroutines with a prefix preliminary.
func unname(gs []goroutine, threads []tracefeed.Thread, prefix string) {
	for t := range gs {
		if strings.HasPrefix(threads[t].Name, prefix) {
			gs[t].named = false
		}
	}
}

// living returns the thread of a goroutine that is alive according to the events
// so far, and NoThread for any other. A sample does not wait for its turn in the
// order of events, so its goroutine may have ended, or not have been created.
func (x *goroutines) living(g wire.G) tracefeed.ThreadID {
	if int(g) >= len(x.threads) {
		return tracefeed.NoThread
	}
	t := x.threads[g]
	if is := x.list[t].doing; is == unseen || is == ended {
		return tracefeed.NoThread
	}
	return t
}
