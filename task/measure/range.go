package measure

import (
	"fmt"
	"sort"
	"strconv"

	"tiv/task"
	"tiv/tracefeed"
)

// Amount is a number of a measure, of nanoseconds for one of time.
type Amount int64

// Range is a part of a plot of tasks.
type Range struct {
	// From and To are the ends of an interval. A To of 0 is the end of the trace.
	From, To tracefeed.Time
	// Least is the least number of a measure, Below a greater one than all; a Below of 0 is no limit.
	Least, Below Amount
	// Type is that of the tasks; "" for all.
	Type string
	// Begun leaves out tasks that begin before the interval.
	Begun bool
}

// Tasks returns the tasks of an index in a range of a measure, in order. Those that overlap an interval
// are in it, and those that begin in it; the end of an interval is outside, unless it is that of
// the trace.
func (r Range) Tasks(x *task.Index, m *Measure) (list []task.ID) {
	first := 0
	if r.Begun {
		first = sort.Search(len(x.Tasks), func(i int) bool { return x.Tasks[i].Start >= r.From })
	}
	limited := r.Least > 0 || r.Below != 0
	for i := first; i < len(x.Tasks); i++ {
		t := &x.Tasks[i]
		if r.To > 0 && t.Start >= r.To {
			break
		}
		in := t.Start >= r.From || !r.Begun && t.End > r.From
		if !in || r.Type != "" && r.Type != t.Type {
			continue
		}
		if limited {
			if n := m.Of(t); n < int64(r.Least) || r.Below != 0 && n >= int64(r.Below) {
				continue
			}
		}
		list = append(list, t.ID())
	}
	return list
}

// String returns the amount as ParseAmount reads it.
func (a Amount) String() string { return strconv.FormatInt(int64(a), 10) }

// ParseAmount reads a number, or a time: "37", "2.5ms".
func ParseAmount(s string) (Amount, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && n >= 0 {
		return Amount(n), nil
	}
	if t, err := tracefeed.ParseTime(s); err == nil {
		return Amount(t), nil
	}
	return 0, fmt.Errorf("%q is no amount: want a number that is not below 0, or a time", s)
}
