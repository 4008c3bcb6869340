package jfr

import (
	"fmt"
	"slices"

	"tiv/tracefeed"
)

// contexts are the tasks that events name: those with fields that the program has marked as
// contextual (jdk.jfr.Contextual, since JDK 25), and those with the ids of a trace and a span. While
// such an event lasts, its thread works for the task; events with the same values, of any thread,
// are of one task.
type contexts struct {
	tasks   []context
	numbers map[string]int32 // by type and values; from 1 on
}

// context is a task.
type context struct {
	name tracefeed.NameID // of the type of events
	// left is the number of its events that have not ended, and begun says that one has begun.
	left  int
	begun bool
}

const annotation = "jdk.jfr.Contextual"

// ids are the names of fields that name a task even if they are not marked.
var ids = []string{"traceId", "spanId"}

// mostContexts is the number of fields that tell tasks from each other.
const mostContexts = len(values{}.numbers) - firstSlot

// contextual returns the fields with the task of an event, none if it has no task.
func (cl *class) contextual() (names []string) {
	for _, marked := range []bool{true, false} {
		for i := range cl.fields {
			f := &cl.fields[i]
			if !f.pooled && !f.array && (f.contextual && marked || slices.Contains(ids, f.name) && !marked) && len(names) < mostContexts {
				names = append(names, f.name)
			}
		}
		if len(names) > 0 {
			break
		}
	}
	return names
}

// context returns the reader of events with the name of a type that name a task.
func (l *loader) context(typ string) func(*loader, *record, *values) bool {
	return func(l *loader, r *record, v *values) bool {
		numbers, texts := v.numbers[firstSlot:], v.texts[firstSlot:]
		none := !slices.ContainsFunc(numbers, func(n int64) bool { return n != 0 }) &&
			!slices.ContainsFunc(texts, func(s string) bool { return s != "" })
		if none || r.thread == tracefeed.NoThread || r.start == r.end {
			return false
		}
		if l.contexts.numbers == nil {
			l.contexts.numbers = map[string]int32{}
		}
		key := fmt.Sprintf("%s %d %q", typ, numbers, texts)
		n := l.contexts.numbers[key]
		if n == 0 {
			l.contexts.tasks = append(l.contexts.tasks, context{name: l.names.tables.AddName(typ)})
			n = int32(len(l.contexts.tasks))
			l.contexts.numbers[key] = n
		}
		l.contexts.tasks[n-1].left++
		r.what, r.value = contextual, int64(n)
		return true
	}
}

// context begins or ends the work of a thread for a task.
func (m *mapper) context(p point, r *record) {
	c := &m.contexts[r.value-1]
	ev := tracefeed.Event{Kind: tracefeed.TaskStart, Time: p.at, Name: c.name, Object: r.value}
	if p.begin && !c.begun {
		c.begun = true
		m.emit(ev)
	}
	if !m.threads[r.thread].ended {
		if ev.Kind, ev.Thread = tracefeed.RegionEnd, r.thread; p.begin {
			ev.Kind, ev.Stack = tracefeed.RegionStart, r.stack
		}
		m.emit(ev)
	}
	if p.begin {
		return
	}
	if c.left--; c.left == 0 {
		m.emit(tracefeed.Event{Kind: tracefeed.TaskEnd, Time: p.at, Name: c.name, Object: r.value})
	}
}
