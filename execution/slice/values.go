package slice

import "slices"

// valueList keeps every nth of some values, so that there are at most as many as there is
// room for.
type valueList struct {
	list       []int64
	least, top int64
	room       int
	every      int // n, a power of two
	seen       int
	err        error // of finding the values
}

func newValueList(room int) *valueList { return &valueList{room: room, every: 1} }

func (v *valueList) add(x int64) {
	if v.seen == 0 {
		v.least, v.top = x, x
	}
	v.least, v.top = min(v.least, x), max(v.top, x)
	if v.seen%v.every == 0 {
		v.list = append(v.list, x)
		v.thin(v.every)
	}
	v.seen++
}

// thin keeps every nth value or fewer.
func (v *valueList) thin(every int) {
	for v.every < every || len(v.list) > v.room {
		for i := 0; 2*i < len(v.list); i++ {
			v.list[i] = v.list[2*i]
		}
		v.list, v.every = v.list[:(len(v.list)+1)/2], 2*v.every
	}
}

// merge adds the values of another list, with the same weight. It may change the other.
func (v *valueList) merge(other *valueList) {
	if v.err == nil {
		v.err = other.err
	}
	switch {
	case other.seen == 0:
		return
	case v.seen == 0:
		v.least, v.top = other.least, other.top
	}
	v.least, v.top, v.seen = min(v.least, other.least), max(v.top, other.top), v.seen+other.seen
	v.thin(other.every)
	other.thin(v.every)
	v.list = append(v.list, other.list...)
	v.thin(v.every)
}

// sorted returns the values, with the smallest and the largest one.
func (v *valueList) sorted() []int64 {
	if v.every > 1 {
		v.list = append(v.list, v.least, v.top)
	}
	slices.Sort(v.list)
	return v.list
}
