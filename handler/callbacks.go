package handler

import (
	"maps"
	"slices"

	"tiv/execution"
)

// A callback handles what arrives if the library that calls it gets it: a pool that waits for jobs, a
// server that waits for requests, a loop of a user interface. One that a library calls
// because the user's own code has just called the library (a comparator, a visitor) handles nothing.

// dispatchers are the beginnings of names of loops of libraries, for traces without waits.
var dispatchers = []string{
	"g_main_loop_run", "g_main_context_iterat", "g_application_run", "gtk_main", "QEventLoop::exec",
	"QCoreApplication::exec",
	"QApplication::exec", "QGuiApplication::exec", "uv_run", "uv__run", "event_base_loop", "event_base_dispatch",
	"ev_run", "sd_event_loop", "glutMainLoop",
	"boost::asio::", "asyncio.base_events.", "asyncio.events.", "java.awt.EventDispatchThread.", "time.goFunc",
}

// called is a user's routine that a routine of the system calls, on a path.
type called struct {
	node int32
	// loop is the system's routine that waits for what arrives, a node, or the caller.
	loop int32
	// begins is how often it was seen to begin while the library was not left, or the number of threads that
	// the library started for it.
	begins int64
	// starts says that the library starts a thread for it.
	starts bool
	// inner is the amount in functions that the same library calls in turn within it.
	inner int64
}

// mostInner is the share of the amount of a callback from which it only wraps those that the library calls
// in turn.
const mostInner = 0.9

// callbacks finds the callbacks that handle what arrives. loops are those of the user.
func (r *returns) callbacks(loops []loop) (all []called) {
	at := map[int32]int{} // numbers in the list from 1 on
	within, entered := r.withinLoops(loops), r.entered()
	for i := range r.nodes {
		n := int32(i)
		if from := r.nodes[n].from; r.system(n) || from < 0 || !r.system(from) {
			continue
		}
		s := r.segment(n)
		c := called{node: n, loop: s.loop, begins: r.sums[n].begins}
		if started := r.started[r.nodes[s.outer].function]; s.user < 0 && started >= r.th.returns {
			c.begins, c.starts = max(c.begins, started), true
		}
		if e := entered[s.outer]; s.user < 0 && !s.asks && !s.waits && e.times >= r.th.begins {
			s.waits, c.loop, c.begins = true, e.loop, max(c.begins, r.sums[n].entries)
		}
		switch outer := at[r.outermost(s.user)]; {
		case s.helps:
			continue
		case s.user < 0:
			if !r.handles(&c, &s) || within[n] && r.holds(&c) {
				continue
			}
		case outer > 0 && r.again(all[outer-1].node, &s):
			all[outer-1].inner += r.sums[n].known
			c.loop, c.begins = all[outer-1].loop, r.sums[n].entries
		case !s.dispatches && s.returns < r.th.returns:
			continue
		}
		all = append(all, c)
		at[n] = len(all)
	}
	all = append(all, r.recorded(entered)...)
	return slices.DeleteFunc(all, func(c called) bool { return float64(c.inner) > mostInner*float64(r.sums[c.node].known) })
}

// handles reports whether the outermost routine of the user on a stack handles what arrives: the library starts
// threads for it, or it waits, and was seen to call it then. Where no thread was seen to wait, nothing
// tells it from others.
func (r *returns) handles(c *called, s *segment) bool {
	return c.starts || s.dispatches || c.begins > 0 && s.waits ||
		!r.arrivals && r.sums[c.node].known >= r.th.begins*r.trie.Unit
}

// holds reports whether a callback with a loop in it is there for many items, so the loop handles them, not the
// callback: it lasts long, or was mostly there at the end.
func (r *returns) holds(c *called) bool {
	return r.lasts(c.node, c.begins) || 2*r.sums[c.node].open > c.begins
}

// recorded finds callbacks of which only the calls were recorded, and not the library around them.
func (r *returns) recorded(entered map[int32]entry) (all []called) {
	for _, n := range slices.Sorted(maps.Keys(entered)) {
		if e := entered[n]; !r.system(n) && e.times >= r.th.begins {
			all = append(all, called{node: n, loop: e.loop, begins: e.times})
		}
	}
	return all
}

// entry is how often an outermost routine was seen to begin after a wait of a library alone, and the
// outermost routine there, a node: the first of several.
type entry struct {
	times int64
	loop  int32
}

// entered returns the entries of outermost routines, by node. The calls of a recording can begin with the user's
// function, or in the middle of a library: the loop around them, which waits, is in other stacks.
func (r *returns) entered() map[int32]entry {
	all := map[int32]entry{}
	for _, s := range r.steps(-1) {
		if !s.from.arrives {
			continue
		}
		root, loop := s.to.below, s.from.below
		if e, ok := all[root]; ok {
			all[root] = entry{e.times + s.times, min(e.loop, loop)}
		} else {
			all[root] = entry{s.times, loop}
		}
	}
	return all
}

// lasts reports whether a function that begins a number of times lasts so long that it is not there for one
// item: a fifth of the trace.
func (r *returns) lasts(n int32, begins int64) bool {
	return r.sums[n].spent/max(1, begins) > int64(r.length)/5
}

// withinLoops tells, by node, whether a loop is in it or below.
func (r *returns) withinLoops(loops []loop) []bool {
	within := make([]bool, len(r.nodes))
	for i := range loops {
		for n := loops[i].node; n >= 0 && !within[n]; n = r.nodes[n].from {
			within[n] = true
		}
	}
	return within
}

// again reports whether the library that calls a callback calls the next function in turn: one of its routines
// is in both segments, or, in Go, one of its packages.
func (r *returns) again(callback int32, s *segment) bool {
	around := r.segment(callback)
	names := map[string]bool{}
	for at := around.inner; at != around.user; at = r.nodes[at].from {
		names[r.name(at)], names[r.split.goPackage(r.name(at))] = true, true
	}
	delete(names, "")
	for at := s.inner; at != s.user; at = r.nodes[at].from {
		if names[r.name(at)] || names[r.split.goPackage(r.name(at))] {
			return true
		}
	}
	return false
}

// goPackage returns the package of a function of Go, empty in traces of other programs.
func (s *Split) goPackage(function string) string {
	if !s.inGo {
		return ""
	}
	return execution.OriginOf(function, s.files[function], true).Package
}
