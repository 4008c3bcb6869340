package tasks

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tiv/report"
	"tiv/report/table"
	"tiv/task"
	"tiv/task/path"
	"tiv/timeline"
	"tiv/tracefeed"
)

// A path of up to fewSteps steps is written step by step. Of a longer one the mostSteps longest
// steps are, unless they are shorter than the task divided by shortSteps.
const (
	fewSteps   = 8
	mostSteps  = 20
	shortSteps = 200
)

// Of a wait that is at least the task divided by longWait, a step says what the thread did that
// was waited for.
const longWait = 20

// step is a part of a path that is one line of text: the states of one thread, one after the
// other, or one wait.
type step struct {
	path.Piece
	times tracefeed.StateTimes // Work
	next  tracefeed.ThreadID   // that of the step after it
}

// stepsOf joins the states of a thread that follow each other.
func stepsOf(pieces []path.Piece) (list []step) {
	for i := range pieces {
		p := &pieces[i]
		if n := len(list); n == 0 || !list[n-1].goesOn(p) {
			list = append(list, step{Piece: *p})
		}
		s := &list[len(list)-1]
		if s.End, s.Link = p.End, p.Link; p.Kind == path.Work {
			s.times[min(p.State, tracefeed.NotAlive-1)] += p.End - p.Start
		}
		if i+1 < len(pieces) {
			s.next = pieces[i+1].Thread
		}
	}
	return list
}

// goesOn reports whether a piece is of the same step as those before it.
func (s *step) goesOn(p *path.Piece) bool {
	return s.Kind == path.Work && p.Kind == path.Work && s.Link == path.Same && s.Thread == p.Thread && s.Task == p.Task
}

// path writes the critical path of the task.
func (e *explanation) path(p *path.Path) {
	start, life := e.x.Tasks[e.i].Start, e.x.Tasks[e.i].End-e.x.Tasks[e.i].Start
	steps := stepsOf(p.Pieces)
	if len(steps) == 0 {
		return
	}
	fmt.Fprintf(&e.b, "critical path: %s; what its end waited for, from its start on:\n", shares(steps, tracefeed.Percent, life))
	long := longest(steps, life)
	line := func(from, to tracefeed.Time, text string) {
		fmt.Fprintf(&e.b, "%12s  %9v  %7s  %s\n", "+"+(from-start).String(), to-from, tracefeed.Percent(to-from, life), text)
	}
	for i := 0; i < len(steps); i++ {
		first := i
		for !long[i] && i+1 < len(steps) && !long[i+1] {
			i++
		}
		if i > first {
			text := shares(steps[first:i+1], func(d, _ tracefeed.Time) string { return d.String() }, life)
			line(steps[first].Start, steps[i].End, fmt.Sprintf("… %d shorter steps%s: %s", i-first+1, e.mostly(steps[first:i+1]), text))
			continue
		}
		line(steps[i].Start, steps[i].End, e.step(&steps[i]))
	}
}

// mostly names the thread that is on most of the steps' time, if it is on more than half of it.
func (e *explanation) mostly(steps []step) string {
	sums := map[tracefeed.ThreadID]tracefeed.Time{}
	all := steps[len(steps)-1].End - steps[0].Start
	for i := range steps {
		t := steps[i].Thread
		if sums[t] += steps[i].End - steps[i].Start; t != tracefeed.NoThread && sums[t] > all/2 {
			return ", mostly of " + e.thread(t)
		}
	}
	return ""
}

// longest says which steps of a path are written one by one: all of few, or those that are long.
func longest(steps []step, life tracefeed.Time) []bool {
	long := make([]bool, len(steps))
	order := make([]int, len(steps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(steps[b].End-steps[b].Start, steps[a].End-steps[a].Start)
	})
	for _, i := range order[:min(mostSteps, len(order))] {
		long[i] = len(steps) <= fewSteps || steps[i].End-steps[i].Start >= life/shortSteps
	}
	return long
}

