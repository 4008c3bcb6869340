// Package find looks for names: of threads, monitors, functions, clusters,
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

	"tiv/timeline"
)

// Kind is the kind of thing that a name belongs to.
type Kind uint8

// The kinds of names.
const (
	Thread Kind = iota
	Monitor
	Function
	Cluster
	Table
	Command
)

// String returns the kind's name.
func (k Kind) String() string {
	return [...]string{"thread", "monitor", "function", "cluster", "table", "command"}[k]
}

// Hit is a name that fits.
type Hit struct {
	Kind Kind
	// ID is the thread, the monitor, the first frame of the function, or the
	// index of the name in its list.
	ID int
	// Name is as the trace spells it: any bytes, of any length.
	Name string
	// Ranges are the matching parts of Name, in bytes, in order; there may be
	// none if the source's own id matches.
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

// entry is one searchable text. A thread or monitor whose id differs from its
// name has two entries.
type entry struct {
	name string
	id   int32
	kind Kind
	// byID marks an entry with the source's own id as its text.
	byID bool
}

// List is names of one kind.
type List struct {
	Kind  Kind
	Names []string
}

// NewIndex returns an index of the names in a timeline, which may be nil, and
// in lists.
func NewIndex(tl *timeline.Timeline, lists ...List) *Index {
	x := &Index{}
	if tl != nil {
		x.grow(2*len(tl.Threads) + 2*len(tl.Monitors) + len(tl.Frames))
		for id := 1; id < len(tl.Threads); id++ {
			x.addWithID(Thread, id, tl.Threads[id].Name, tl.Threads[id].ID)
		}
		for id := 1; id < len(tl.Monitors); id++ {
			x.addWithID(Monitor, id, tl.Monitors[id].Name, tl.Monitors[id].ID)
		}
		known := map[string]bool{"": true}
		for id := 1; id < len(tl.Frames); id++ {
			if name := tl.Frames[id].Func; !known[name] {
				known[name] = true
				x.add(Function, id, name)
			}
		}
	}
	for _, l := range lists {
		for i, name := range l.Names {
			x.add(l.Kind, i, name)
		}
	}
	return x
}

func (x *Index) grow(n int) {
	x.entries = slices.Grow(x.entries, n)
	x.names.grow(n)
}

func (x *Index) add(kind Kind, id int, name string) {
	x.entries = append(x.entries, entry{name: name, id: int32(id), kind: kind})
	x.names.add(name)
}

// addWithID adds a name and the source's own id.
func (x *Index) addWithID(kind Kind, id int, name, own string) {
	x.add(kind, id, name)
	if name != own {
		x.entries = append(x.entries, entry{name: name, id: int32(id), kind: kind, byID: true})
		x.names.add(own)
	}
}

// before orders entries with equal scores.
func (x *Index) before(a, b int32) int {
	p, q := &x.names.places[x.nameOf(a)], &x.names.places[x.nameOf(b)]
	return cmp.Or(sortorder.NaturalCompare(x.names.string(p), x.names.string(q)), cmp.Compare(x.entries[a].kind, x.entries[b].kind), cmp.Compare(a, b))
}

// nameOf returns the entry with the name of an entry's thing: the entry before
// it, if it is an id.
func (x *Index) nameOf(i int32) int32 {
	if x.entries[i].byID {
		return i - 1
	}
	return i
}
