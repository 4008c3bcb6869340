package tracefeed

import "fmt"

// LeftOut says that a trace lacks a part of its source. A feed reports it as a Counter of its
// Name, so that it stays with the trace in all formats.
type LeftOut struct {
	// Count is the number of things that are left out, at least, and Of the number that
	// the source has.
	Count, Of int64
	// What they are, in the plural: one of the words below.
	What string
}

// LeftOutThreads are threads of a dump that could not be read.
const LeftOutThreads = "threads"

const leftOutForm = "left out: %d of %d %s"

// Name returns the name of the counter.
func (l LeftOut) Name() string { return fmt.Sprintf(leftOutForm, l.Count, l.Of, l.What) }

// ParseLeftOut returns what a counter says that is left out; ok is false for other counters.
func ParseLeftOut(name string) (l LeftOut, ok bool) {
	n, err := fmt.Sscanf(name, leftOutForm, &l.Count, &l.Of, &l.What)
	return l, n == 3 && err == nil && l.What == LeftOutThreads && l.Name() == name
}
