package slice

import (
	"fmt"
	"strconv"
	"strings"

	"tiv/expression"
	"tiv/tracefeed"
)

// The functions below make slices of elements that a user has chosen. Their conditions fit
// these elements alone.

// OfThreads returns a slice of threads. ok is false if they are too many for a condition.
func OfThreads(threads []tracefeed.Thread) (d Definition, ok bool) {
	var ids []string
	for i := range threads {
		ids = append(ids, expression.Quote(expression.Tame(threads[i].ID)))
	}
	d = Definition{Name: fmt.Sprintf("%d threads", len(threads)), Of: Threads, Extent: Whole}
	if len(threads) == 1 {
		d.Name, d.Where = elementName(threads[0].Name), "id == "+ids[0]
	} else {
		d.Where = "id in [" + strings.Join(ids, ", ") + "]"
	}
	return d, len(threads) > 0 && d.Check() == nil
}

// ExceptThreads returns a slice of all threads but some. ok is false if they are too many
// for a condition.
func ExceptThreads(threads []tracefeed.Thread) (d Definition, ok bool) {
	d, ok = OfThreads(threads)
	d.Name, d.Where = elementName("all but "+d.Name), "!("+d.Where+")"
	return d, ok && d.Check() == nil
}

// OfFunction returns a slice of the calls of a function.
func OfFunction(name string) (d Definition, ok bool) {
	d = Definition{Name: elementName(name), Of: Calls, Where: "function == " + expression.Quote(expression.Tame(name))}
	return d, d.Check() == nil
}

// OfFunctionExcept returns a slice of the calls of a function without one of them: that of
// a thread with a name, at a depth, from a time on.
func OfFunctionExcept(name, thread string, depth int, start tracefeed.Time) (d Definition, ok bool) {
	d, _ = OfFunction(name)
	d.Name = elementName(d.Name + " but one call")
	d.Where += fmt.Sprintf(" && !(thread == %s && depth == %d && start == %s)", expression.Quote(expression.Tame(thread)),
		depth, exact(start))
	return d, d.Check() == nil
}

// OfLock returns a slice of a lock with a name for people, by its id in the trace.
func OfLock(name, id string) (d Definition, ok bool) {
	d = Definition{Name: elementName(name), Of: Locks, Where: "id == " + expression.Quote(expression.Tame(id)), Extent: WaitsAndHolds}
	return d, d.Check() == nil
}

// OfInterval returns a slice of all threads in an interval.
func OfInterval(from, to tracefeed.Time) Definition {
	return Definition{Name: fmt.Sprintf("%v to %v", from, to), Of: Threads, Extent: Whole, From: max(from, 0), To: max(to, 0)}
}

// elementName returns a name for a slice, from that of an element.
func elementName(name string) string {
	const most = 60
	if r := []rune(name); len(r) > most {
		name = "…" + string(r[len(r)-most:]) // the end of a function's name tells more
	}
	if name == "" {
		name = strconv.Quote(name)
	}
	return name
}