// shares says what steps consist of, the longest first; as formats their time, given that of the
// task, too.
func shares(steps []step, as func(part, whole tracefeed.Time) string, life tracefeed.Time) string {
	sums := map[string]tracefeed.Time{}
	for i := range steps {
		s := &steps[i]
		if s.Kind != path.Work {
			sums[s.Kind.String()] += s.End - s.Start
			continue
		}
		for state, d := range s.times {
			if d > 0 {
				sums[tracefeed.State(state).Word()] += d
			}
		}
	}
	words := make([]string, 0, len(sums))
	for word := range sums {
		words = append(words, word)
	}
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b)) })
	for i, word := range words {
		words[i] = word + " " + as(sums[word], life)
	}
	return strings.Join(words, ", ")
}

// step says what a step is.
func (e *explanation) step(s *step) string {
	text := e.what(s) + e.meanwhile(s) + e.part(s)
	switch {
	case s.Link == path.Ended:
		text += "; then it wakes " + e.thread(s.next)
	case s.Link == path.Handed && s.next != s.Thread:
		text += "; then " + e.thread(s.next) + " has the task from it"
	case s.Link == path.Alone && s.End < e.x.Tasks[e.i].End:
		text += " (the trace does not say how the task went on; only this thread worked for it)"
	}
	return text
}

// Piece says in words what a piece of the path of a task is: who works, for which part, or for whom whose task it waits.
// lock names a lock.
func Piece(x *task.Index, tl *timeline.Timeline, i int, p *path.Piece, lock func(tracefeed.MonitorID) string) string {
	e := &explanation{x: x, tl: tl, i: i, lock: lock}
	s := &stepsOf([]path.Piece{*p})[0]
	return e.what(s) + e.part(s)
}

// part names the part for which a thread works in a step; nothing for the task itself.
func (e *explanation) part(s *step) string {
	if s.Task < 0 || s.Task == e.i {
		return ""
	}
	return "; for part " + e.numbered(s.Task)
}

// meanwhile says what the thread waited for did during a long wait.
func (e *explanation) meanwhile(s *step) string {
	t := &e.x.Tasks[e.i]
	if s.Holder == tracefeed.NoThread || s.Kind != path.Lock && s.Kind != path.Wait || s.End-s.Start < (t.End-t.Start)/longWait {
		return ""
	}
	return " (meanwhile " + states(e.tl.Lane(s.Holder).Sum(s.Start, s.End)) + ")"
}

// what says what a step is, without its part and its link.
func (e *explanation) what(s *step) string {
	at := func(word string) string {
		if s.Monitor == tracefeed.NoMonitor {
			return ""
		}
		return word + e.lock(s.Monitor)
	}
	switch s.Kind {
	case path.Lock:
		text := e.thread(s.Thread) + " waits" + at(" for ")
		if s.Holder == tracefeed.NoThread {
			return text + "; it is not known who held it"
		}
		return text + ", which " + e.holder(s) + " held for " + e.holderTask(s.HolderTask)
	case path.Wait:
		return e.thread(s.Thread) + " waits" + at(" at ") + " for " + e.holder(s) + ", which works for " + e.holderTask(s.HolderTask)
	case path.Collection:
		return e.thread(s.Thread) + " waits for the garbage collector"
	case path.Queue:
		switch until := e.thread(s.Thread); {
		case s.Thread == tracefeed.NoThread:
			return "queue: nobody takes it"
		case s.End == e.x.Tasks[e.i].End:
			return "nobody works for it, until " + until + " ends it"
		default:
			return "queue" + at(" at ") + ", until " + until + " takes it"
		}
	case path.Several:
		return "several threads at once; the trace does not say for which of them the rest waited"
	}
	if s.times[s.State] == s.End-s.Start {
		return e.thread(s.Thread) + ": " + doing(&s.Piece)
	}
	return e.thread(s.Thread) + ": " + states(s.times)
}

