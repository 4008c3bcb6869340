package slicefeed

import (
	"math"

	"tiv/tracefeed"
)

// pairing finds the ends of slices that begin and end with records of their own. It runs
// before the slices are played, so a slice that overlaps the end of another one is known
// when it begins:
//
//  1. An End belongs to the innermost open Begin of its name. Both become one Slice.
//  2. A later Begin within that one ends with it, without an exit of its own, if its own End
//     does not follow before the next Begin, or the End of a slice around both. Ends and
//     begins of one time are in any order.
//  3. An End without a Begin is that of a slice from before the trace if no slice of the
//     thread is open. Otherwise it is left out.
//  4. A Begin without an End ends at once if an End without a Begin has its name and time.
//
// Region and RegionEnd are paired likewise, without rule 2: they need not be nested.
type pairing struct {
	p     *player
	lanes []openSlices // by thread
	// alone are the Ends without a Begin, as indexes of records; left counts those that are
	// left out.
	alone map[endKey]int32
	left  int64
	// tasks are the open tasks of each key, as indexes of records, the last to begin last.
	tasks    map[int64][]int32
	started  int64 // number of tasks
	blocking blocking
}

// openSlices are the open slices of a thread, as indexes of records, the innermost last.
type openSlices struct {
	calls, regions []int32
	// until is the latest end of a Slice so far, after the first record.
	until int64
	// Of the calls from index due on, those from before dueAt end then, by rule 2.
	due   int
	dueAt int64
	// cut counts the slices of a name that were ended by rule 2.
	cut map[tracefeed.NameID]int
}

type endKey struct {
	thread Thread
	at     int64
	name   tracefeed.NameID
}

// The codes of a Slice. Sources use the first two.
const (
	// AsCall: the slice is a call, if it does not overlap another one.
	AsCall = iota
	// AsRegion: the slice is a region, so it need not be nested.
	AsRegion
	// cutShort: the slice ends with the one around it.
	cutShort
)

// noneDue is an index beyond all calls.
const noneDue = math.MaxInt

// deepest bounds the search for a slice, for a file without ends.
const deepest = 1024

// pair pairs all records.
func (p *player) pair() {
	x := pairing{p: p, lanes: make([]openSlices, len(p.lanes)), alone: map[endKey]int32{}, tasks: map[int64][]int32{}}
	x.forget(0)
	for i := range p.log.n {
		x.add(p.records.index(i))
	}
	for i := range x.lanes {
		x.settle(&x.lanes[i], math.MaxInt64)
		for _, at := range x.lanes[i].calls {
			x.endAtOnce(p.log.record(at))
		}
	}
	p.log.SkipMany("unmatched slice end", x.left)
}

// add adds a record, in order of time.
func (x *pairing) add(at int32) {
	r := x.p.log.record(at)
	o := &x.lanes[r.Thread]
	switch r.Kind {
	case Slice:
		o.until = max(o.until, r.At+r.Value-x.p.log.first)
	case Begin:
		x.settle(o, r.At)
		o.calls = append(o.calls, at)
	case Region:
		o.regions = append(o.regions, at)
	case End:
		if !x.end(o, r) {
			x.endAlone(o, r, at)
		}
	case RegionEnd:
		x.endRegion(o, r)
	case TaskBegin:
		x.beginTask(r, at)
	case TaskEnd:
		x.endTask(r)
	case Switch:
		if x.p.log.explained {
			x.blocking.add(r, at)
		}
	case Blocked:
		x.blocking.explain(x.p.log, r)
	case Lost:
		x.forget(r.Thread)
	}
}

// end ends the slice of an End. It returns false if there is none.
func (x *pairing) end(o *openSlices, r *Record) bool {
	for i := len(o.calls) - 1; i >= max(0, len(o.calls)-deepest); i-- {
		b := x.p.log.record(o.calls[i])
		if r.Name != tracefeed.NoName && b.Name != tracefeed.NoName && b.Name != r.Name {
			continue
		}
		if i < o.due {
			x.settle(o, r.At)
		}
		o.calls = append(o.calls[:i], o.calls[i+1:]...)
		for i < len(o.calls) && x.p.log.record(o.calls[i]).At == b.At {
			i++ // it may be around the slice that ends
		}
		if i < len(o.calls) && i < o.due {
			o.due, o.dueAt = i, r.At
		}
		join(b, r, AsCall)
		return true
	}
	return false
}

// settle ends the slices that are due before a time, by rule 2.
func (x *pairing) settle(o *openSlices, now int64) {
	if o.due == noneDue || now <= o.dueAt {
		return
	}
	first := min(o.due, len(o.calls))
	kept := o.calls[:first]
	for _, at := range o.calls[first:] {
		if c := x.p.log.record(at); c.At == o.dueAt {
			kept = append(kept, at)
		} else if !x.endAtOnce(c) {
			c.Kind, c.Code, c.Value = Slice, cutShort, o.dueAt-c.At
			o.count(c.Name)
		}
	}
	o.calls, o.due = kept, noneDue
}

// count counts a slice that was ended by rule 2.
func (o *openSlices) count(name tracefeed.NameID) {
	if o.cut == nil {
		o.cut = map[tracefeed.NameID]int{}
	}
	o.cut[name]++
}

// endAlone keeps an End without a Begin if it is that of a slice from before the trace.
func (x *pairing) endAlone(o *openSlices, r *Record, at int32) {
	x.alone[endKey{r.Thread, r.At, r.Name}] = at
	cut := o.cut[r.Name] > 0
	if !cut && len(o.calls) == 0 && o.until <= r.At-x.p.log.first {
		return
	}
	if cut {
		o.cut[r.Name]--
	}
	x.left++
	*r = Record{Kind: Moment, At: r.At}
}

// endAtOnce ends a Begin by rule 4. It returns false if there is no such End.
func (x *pairing) endAtOnce(b *Record) bool {
	key := endKey{b.Thread, b.At, b.Name}
	at, ok := x.alone[key]
	if !ok {
		return false
	}
	delete(x.alone, key)
	r := x.p.log.record(at)
	if r.Kind == Moment {
		x.left--
	}
	join(b, r, AsCall)
	return true
}

// endRegion ends the innermost region with the name and key of a RegionEnd.
func (x *pairing) endRegion(o *openSlices, r *Record) {
	for i := len(o.regions) - 1; i >= max(0, len(o.regions)-deepest); i-- {
		if b := x.p.log.record(o.regions[i]); b.Value == r.Value && (r.Name == tracefeed.NoName || b.Name == r.Name) {
			o.regions = append(o.regions[:i], o.regions[i+1:]...)
			join(b, r, AsRegion)
			return
		}
	}
}

// join makes one slice of a begin and an end.
func join(b, r *Record, code uint8) {
	b.Kind, b.Code, b.Value = Slice, code, r.At-b.At
	*r = Record{Kind: Moment, At: r.At}
}

// forget forgets the open slices of a thread, or of all, which lost records.
func (x *pairing) forget(t Thread) {
	lost := x.lanes
	if t != 0 {
		lost = lost[t : t+1]
	} else {
		x.blocking = newBlocking()
	}
	for i := range lost {
		lost[i] = openSlices{due: noneDue}
	}
}
