package timeline

import "tiv/tracefeed"

// lifeTable is the lives of all threads, by id. It is a table in parts: a copy
// shares all parts with the original, and a part is copied before it is changed.
type lifeTable struct {
	parts []*[lifePart]life
	len   int
	// changed is, by part, the number of copies that had been made when the part
	// was last copied; copies is their number now.
	changed []int
	copies  int
}

// lifePart is the number of lives in a part.
const lifePart = 64

// at returns the life of a thread. The caller must not change it.
func (l *lifeTable) at(t tracefeed.ThreadID) *life { return &l.parts[t/lifePart][t%lifePart] }

// change returns the life of a thread, to be changed.
func (l *lifeTable) change(t tracefeed.ThreadID) *life {
	i := t / lifePart
	if l.changed[i] < l.copies {
		part := *l.parts[i]
		l.parts[i], l.changed[i] = &part, l.copies
	}
	return &l.parts[i][t%lifePart]
}

// append appends a life.
func (l *lifeTable) append(x life) {
	if l.len%lifePart == 0 {
		l.parts = append(l.parts, new([lifePart]life))
		l.changed = append(l.changed, l.copies)
	}
	l.len++
	*l.change(tracefeed.ThreadID(l.len - 1)) = x
}

// snapshot returns a copy that does not change with l and must not be changed.
// Its cost is a 64th of the number of threads, and that of copying each part when
// it is next changed.
func (l *lifeTable) snapshot() lifeTable {
	l.copies++
	return lifeTable{parts: append([]*[lifePart]life(nil), l.parts...), len: l.len}
}

// alive returns the threads that may be alive at a time, by id.
func (l *lifeTable) alive(t tracefeed.Time) (list []tracefeed.ThreadID) {
	for id := range l.len {
		if x := l.at(tracefeed.ThreadID(id)); id > 0 && x.born <= t && t < x.died && x.first < forever {
			list = append(list, tracefeed.ThreadID(id))
		}
	}
	return list
}