// doing says what a thread does that waits for no other one.
func doing(p *path.Piece) string {
	if c := cause(p.Cause); c != "" {
		return p.State.Word() + " (" + c + ")"
	}
	return p.State.Word()
}

func (e *explanation) thread(t tracefeed.ThreadID) string { return report.Safe(e.tl.Threads[t].Name) }

func (e *explanation) holder(s *step) string {
	if s.Holders > 1 {
		return fmt.Sprintf("%s and %d others", e.thread(s.Holder), s.Holders-1)
	}
	return e.thread(s.Holder)
}

// holderTask says for which task a thread works that the task waits for.
func (e *explanation) holderTask(i int) string {
	switch {
	case i < 0:
		return "no task"
	case e.x.Within(i, e.i):
		return "the task itself"
	}
	return e.numbered(i)
}

// numbered returns the number and the name of a task.
func (e *explanation) numbered(i int) string {
	return fmt.Sprintf("task %d, %s", e.x.Tasks[i].Number, named(&e.x.Tasks[i]))
}

// late writes what goes on after the end of the task.
func (e *explanation) late(p *path.Path) {
	if p.After <= 0 {
		return
	}
	fmt.Fprintf(&e.b, "after its end: %v", p.After)
	if n := len(p.Late); n > 0 {
		fmt.Fprintf(&e.b, ", in part %s", e.numbered(p.Late[0]))
		if n > 1 {
			fmt.Fprintf(&e.b, ", and %d other parts", n-1)
		}
	}
	e.b.WriteByte('\n')
}

// PathTable is a table of the pieces of the path of a task, in order of time. lock names a lock.
func PathTable(x *task.Index, tl *timeline.Timeline, p *path.Path, lock func(tracefeed.MonitorID) string) *table.Table {
	type row = path.Piece
	thread := func(name, title string, get func(*row) tracefeed.ThreadID) table.Column[row] {
		return text(name, title, func(r *row) string { return tl.Threads[get(r)].ID })
	}
	number := func(i int) string {
		if i < 0 {
			return ""
		}
		return strconv.FormatInt(x.Tasks[i].Number, 10)
	}
	typed := func(i int) string {
		if i < 0 {
			return ""
		}
		return x.Tasks[i].Type
	}
	return table.New(p.Pieces, []table.Column[row]{
		{Head: table.Head{Name: "start_ns", Title: "start", Kind: table.Moment}, Number: func(r *row) int64 { return int64(r.Start) }},
		{Head: table.Head{Name: "end_ns", Title: "end", Kind: table.Moment}, Number: func(r *row) int64 { return int64(r.End) }},
		thread("thread", "thread", func(r *row) tracefeed.ThreadID { return r.Thread }),
		text("what", "what", func(r *row) string { return what(r.Kind, r.State) }),
		text("cause", "cause", func(r *row) string { return cause(r.Cause) }),
		text("task", "task", func(r *row) string { return number(r.Task) }),
		text("type", "type", func(r *row) string { return typed(r.Task) }),
		text("lock", "lock", func(r *row) string { return lockOf(r.Monitor, lock) }),
		thread("holder", "holder", func(r *row) tracefeed.ThreadID { return r.Holder }),
		text("holder_task", "for task", func(r *row) string { return number(r.HolderTask) }),
		text("holder_type", "of type", func(r *row) string { return typed(r.HolderTask) }),
		text("link", "then", func(r *row) string { return r.Link.String() }),
	})
}

// what returns the word for a piece of a path.
func what(k path.Kind, s tracefeed.State) string {
	if k == path.Work {
		return s.String()
	}
	return k.String()
}

// cause returns the word for a cause, empty for none.
func cause(c tracefeed.Cause) string {
	if c == tracefeed.NoCause {
		return ""
	}
	return c.String()
}

// lockOf names a lock, or returns an empty text for none.
func lockOf(m tracefeed.MonitorID, lock func(tracefeed.MonitorID) string) string {
	if m == tracefeed.NoMonitor {
		return ""
	}
	return lock(m)
}
