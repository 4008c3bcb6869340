package slicefeed

import (
	"cmp"
	"math"
	"slices"

	"tiv/internal/radix"
)

// ordered is the records of a log in order of time.
type ordered struct {
	log   *Log
	order []radix.Item // nil if the records of the log are in order
}

// sort puts the records in order of time. Flows come before other records of a time:
// they end waits that the others end, too.
func (o *ordered) sort() {
	if o.log.sorted {
		return
	}
	items, buffer := make([]radix.Item, o.log.n), make([]radix.Item, o.log.n)
	for i := range items {
		r := o.log.record(int32(i))
		key := uint64(r.At-o.log.first) << 1
		if r.Kind != Flow {
			key |= 1
		}
		items[i] = radix.Item{Key: key, At: int32(i)}
	}
	o.order = radix.Sort(items, buffer)
}

// index returns the index of record i in order of time.
func (o *ordered) index(i int) int32 {
	if o.order != nil {
		return o.order[i].At
	}
	return int32(i)
}

// at returns record i in order of time.
func (o *ordered) at(i int) *Record { return o.log.record(o.index(i)) }

// nest puts slices that begin at one time in the order in which they are nested: the
// longer ones first, and equal ones in the order of the source.
func (o *ordered) nest() {
	var group []int // positions of slices of one time
	for i := range o.log.n {
		r := o.at(i)
		if r.Kind != Slice && r.Kind != Begin {
			continue
		}
		if len(group) > 0 && o.at(group[0]).At != r.At {
			o.nestGroup(group)
			group = group[:0]
		}
		group = append(group, i)
	}
	o.nestGroup(group)
}

func (o *ordered) nestGroup(group []int) {
	if len(group) < 2 {
		return
	}
	longerFirst := func(a, b int32) int { return cmp.Compare(o.length(b), o.length(a)) }
	records := make([]int32, len(group))
	for i, at := range group {
		records[i] = o.index(at)
	}
	if slices.IsSortedFunc(records, longerFirst) {
		return
	}
	slices.SortStableFunc(records, longerFirst)
	if o.order == nil {
		o.order = make([]radix.Item, o.log.n)
		for i := range o.order {
			o.order[i].At = int32(i)
		}
	}
	for i, at := range group {
		o.order[at].At = records[i]
	}
}

// length returns the length of a slice: the greatest for one without an end.
func (o *ordered) length(at int32) int64 {
	if r := o.log.record(at); r.Kind == Slice {
		return r.Value
	}
	return math.MaxInt64
}
