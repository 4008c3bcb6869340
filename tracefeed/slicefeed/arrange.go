package slicefeed

import (
	"cmp"
	"math"
	"slices"

	"tiv/internal/radix"
)

// sort puts the records in order of time. Flows come before other records of a time:
// they end waits that the others end, too.
func (p *player) sort() {
	if p.log.sorted {
		return
	}
	items, buffer := make([]radix.Item, p.log.n), make([]radix.Item, p.log.n)
	for i := range items {
		r := p.log.record(int32(i))
		key := uint64(r.At-p.log.first) << 1
		if r.Kind != Flow {
			key |= 1
		}
		items[i] = radix.Item{Key: key, At: int32(i)}
	}
	p.order = radix.Sort(items, buffer)
}

// index returns the index of record i in order of time.
func (p *player) index(i int) int32 {
	if p.order != nil {
		return p.order[i].At
	}
	return int32(i)
}

// at returns record i in order of time.
func (p *player) at(i int) *Record { return p.log.record(p.index(i)) }

// nest puts slices that begin at one time in the order in which they are nested: the
// longer ones first, and equal ones in the order of the source.
func (p *player) nest() {
	var group []int // positions of slices of one time
	for i := range p.log.n {
		r := p.at(i)
		if r.Kind != Slice && r.Kind != Begin {
			continue
		}
		if len(group) > 0 && p.at(group[0]).At != r.At {
			p.nestGroup(group)
			group = group[:0]
		}
		group = append(group, i)
	}
	p.nestGroup(group)
}

func (p *player) nestGroup(group []int) {
	if len(group) < 2 {
		return
	}
	longerFirst := func(a, b int32) int { return cmp.Compare(p.length(b), p.length(a)) }
	records := make([]int32, len(group))
	for i, at := range group {
		records[i] = p.index(at)
	}
	if slices.IsSortedFunc(records, longerFirst) {
		return
	}
	slices.SortStableFunc(records, longerFirst)
	if p.order == nil {
		p.order = make([]radix.Item, p.log.n)
		for i := range p.order {
			p.order[i].At = int32(i)
		}
	}
	for i, at := range group {
		p.order[at].At = records[i]
	}
}

// length returns the length of a slice: the greatest for one without an end.
func (p *player) length(at int32) int64 {
	if r := p.log.record(at); r.Kind == Slice {
		return r.Value
	}
	return math.MaxInt64
}
