package slice

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tiv/expression"
	"tiv/task"
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

// OfTasks returns a slice of tasks of an index. Its condition is on their numbers or, if they are too many,
// on what they have in common, as long as no other task has that. ok is false if there is no such condition.
func OfTasks(x *task.Index, tasks []task.ID) (d Definition, ok bool) {
	chosen, numbers := map[task.ID]bool{}, map[int64]int{}
	for _, id := range tasks {
		chosen[id] = true
		numbers[id.Number]++
	}
	shared := map[int64]bool{} // numbers of other tasks, too
	for i := range x.Tasks {
		if id := x.Tasks[i].ID(); numbers[id.Number] > 0 && !chosen[id] {
			shared[id.Number] = true
		}
	}
	d = Definition{Name: fmt.Sprintf("%d tasks", len(chosen)), Of: Tasks, Where: byNumbers(tasks, shared), Extent: Work}
	if len(chosen) == 1 {
		d.Name = fmt.Sprintf("task %d", tasks[0].Number)
	}
	if d.Check() != nil {
		d.Where = byCommon(x, chosen)
	}
	return d, len(chosen) > 0 && d.Where != "" && d.Check() == nil
}

// byNumbers returns the condition on the numbers of tasks: on runs of them, and on those alone. For
// numbers that other tasks have, too, it is on the start as well.
func byNumbers(tasks []task.ID, shared map[int64]bool) string {
	var parts, alone []string
	sorted := slices.SortedFunc(slices.Values(tasks), func(a, b task.ID) int { return cmp.Compare(a.Number, b.Number) })
	for i := 0; i < len(sorted); {
		first := sorted[i]
		if i++; shared[first.Number] {
			parts = append(parts, fmt.Sprintf("task == %d && start == %s", first.Number, exact(first.Start)))
			continue
		}
		last := first.Number
		for i < len(sorted) && sorted[i].Number <= last+1 && !shared[sorted[i].Number] {
			last = sorted[i].Number
			i++
		}
		switch {
		case last < first.Number+2:
			for n := first.Number; n <= last; n++ {
				alone = append(alone, strconv.FormatInt(n, 10))
			}
		default:
			parts = append(parts, fmt.Sprintf("task >= %d && task <= %d", first.Number, last))
		}
	}
	if alone != nil {
		parts = append(parts, "task in ["+strings.Join(alone, ", ")+"]")
	}
	return strings.Join(parts, " || ")
}

// byCommon returns the condition on the types of tasks, and on the least and greatest of their starts and
// durations; "" if it is true of others, too.
func byCommon(x *task.Index, chosen map[task.ID]bool) string {
	var start, end, least, most tracefeed.Time
	types := map[string]bool{}
	for i := range x.Tasks {
		t := &x.Tasks[i]
		if !chosen[t.ID()] {
			continue
		}
		if d := t.End - t.Start; len(types) == 0 {
			start, end, least, most = t.Start, t.Start, d, d
		} else {
			start, end, least, most = min(start, t.Start), max(end, t.Start), min(least, d), max(most, d)
		}
		types[t.Type] = true
	}
	for i := range x.Tasks {
		t := &x.Tasks[i]
		if d := t.End - t.Start; types[t.Type] && t.Start >= start && t.Start <= end && d >= least && d <= most && !chosen[t.ID()] {
			return ""
		}
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(types)) {
		names = append(names, expression.Quote(expression.Tame(name)))
	}
	return fmt.Sprintf("type in [%s] && start >= %s && start <= %s && duration >= %s && duration <= %s", strings.Join(names, ", "),
		exact(start), exact(end), exact(least), exact(most))
}

// OfTaskType returns a slice of the tasks of a type.
func OfTaskType(name string) (d Definition, ok bool) {
	d = Definition{Name: elementName(name), Of: Tasks, Where: "type == " + expression.Quote(expression.Tame(name)), Extent: Work}
	return d, d.Check() == nil
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
