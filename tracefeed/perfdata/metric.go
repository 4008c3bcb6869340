package perfdata

import (
	"fmt"
	"slices"

	"tiv/tracefeed"
)

// metric is a kind of events that samples count, without the unit that counts them.
type metric struct {
	kind   uint32
	config uint64
}

// The kinds of attributes of counters, and those configs that stand for time.
const (
	hardwareAttr = 0
	softwareAttr = 1
)

// preferred are the counters that are shown rather than others: those of time.
var preferred = []metric{{hardwareAttr, 0}, {softwareAttr, 0}, {softwareAttr, 1}}

// counterNames are the names of frequent counters.
var counterNames = map[metric]string{
	{hardwareAttr, 0}: "cycles", {hardwareAttr, 1}: "instructions", {hardwareAttr, 2}: "cache-references",
	{hardwareAttr, 3}: "cache-misses",
	{hardwareAttr, 4}: "branches", {hardwareAttr, 5}: "branch-misses", {hardwareAttr, 6}: "bus-cycles", {hardwareAttr, 9}: "ref-cycles",
	{softwareAttr, 0}: "cpu-clock", {softwareAttr, 1}: "task-clock", {softwareAttr, 2}: "page-faults",
	{softwareAttr, 3}: "context-switches",
	{softwareAttr, 4}: "cpu-migrations", {softwareAttr, 5}: "minor-faults", {softwareAttr, 6}: "major-faults", {softwareAttr, 9}: "dummy",
}

// String returns the name of a counter.
func (c metric) String() string {
	if name, ok := counterNames[c]; ok {
		return name
	}
	return fmt.Sprintf("event %d:%#x", c.kind, c.config)
}

// metric returns the counter of an attribute. Processors with two kinds of cores have an
// attribute for each, whose upper half names the kind.
func (a *attr) metric() metric {
	c := metric{a.kind, a.config}
	if a.kind == hardwareAttr {
		c.config &= 1<<32 - 1
	}
	return c
}

// shown returns the counter whose samples are shown.
func (f *file) shown() metric {
	best, rank := metric{}, len(preferred)+1
	for i := range f.attrs {
		a := &f.attrs[i]
		c := a.metric()
		r := slices.Index(preferred, c)
		if r < 0 {
			r = len(preferred)
		}
		if r < rank && a.kind != tracepointAttr && counterNames[c] != "dummy" {
			best, rank = c, r
		}
	}
	return best
}

// leave counts an event that is not shown, by its type.
func (f *Feed) leave(name string) {
	if f.left == nil {
		f.left = tracefeed.LeftOut{}
	}
	f.left[name]++
}
