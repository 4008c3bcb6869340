package slice

import (
	"slices"

	"tiv/tracefeed"
)

// Attribute is a number that elements of a kind have, by the word for it in conditions.
type Attribute string

// The attributes that are no times in states.
const (
	Duration Attribute = "duration"
	Start    Attribute = "start"
	Depth    Attribute = "depth"
	// Size, Age and Birth are those of allocated objects.
	Size  Attribute = "size"
	Age   Attribute = "age"
	Birth Attribute = "birth"
)

// attribute is a row of the table of attributes.
type attribute struct {
	name Attribute
	// of are the kinds of elements that have it.
	of []Kind
	// help is its meaning, in a line.
	help string
	// isNumber: the values are numbers; those of others are nanoseconds.
	isNumber bool
	// states are those for which computation.sums must be there.
	states []tracefeed.State
	value  func(c *computation, e *element) int64
}

// element is an element with an attribute.
type element struct {
	thread     tracefeed.ThreadID
	start, end tracefeed.Time
	depth      int
	size       int64 // of an object
}

// attributes is the table, in the order of listing.
var attributes = append([]attribute{
	{name: Duration, of: []Kind{Calls, Spans, Threads, Regions, Tasks}, help: "how long it lasts",
		value: func(_ *computation, e *element) int64 { return int64(e.end - e.start) }},
	{name: Start, of: []Kind{Calls, Spans, Threads, Regions, Tasks}, help: "the time at which it begins, since the start of the trace",
		value: func(_ *computation, e *element) int64 { return int64(e.start) }},
	{name: Depth, of: []Kind{Calls, Tasks}, help: "the number of calls, or tasks, around it, as far as they are known", isNumber: true,
		value: func(_ *computation, e *element) int64 { return int64(e.depth) }},
	{name: Size, of: []Kind{Objects}, help: "the bytes of its allocation", isNumber: true,
		value: func(_ *computation, e *element) int64 { return e.size }},
	{name: Age, of: []Kind{Objects}, help: "the time from its birth to its death, or to the end of the trace",
		value: func(_ *computation, e *element) int64 { return int64(e.end - e.start) }},
	{name: Birth, of: []Kind{Objects}, help: "the time of its allocation",
		value: func(_ *computation, e *element) int64 { return int64(e.start) }},
}, stateAttributes()...)

// stateAttributes are the times in each state.
func stateAttributes() (list []attribute) {
	for _, s := range timedStates {
		list = append(list, attribute{name: Attribute(s.String()), of: []Kind{Calls, Threads, Regions},
			help: "the time in it in which its thread was " + stateHelp[s], states: []tracefeed.State{s},
			value: func(c *computation, e *element) int64 { return int64(c.sums[s].time(e.thread, e.start, e.end)) }})
	}
	return list
}

// find returns the row of an attribute; nil if it is unknown.
func (a Attribute) find() *attribute {
	if i := slices.IndexFunc(attributes, func(x attribute) bool { return x.name == a }); i >= 0 {
		return &attributes[i]
	}
	return nil
}

// Attributes returns those by which elements of a kind can be divided.
func (k Kind) Attributes() (list []Attribute) {
	for i := range attributes {
		if a := &attributes[i]; slices.Contains(a.of, k) {
			list = append(list, a.name)
		}
	}
	return list
}

// AllAttributes returns the attributes of all kinds.
func AllAttributes() (list []Attribute) {
	for i := range attributes {
		list = append(list, attributes[i].name)
	}
	return list
}

// Help returns the meaning of an attribute, in a line.
func (a Attribute) Help() string {
	if x := a.find(); x != nil {
		return x.help
	}
	return ""
}

// IsTime reports whether the values are nanoseconds; those of others are numbers.
func (a Attribute) IsTime() bool {
	x := a.find()
	return x != nil && !x.isNumber
}
