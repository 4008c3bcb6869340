package slice

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// maxValues is the largest number of values that Measure returns.
const maxValues = 1 << 20

// Values are the values of an attribute of elements.
type Values struct {
	// List is sorted. Of many elements it has a part, chosen evenly, and always the
	// smallest and the largest value.
	List []int64
	// Elements is the number of elements.
	Elements int
}

// Measure returns the values of an attribute of the elements that fit a definition, and of
// which some is within its bounds in time. The word slice is about the slices in front, which
// may be nil. The cost grows with the events of the trace. Once ctx is done, it returns its
// error.
func Measure(ctx context.Context, in Input, front *Slices, d Definition, by Attribute) (Values, error) {
	if d.Name == "" {
		d.Name = "elements"
	}
	if err := d.Check(); err != nil {
		return Values{}, err
	}
	if !slices.Contains(d.Of.Attributes(), by) {
		return Values{}, fmt.Errorf("%v have no %s", d.Of, by)
	}
	c, a := computation{ctx: ctx, in: in, s: &Slices{}}, by.find()
	if front != nil {
		c.s, c.front = front, front.until(len(front.Sets))
	}
	if err := c.sumUp(append(statesIn(&d), a.states...)); err != nil {
		return Values{}, err
	}
	v := c.measure(&d, a)
	return Values{v.sorted(), v.seen}, cmp.Or(v.err, ctx.Err())
}

// measure returns the values of an attribute of the elements of a definition.
func (c *computation) measure(d *Definition, a *attribute) *valueList {
	read := func(part execution.Query) *valueList {
		v := newValueList(maxValues)
		v.err = c.elements(part, d, func(e *element) {
			if d.meets(e.start, e.end) {
				v.add(a.value(c, e))
			}
		})
		return v
	}
	all := execution.All(c.in.Timeline)
	if d.Of == Objects || d.Of == Tasks { // these belong to no thread
		return read(all)
	}
	parts := execution.Shared(c.ctx, c.in.Timeline, all, read)
	v := parts[0]
	for _, other := range parts[1:] {
		v.merge(other)
	}
	return v
}

// meets reports whether an interval is within the bounds in time, or some of it.
func (d *Definition) meets(start, end tracefeed.Time) bool {
	return (end > d.From || start >= d.From) && (d.To == 0 || start < d.To)
}

// elements calls f for each element of some threads that fits a definition. The element is
// valid until f returns.
func (c *computation) elements(part execution.Query, d *Definition, f func(*element)) error {
	tl := c.in.Timeline
	var at element // one for all, because it escapes
	switch d.Of {
	case Calls:
		x := c.callCondition(d)
		execution.EachTreeCall(c.ctx, tl, part, func(call *execution.TreeCall) {
			if x.fits(call) {
				at = element{thread: call.Thread, start: call.Start, end: call.End, depth: call.Depth}
				f(&at)
			}
		})
		return x.err
	case Spans:
		x, e := c.spanCondition(d), span{}
		tl.EachSpan(c.ctx, part.Of, part.From, part.To, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
			if e = (span{s, t, end}); s.State != tracefeed.NotAlive && x.fits(&e) {
				at = element{thread: t, start: s.Start, end: end}
				f(&at)
			}
		})
		return x.err
	case Threads:
		return c.threadElements(part, d, f)
	case Regions:
		x, e := c.regionCondition(d), execution.Region{}
		execution.EachRegion(c.ctx, tl, part, func(r execution.Region) {
			if e = r; x.fits(&e) {
				at = element{thread: r.Thread, start: r.Start, end: r.End}
				f(&at)
			}
		})
		return x.err
	case Objects:
		return c.objectElements(d, f)
	case Tasks:
		return c.taskElements(d, f)
	}
	return fmt.Errorf("slices of %v cannot be divided", d.Of)
}

// threadElements is elements for threads.
func (c *computation) threadElements(part execution.Query, d *Definition, f func(*element)) error {
	x := c.threadCondition(d)
	for id, mine := range part.Of {
		t := tracefeed.ThreadID(id)
		if start, end := c.in.Timeline.Lane(t).Life(); mine && x.fits(&t) {
			f(&element{thread: t, start: start, end: end})
		}
	}
	return x.err
}

// Counts returns the number of elements in each of the ranges that breaks divide values
// into; about, if the list has only a part of them.
func (v *Values) Counts(breaks []int64) (counts []int) {
	from := 0
	for i := range len(breaks) + 1 {
		to := len(v.List)
		if i < len(breaks) {
			to, _ = slices.BinarySearch(v.List, breaks[i])
		}
		counts = append(counts, v.count(from, to))
		from = max(from, to)
	}
	return counts
}

// Within returns the number of elements with values of at least from and less than to.
func (v *Values) Within(from, to int64) int {
	i, _ := slices.BinarySearch(v.List, from)
	j, _ := slices.BinarySearch(v.List, to)
	return v.count(i, j)
}

// count returns the number of elements that a part of the list is about.
func (v *Values) count(from, to int) int {
	if n := len(v.List); n < v.Elements {
		return int(float64(max(to-from, 0))/float64(n)*float64(v.Elements) + 0.5)
	}
	return max(to-from, 0)
}

// Whole reports whether the list has the values of all elements, so that counts are exact.
func (v *Values) Whole() bool { return len(v.List) >= v.Elements }
