package threaddump

import (
	"fmt"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// events returns the trace of all dumps.
func (d *dumps) events() []tracefeed.Event { return moments(d.shown()).events() }

// shown returns the dumps that are moments of the trace. A dump of one thread is a stack
// trace that a program printed, if others have more.
func (d *dumps) shown() []*dump {
	many := func(x *dump) bool { return len(x.ids) > 1 }
	if !slices.ContainsFunc(d.list, many) {
		return d.list
	}
	return slices.DeleteFunc(slices.Clone(d.list), func(x *dump) bool { return !many(x) })
}

// leftOut returns the threads that could not be read.
func (d *dumps) leftOut() tracefeed.Unread {
	l := tracefeed.Unread{}
	for _, x := range d.list {
		l.Count += int64(x.left())
		l.Of += int64(len(x.ids) + x.left() - x.partial)
	}
	more := int64(d.next.left() + d.others)
	if l.Count += more; l.Count == 0 {
		return tracefeed.Unread{}
	}
	l.Of += more
	return l
}

// remarks tells the user how the text was read: that it has several dumps, and what is not
// in them.
func (d *dumps) remarks() string {
	var notes []string
	shown := d.shown()
	if len(shown) > 1 {
		notes = append(notes, fmt.Sprintf("%d dumps are moments of one trace, the last near line %d; between them states are unknown",
			len(shown), shown[len(shown)-1].line))
	}
	if n := len(d.list) - len(shown); n > 0 {
		notes = append(notes, fmt.Sprintf("%d stack traces of one thread are left out", n))
	}
	if d.virtual {
		notes = append(notes, "virtual threads are in such a dump only while they run")
	}
	return strings.Join(append(notes, d.notes...), "; ")
}
