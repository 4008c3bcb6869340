// Package find looks for names: of threads, locks, functions, clusters,
// tables and commands.
//
// A timeline's tables and lists of names go in; the names that match a query
// come out, the best first. Nothing here knows states, the view, or the
// effect of choosing a name.
package find

import (
	"cmp"
	"slices"

	"github.com/fvbommel/sortorder"

	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Kind is the kind of thing that a name belongs to.
type Kind uint8

// The kinds of names.
const (
	Thread Kind = iota
	Lock
	Function
	Cluster
	Table
	Command
	// Task is known by its number.
	Task
)

// String returns the kind's name.
func (k Kind) String() string {
	return [...]string{"thread", "lock", "function", "cluster", "table", "command", "task"}[k]
}

// Hit is a name that fits.
type Hit struct {
	Kind Kind
	// ID is the thread, the monitor of the lock, the first frame of the function, or the
	// index of the name in its list.
	ID int
	// Name is as the trace spells it: any bytes, of any length.
	Name string
	// Ranges are the matching parts of Name, in bytes, in order; there may be
	// none if another text for the thing matches, such as its id.
	Ranges []Range
	// Score is the quality of the match; larger is better. Scores of different
	// queries are not comparable.
	Score Score
}

// Range is a part of a text: bytes From to To.
type Range struct{ From, To int }

// Index is names to look in. It never changes, and may be used from any
// goroutine.
type Index struct {
	entries []entry
	names   names
}

// entry is one searchable text. After the entry with the name of a thread or lock
// come its aliases: the id of a thread if it differs from the name, the other terms of
// a lock (lockname.Names).
type entry struct {
	name string
	id   int32
	kind Kind
	// alias marks an entry with another text than name.
	alias bool
}

// List is names of one kind.
type List struct {
	Kind  Kind
	Names []string
}

// NewIndex returns an index of the names in a timeline, with the names of its locks,
// and in lists.
func NewIndex(tl *timeline.Timeline, locks *lockname.Names, lists ...List) *Index {
	x := &Index{}
	x.grow(2*len(tl.Threads) + 4*len(tl.Monitors) + len(tl.Frames))
	for id := 1; id < len(tl.Threads); id++ {
		t := &tl.Threads[id]
		x.add(Thread, id, t.Name)
		if t.ID != t.Name {
			x.addAlias(Thread, id, t.ID)
		}
	}
	for id := 1; id < len(tl.Monitors); id++ {
		for i, term := range locks.Terms(tracefeed.MonitorID(id)) {
			if i == 0 {
				x.add(Lock, id, term)
			} else {
				x.addAlias(Lock, id, term)
			}
		}
	}
	known := map[string]bool{"": true}
	for id := 1; id < len(tl.Frames); id++ {
		if name := tl.Frames[id].Func; !known[name] {
			known[name] = true
			x.add(Function, id, name)
		}
	}
	x.addLists(lists)
	return x
}

// NewListIndex returns an index of the names in lists.
func NewListIndex(lists ...List) *Index {
	x := &Index{}
	x.addLists(lists)
	return x
}

func (x *Index) addLists(lists []List) {
	for _, l := range lists {
		for i, name := range l.Names {
			x.add(l.Kind, i, name)
		}
	}
}

func (x *Index) grow(n int) {
	x.entries = slices.Grow(x.entries, n)
	x.names.grow(n)
}

func (x *Index) add(kind Kind, id int, name string) {
	x.entries = append(x.entries, entry{name: name, id: int32(id), kind: kind})
	x.names.add(name)
}

// addAlias adds another text for the thing of the last entry.
func (x *Index) addAlias(kind Kind, id int, alias string) {
	name := x.entries[len(x.entries)-1].name
	x.entries = append(x.entries, entry{name: name, id: int32(id), kind: kind, alias: true})
	x.names.add(alias)
}

// before orders entries with equal scores.
func (x *Index) before(a, b int32) int {
	p, q := &x.names.places[x.nameOf(a)], &x.names.places[x.nameOf(b)]
	return cmp.Or(sortorder.NaturalCompare(x.names.string(p), x.names.string(q)),
		cmp.Compare(x.entries[a].kind, x.entries[b].kind), cmp.Compare(a, b))
}

// nameOf returns the entry with the name of an entry's thing: the last one before it
// that is no alias.
func (x *Index) nameOf(i int32) int32 {
	for x.entries[i].alias {
		i--
	}
	return i
}
