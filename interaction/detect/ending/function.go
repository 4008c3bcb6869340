package ending

import (
	"maps"

	"tiv/interaction/groups"
	"tiv/timeline"
	"tiv/tracefeed"
)

// function numbers the threads with names that differ only in numbers.
type function int32

const noFunction = function(-1)

// functions finds the functions of threads.
type functions struct {
	tl     *timeline.Timeline
	byName map[string]function
	known  map[tracefeed.ThreadID]function
}

func newFunctions(tl *timeline.Timeline) *functions {
	return &functions{tl, map[string]function{}, map[tracefeed.ThreadID]function{}}
}

// clone returns a copy.
func (x *functions) clone() *functions {
	return &functions{x.tl, maps.Clone(x.byName), maps.Clone(x.known)}
}

// renamed reports whether one of the threads had another name in an older snapshot of the trace.
func (x *functions) renamed(older *timeline.Timeline) bool {
	for t := range x.known {
		if int(t) < len(older.Threads) && older.Threads[t].Name != x.tl.Threads[t].Name {
			return true
		}
	}
	return false
}

// of returns the function of a thread.
func (x *functions) of(t tracefeed.ThreadID) function {
	f, ok := x.known[t]
	if !ok {
		name := groups.Pattern(x.tl.Threads[t].Name)
		if f, ok = x.byName[name]; !ok {
			f = function(len(x.byName))
			x.byName[name] = f
		}
		x.known[t] = f
	}
	return f
}

// living returns the threads of the program that exist at the end of the trace, by
// function, and their number.
func (x *functions) living() (by map[function][]tracefeed.ThreadID, count int) {
	by = map[function][]tracefeed.ThreadID{}
	for id := 1; id < len(x.tl.Threads); id++ {
		t := tracefeed.ThreadID(id)
		if x.tl.Threads[t].System || x.tl.Lane(t).StateAt(x.tl.End) == tracefeed.NotAlive {
			continue
		}
		by[x.of(t)] = append(by[x.of(t)], t)
		count++
	}
	return by, count
}
