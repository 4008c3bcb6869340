package execution

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Life is the life of an object at an address, which others can have before and after it.
type Life struct {
	// Number is the address or number of the object.
	Number int64
	// Type is the type of the object; empty if it is not known, or not one.
	Type string
	// Allocated says that the trace has the allocation. Otherwise the object began at Start
	// or later, and Size, Thread and Function are not known.
	Allocated bool
	Size      int64 // bytes
	// Thread allocated the object, in Function; that is empty if it is not known.
	Thread   tracefeed.ThreadID
	Function string
	// Start is the time of the allocation, End that at which the object ended at the latest.
	Start, End tracefeed.Time
	Ending     Ending
	// Nth is the number of allocations before it at the same address and time.
	Nth int32
}

// LifeID identifies an object of a trace.
type LifeID struct {
	number    int64
	start     tracefeed.Time
	nth       int32
	allocated bool
}

// ID returns the identity of the object.
func (l *Life) ID() LifeID { return LifeID{l.Number, l.Start, l.Nth, l.Allocated} }

// Ending says how the end of an object is known.
type Ending uint8

// The endings.
const (
	// Open: the trace has no end of the object.
	Open Ending = iota
	// Freed: it was released at End.
	Freed
	// Reused: at End another object was allocated at its address.
	Reused
)

func (e Ending) String() string { return [...]string{"open", "freed", "reused"}[e] }

// lives are the lives of the objects that the trace allocates or releases.
type lives struct {
	list []Life // by Number, then by Start
	// end is the end of the trace.
	end tracefeed.Time
	// full is the time from which further objects are not in the list; lost is their number.
	full tracefeed.Time
	lost int64
	// samples is the number of allocations without an object.
	samples int64
}

// readLives returns the lives of all objects of the trace, at most a number. One processor
// reads the pages with allocations. Once ctx is done, the result is incomplete.
func readLives(ctx context.Context, tl *timeline.Timeline, most int) *lives {
	l, latest := &lives{end: tl.End, full: math.MaxInt64}, map[int64]int{}
	eachAllocation(ctx, tl, 0, tl.End, func(a *allocation) { l.add(tl, a, latest, most) })
	slices.SortStableFunc(l.list, func(a, b Life) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Start, b.Start))
	})
	return l
}

// add adds an allocation or release. latest has the index of the latest object at each
// address.
func (l *lives) add(tl *timeline.Timeline, a *allocation, latest map[int64]int, most int) {
	if a.Object == 0 {
		if a.Kind == tracefeed.Alloc {
			l.samples++
		}
		return
	}
	next := Life{Number: a.Object, End: l.end}
	if i, ok := latest[a.Object]; ok {
		last := &l.list[i]
		if last.Ending == Open {
			if last.End, last.Ending = a.Time, Reused; a.Kind == tracefeed.Free {
				last.Ending = Freed
				return
			}
		}
		next.Start = last.End
	}
	if a.Kind == tracefeed.Free {
		if next.End, next.Ending = a.Time, Freed; next.Start == next.End {
			return
		}
	} else {
		next.Allocated, next.Start, next.Size, next.Thread, next.Nth = true, a.Time, a.Value, a.Thread, a.nth
		next.Type, next.Function = tl.Names[a.Name], a.function
	}
	if len(l.list) == most {
		l.lost, l.full = l.lost+1, min(l.full, a.Time)
		return
	}
	latest[a.Object] = len(l.list)
	l.list = append(l.list, next)
}

// objectKey identifies an object: by its place in the list of lives, or by the place that
// it would have.
type objectKey struct {
	number int64
	at     int
	listed bool
}

// find returns the object at an address at a time; ok is false if it is not known. At one
// time, an allocation comes first and a release last.
func (l *lives) find(number int64, at tracefeed.Time) (key objectKey, ok bool) {
	if len(l.list) == 0 {
		return objectKey{number: number}, number != 0
	}
	next := after(l.list, func(o *Life) *Life { return o }, number, at)
	if i := objectAt(l.list, func(o *Life) *Life { return o }, next, number, at); i >= 0 {
		return objectKey{number, i, true}, true
	}
	return objectKey{number, next, false}, number != 0 && at <= l.full
}

// life returns the life of an object.
func (l *lives) life(key objectKey) Life {
	if key.listed {
		return l.list[key.at]
	}
	o := Life{Number: key.number, End: min(l.end, l.full)}
	if i := key.at - 1; i >= 0 && i < len(l.list) && l.list[i].Number == key.number {
		o.Start = l.list[i].End
	}
	if i := key.at; i < len(l.list) && l.list[i].Number == key.number {
		if o.End = l.list[i].Start; l.list[i].Allocated {
			o.Ending = Reused
		}
	}
	return o
}

// after returns the index of the first object of a list that is later than any at an
// address at a time.
func after[O any](list []O, life func(*O) *Life, number int64, at tracefeed.Time) int {
	return sort.Search(len(list), func(i int) bool {
		o := life(&list[i])
		return o.Number > number || o.Number == number && o.Start > at
	})
}

// objectAt returns the index of the object at an address at a time, -1 if the list has none;
// next is that of after.
func objectAt[O any](list []O, life func(*O) *Life, next int, number int64, at tracefeed.Time) int {
	found := -1
	for i := next - 1; i >= 0; i-- {
		o := life(&list[i])
		if o.Number != number || o.End < at {
			break
		}
		if found = i; o.Allocated {
			break
		}
	}
	return found
}
