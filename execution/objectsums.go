package execution

import (
	"cmp"
	"maps"
	"slices"

	"tiv/block"
	"tiv/tracefeed"
)

// spentTime is time of a thread, by state, and its part in each set of the query.
type spentTime struct {
	states tracefeed.StateTimes
	in     []tracefeed.Time
}

func (t *spentTime) add(c *threadCode, p piece) {
	t.states[p.state] += c.counted(p)
	t.in = addSets(t.in, c.sets, p.start, p.end)
}

func (t *spentTime) clone() spentTime { return spentTime{t.states, slices.Clone(t.in)} }

// since returns the time that was spent after an earlier sum.
func (t *spentTime) since(before *spentTime) spentTime {
	d := t.clone()
	d.states = since(d.states, before.states)
	for i, b := range before.in {
		d.in[i] -= b
	}
	return d
}

// callStart is what a thread had at the start of a call.
type callStart struct {
	// spent is the time of the thread that was added.
	spent spentTime
	// self is the time of the call's node.
	self tracefeed.StateTimes
}

// since returns the difference of two sums.
func since(now, before tracefeed.StateTimes) tracefeed.StateTimes {
	for state := range now {
		now[state] -= before[state]
	}
	return now
}

// objectSums adds up calls by object.
type objectSums struct {
	*Origins
	walk   *treeWalk
	within Tree // its interval
	lives  *lives
	of     map[objectKey]*Object
	most   int       // the largest number of objects
	lost   int64     // objects without calls that are too many
	types  []*string // by function
	calls  int64
}

// ended adds a call of a thread that has ended, while the calls around it are open.
func (s *objectSums) ended(c *threadCode, number int64, call *TreeCall) {
	s.calls++
	key, known := s.lives.find(number, call.Start)
	if !known {
		return
	}
	o := s.object(key, s.typeOf(call.Function))
	if o == nil {
		return
	}
	o.Calls++
	o.Self.Add(since(c.tree.nodes[c.path[call.Depth]].Self, c.begun[call.Depth].self))
	if !slices.ContainsFunc(c.calls.Calls[:call.Depth], func(outer block.OpenCall) bool { return s.isOn(&outer, key) }) {
		total := c.spent.since(&c.begun[call.Depth].spent)
		o.Cumulative.Add(total.states)
		o.In = addTimes(o.In, total.in)
	}
	longest := *call
	longest.Function = 0
	s.within.prefer(&o.Longest, &longest)
}

// isOn reports whether a call is on an object.
func (s *objectSums) isOn(c *block.OpenCall, key objectKey) bool {
	if c.Object != key.number {
		return false
	}
	found, _ := s.lives.find(c.Object, c.Start)
	return found == key
}

// object returns the sum of an object, on which a function of a type was called; nil if there
// are too many.
func (s *objectSums) object(key objectKey, typ string) *Object {
	o := s.of[key]
	if o == nil {
		if len(s.of) >= s.most {
			return nil
		}
		o = &Object{Life: s.lives.life(key)}
		if s.of[key] = o; o.Type == "" {
			o.Type = typ
		}
	}
	if o.Type != typ && (!key.listed || s.lives.list[key.at].Type == "") {
		o.Type = ""
	}
	return o
}

// addUncalled adds the objects without calls that threads of a query allocated.
func (s *objectSums) addUncalled(q *Query) {
	for i := range s.lives.list {
		o, key := &s.lives.list[i], objectKey{s.lives.list[i].Number, i, true}
		if !o.Allocated || !q.includes(o.Thread) || !q.overlaps(s.walk.tl, o.Start, o.End) || s.of[key] != nil ||
			q.Within != nil && !q.Within.Has(o) {
			continue
		}
		if len(s.of) >= s.most {
			s.lost++
			continue
		}
		s.of[key] = &Object{Life: *o}
	}
}

// limit limits an object with calls to the sets that admit it. It reports whether one in the
// only part that counts is left.
func (q *Query) limit(o *Object) bool {
	for i, set := range q.Sets {
		if o.In != nil && !set.Admits(&o.Life) {
			o.In[i] = 0
		}
	}
	return q.Within == nil || q.Within.Admits(&o.Life)
}

// compareKeys orders objects by number, then by start.
func compareKeys(a, b objectKey) int {
	before := func(k objectKey) int { // an object that is not in the list is before its place
		if k.listed {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.at, b.at), before(a)-before(b))
}

// merge adds the calls of other threads.
func (s *objectSums) merge(other *objectSums) {
	s.calls += other.calls
	s.walk.counts.Deep += other.walk.counts.Deep
	s.walk.counts.Unbalanced += other.walk.counts.Unbalanced
	for _, key := range slices.SortedFunc(maps.Keys(other.of), compareKeys) {
		from := other.of[key]
		if o := s.object(key, from.Type); o != nil {
			o.Calls += from.Calls
			o.Self.Add(from.Self)
			o.Cumulative.Add(from.Cumulative)
			o.In = addTimes(o.In, from.In)
			s.within.prefer(&o.Longest, &from.Longest)
		}
	}
}

// typeOf returns the type of a function.
func (s *objectSums) typeOf(function int32) string {
	for len(s.types) <= int(function) {
		s.types = append(s.types, nil)
	}
	if s.types[function] == nil {
		typ := s.Of(s.walk.functions.names[function]).Type
		s.types[function] = &typ
	}
	return *s.types[function]
}
