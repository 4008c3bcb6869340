package threaddump

import (
	"cmp"
	"errors"
	"fmt"
)

// dumps collects the dumps of one kind in one text.
type dumps struct {
	names   *names
	line    int  // that is read
	first   int  // of the thread that is read
	short   int  // the first line of the last thread that lacks text
	cited   bool // the line is in a quotation or a comment
	current *dump
	list    []*dump // those that are complete
	// next are the counts of a dump without a thread so far, at its time.
	next counts
	at   int64
	// threads is the number of threads in all dumps.
	threads int
	full    error // the limit that ends the reading
	virtual bool  // some threads are in a dump only while they run
	notes   []string
	// others is the number of threads of other programs in the text.
	others int
}

// counts are the numbers of threads in a dump.
type counts struct {
	// unreadable is the number of threads that could not be read, partial that of those that
	// were read without their stacks.
	unreadable, partial int
	// announced is the number of threads that the dump says it has, numbered the number of
	// those read that it counts.
	announced, numbered int
	// deadlocks are the lines in which the dump says that it has a deadlock.
	deadlocks []int
}

var (
	errCut  = errors.New("the text ends within a line of a dump")
	errFull = fmt.Errorf("more than %d threads", maxThreads)
)

// dump returns the current dump. It begins one if there is none.
func (d *dumps) dump() *dump {
	if d.current == nil {
		d.current = newDump(d.names, cmp.Or(d.first, d.line))
		d.current.counts, d.current.at = d.next, d.at
		d.next, d.at = counts{}, 0
	}
	return d.current
}

// counts returns the counts of the current dump.
func (d *dumps) counts() *counts {
	if d.current != nil {
		return &d.current.counts
	}
	return &d.next
}

// unread counts a thread that cannot be read.
func (d *dumps) unread() { d.counts().unreadable++ }

// has reports whether the current dump has a thread.
func (d *dumps) has(id string) bool {
	if d.current == nil {
		return false
	}
	_, ok := d.current.ids[id]
	return ok
}

// add adds a thread to the current dump, or to a new one if that has the thread
// already.
func (d *dumps) add(th *thread) {
	if d.has(th.ID) {
		d.finish()
	}
	if d.threads == maxThreads {
		d.full = errFull
		return
	}
	d.threads++
	d.dump().add(th)
}

// finish ends the current dump, if there is one.
func (d *dumps) finish() {
	if d.current != nil {
		d.current.findEndless()
		d.list, d.current = append(d.list, d.current), nil
	}
}

// left returns the number of threads of the dump that were not read.
func (c *counts) left() int { return max(c.unreadable+c.partial, c.announced-c.numbered) }
