package slice

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Attribute is a number that elements of a kind have, by the word for it in conditions.
type Attribute string

// The attributes.
const (
	Duration Attribute = "duration"
	Start    Attribute = "start"
	Depth    Attribute = "depth"
	// Size, Age and Birth are those of allocated objects.
	Size  Attribute = "size"
	Age   Attribute = "age"
	Birth Attribute = "birth"
)

// Attributes returns those by which elements of a kind can be divided.
func (k Kind) Attributes() []Attribute {
	switch k {
	case Calls:
		return []Attribute{Duration, Start, Depth}
	case Tasks:
		return []Attribute{Duration, Start, Depth}
	case Spans, Regions:
		return []Attribute{Duration, Start}
	case Objects:
		return []Attribute{Size, Age, Birth}
	}
	return nil
}

// IsTime reports whether the values are nanoseconds; those of others are numbers.
func (a Attribute) IsTime() bool { return a != Depth && a != Size }

// maxValues is the largest number of values that Values returns.
const maxValues = 1 << 20

// Values returns the values of an attribute of the elements that fit a definition, sorted.
// Of many elements it returns a part, chosen evenly, and always the smallest and the
// largest value. The word slice is about no slices. The cost grows with the events of the
// trace. Once ctx is done, it returns its error.
func Values(ctx context.Context, in Input, d Definition, a Attribute) ([]int64, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	c := computation{ctx: ctx, in: in, s: &Slices{}}
	switch d.Of { // their elements belong to no thread
	case Objects:
		v := c.objectValues(&d, a)
		return v.sorted(), cmp.Or(v.err, ctx.Err())
	case Tasks:
		v := c.taskValues(&d, a)
		return v.sorted(), cmp.Or(v.err, ctx.Err())
	}
	parts := execution.Shared(ctx, in.Timeline, execution.All(in.Timeline), func(part execution.Query) *valueList {
		v := newValueList(maxValues)
		v.err = c.values(part, &d, a, v.add)
		return v
	})
	v := parts[0]
	for _, other := range parts[1:] {
		v.merge(other)
	}
	if v.err == nil {
		v.err = ctx.Err()
	}
	return v.sorted(), v.err
}

// values calls add for each element of some threads.
func (c *computation) values(part execution.Query, d *Definition, a Attribute, add func(int64)) error {
	value := func(start, end tracefeed.Time) int64 {
		if a == Start {
			return int64(start)
		}
		return int64(end - start)
	}
	switch tl := c.in.Timeline; d.Of {
	case Calls:
		x := c.callCondition(d)
		execution.EachTreeCall(c.ctx, tl, part, func(call execution.TreeCall) {
			switch {
			case !x.fits(&call):
			case a == Depth:
				add(int64(call.Depth))
			default:
				add(value(call.Start, call.End))
			}
		})
		return x.err
	case Spans:
		x := c.spanCondition(d)
		tl.EachSpan(c.ctx, part.Of, part.From, part.To, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
			if s.State != tracefeed.NotAlive && x.fits(&span{s, t, end}) {
				add(value(s.Start, end))
			}
		})
		return x.err
	case Regions:
		x := c.regionCondition(d)
		execution.EachRegion(c.ctx, tl, part, func(r execution.Region) {
			if x.fits(&r) {
				add(value(r.Start, r.End))
			}
		})
		return x.err
	}
	return fmt.Errorf("slices of %v cannot be divided", d.Of)
}

// Division is a way to divide values into ranges.
type Division uint8

// The divisions.
const (
	// EqualWidth: the ranges are equally wide.
	EqualWidth Division = iota
	// EqualNumber: they have about equally many values.
	EqualNumber
	// Logarithmic: the ends of each have the same ratio, as far as values are above 0.
	Logarithmic
	// Natural: the values in each differ as little as possible (natural breaks: the sum of
	// squared deviations from the means of the ranges is least).
	Natural
	numDivisions
)

// Divisions returns all divisions.
func Divisions() (list []Division) {
	for d := range numDivisions {
		list = append(list, d)
	}
	return list
}

func (d Division) String() string {
	return [...]string{"equal width", "equal number", "logarithmic", "natural breaks"}[d]
}

// Breaks returns at most n-1 values that divide sorted values into ranges: each is the first
// of its range, in order, without the first of all. There are fewer if not all ranges
// would have values.
func Breaks(values []int64, by Division, n int) (breaks []int64) {
	if len(values) == 0 || n < 2 {
		return nil
	}
	low, high := values[0], values[len(values)-1]
	switch by {
	case Natural:
		breaks = naturalBreaks(values, n)
	default:
		for i := 1; i < n; i++ {
			share := float64(i) / float64(n)
			switch by {
			case EqualWidth:
				breaks = append(breaks, low+int64(share*float64(high-low)))
			case EqualNumber:
				breaks = append(breaks, values[int(share*float64(len(values)))])
			case Logarithmic:
				from := float64(max(low, 1))
				breaks = append(breaks, int64(math.Round(from*math.Pow(float64(high)/from, share))))
			}
		}
	}
	breaks = slices.DeleteFunc(breaks, func(x int64) bool { return x <= low || x > high })
	return slices.Compact(breaks)
}

// Ranges returns a slice for each range of an attribute, of the elements of a definition;
// breaks are those of Breaks, in order.
func Ranges(d Definition, a Attribute, breaks []int64) (list []Definition) {
	show := func(v int64) string {
		if a.IsTime() {
			return tracefeed.Time(v).String()
		}
		return fmt.Sprint(v)
	}
	spell := func(v int64) string {
		if a.IsTime() {
			return exact(tracefeed.Time(v))
		}
		return fmt.Sprint(v)
	}
	for i := range len(breaks) + 1 {
		x := d
		x.Colour = 0
		conditions := []string{}
		if d.Of == Objects {
			conditions = append(conditions, "allocated") // the attributes of others are not known
		}
		if d.Where != "" {
			conditions = append(conditions, d.Of.Language().Bracket(d.Where))
		}
		switch {
		case len(breaks) == 0:
		case i == 0:
			x.Name = fmt.Sprintf("%s: %s < %s", d.Name, a, show(breaks[0]))
		case i == len(breaks):
			x.Name = fmt.Sprintf("%s: %s ≥ %s", d.Name, a, show(breaks[i-1]))
		default:
			x.Name = fmt.Sprintf("%s: %s %s to %s", d.Name, a, show(breaks[i-1]), show(breaks[i]))
		}
		if i > 0 {
			conditions = append(conditions, fmt.Sprintf("%s >= %s", a, spell(breaks[i-1])))
		}
		if i < len(breaks) {
			conditions = append(conditions, fmt.Sprintf("%s < %s", a, spell(breaks[i])))
		}
		x.Where = strings.Join(conditions, " && ")
		list = append(list, x)
	}
	return list
}
