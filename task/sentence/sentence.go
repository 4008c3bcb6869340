// Package sentence says in words what a task is, where its time went, and what happens to it at a
// moment.
package sentence

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/interaction/subject"
	"tiv/interaction/threadname"
	"tiv/task"
	"tiv/task/course"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Name returns the number and the type of a task: "task 17, GET /pay".
func Name(t *task.Task) string {
	name := fmt.Sprintf("task %d", t.Number)
	if t.Type != "" {
		name += ", " + t.Type
	}
	return name
}

// How says how it is known that a thread works for a task; name returns the name of a thread.
func How(w *task.Work, name func(tracefeed.ThreadID) string) string {
	switch {
	case w.Evidence == task.Observed && w.From != tracefeed.NoThread:
		return "observed: an object of the task, from " + name(w.From)
	case w.Evidence == task.Observed:
		return "observed: it began the task, or has a call, an object or an id of it"
	}
	return "inferred: woken or created by " + name(w.From)
}

// part is some of the time of a task.
type part struct {
	time  tracefeed.Time
	words string
}

// stateWords say what threads do for a task in each state.
var stateWords = [...]string{tracefeed.Running: "running", tracefeed.Runnable: "waiting for a processor",
	tracefeed.Suspended: "suspended", tracefeed.Blocking: "blocked", tracefeed.IO: "in IO", tracefeed.Unknown: "in an unknown state"}

// Hint says what a task is and where its time went, the longest first: "task 17, GET /pay: 240 ms;
// 200 ms in queues, 30 ms running". Small parts are left out.
func Hint(t *task.Task) string {
	life := t.End - t.Start
	parts := []part{{t.Total.Queue, "in queues"}}
	for s, words := range stateWords {
		parts = append(parts, part{t.Total.Times[s], words})
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.time, a.time) })
	const small, most = 50, 3 // parts of less than a fiftieth of the time say nothing
	var said []string
	for _, p := range parts[:most] {
		if p.time > life/small {
			said = append(said, fmt.Sprintf("%v %s", p.time, p.words))
		}
	}
	text := fmt.Sprintf("%s: %v", Name(t), life)
	if len(said) > 0 {
		text += "; " + strings.Join(said, ", ")
	}
	return text
}

// Teller says what happens to tasks of a trace.
type Teller struct {
	Timeline *timeline.Timeline
	Locks    *lockname.Names
	Names    *threadname.Names
}

// At returns the story of a task at a moment, as that of a picture of it: its threads are those of
// the course.
func (t Teller) At(c *course.Course, moment tracefeed.Time) subject.Story {
	of := &c.Tasks.Tasks[c.Task]
	s := subject.Story{Threads: c.Threads, Sentence: Hint(of)}
	if now := t.now(of, c, moment); now != "" {
		s.Sentence += "; " + now
	}
	if w, ok := t.wait(c, moment); ok && w.Monitor != tracefeed.NoMonitor {
		s.Monitors = []tracefeed.MonitorID{w.Monitor}
	}
	return s
}

// wait returns the wait for a lock of the thread that began last to work for a task.
func (t Teller) wait(c *course.Course, moment tracefeed.Time) (w interaction.Wait, ok bool) {
	if now := c.At(moment); len(now) > 0 {
		return interaction.WaitAt(t.Timeline, now[0].Thread, moment)
	}
	return w, false
}

// now says what happens to a task at a moment.
func (t Teller) now(of *task.Task, c *course.Course, moment tracefeed.Time) string {
	switch now := c.At(moment); {
	case moment < of.Start:
		return fmt.Sprintf("it begins in %v", of.Start-moment)
	case moment >= of.End && len(now) == 0:
		return "it has ended"
	case len(now) == 0:
		return "now no thread works for it"
	case len(now) > 1:
		var names []string
		for _, s := range now {
			names = append(names, t.name(s.Thread))
		}
		const most = 3
		if n := len(names) - most; n > 0 {
			names = append(names[:most], tracefeed.Count(n)+" more")
		}
		return "now " + tracefeed.Listed(names) + " work for it"
	default:
		return "now " + t.name(now[0].Thread) + " works for it" + t.doing(now[0].Thread, c, moment)
	}
}

// doing says what a thread waits for while it works for a task; "" if it runs.
func (t Teller) doing(thread tracefeed.ThreadID, c *course.Course, moment tracefeed.Time) string {
	switch state := t.Timeline.Lane(thread).StateAt(moment); state {
	case tracefeed.Blocking:
		return t.blocked(thread, c, moment)
	case tracefeed.Runnable, tracefeed.Suspended, tracefeed.IO:
		return ", " + stateWords[state]
	}
	return ""
}

// blocked says for what and whom a thread waits.
func (t Teller) blocked(thread tracefeed.ThreadID, c *course.Course, moment tracefeed.Time) string {
	w, _ := interaction.WaitAt(t.Timeline, thread, moment)
	text := ", blocked"
	if w.Monitor != tracefeed.NoMonitor {
		text += " by " + t.Locks.Brief(w.Monitor)
	}
	if len(w.Blockers) == 0 {
		return text
	}
	return text + ", held by " + t.name(w.Blockers[0]) + Holding(c.Tasks, w.Blockers[0], c.Task, moment)
}

// Holding says for which task a thread works, while another task waits for it.
func Holding(x *task.Index, holder tracefeed.ThreadID, waiting int, moment tracefeed.Time) string {
	w, ok := x.At(holder, moment)
	switch {
	case !ok:
		return " for no task"
	case x.Within(int(w.Task), waiting):
		return " for the task itself"
	}
	return " for " + Name(&x.Tasks[w.Task])
}

func (t Teller) name(id tracefeed.ThreadID) string { return t.Names.Short(t.Timeline.Threads[id].Name) }
