package tasks

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/report"
	"tiv/task"
	"tiv/task/path"
	"tiv/task/waits"
	"tiv/timeline"
	"tiv/tracefeed"
)

// mostStretches is the number of stretches of work that Explain lists.
const mostStretches = 40

// mostWaits is the number of waits that Explain lists.
const mostWaits = 10

// mostLinks is the number of links that Explain lists.
const mostLinks = 10

// explanation is what is written of one task.
type explanation struct {
	x    *task.Index
	tl   *timeline.Timeline
	i    int // the task
	lock func(tracefeed.MonitorID) string
	b    strings.Builder
}

// Explain writes what a task was and what it cost, in words: its whole, its critical path, for
// whom it was blocked, which functions took its time, and who worked for it when, and when nobody
// did. list are the waits of all tasks; lock names a lock. Once ctx is done, it returns its error.
func Explain(ctx context.Context, w io.Writer, x *task.Index, tl *timeline.Timeline, i int, list []waits.Wait,
	lock func(tracefeed.MonitorID) string) error {
	p, err := path.Find(ctx, tl, x, i)
	if err != nil {
		return err
	}
	e := &explanation{x: x, tl: tl, i: i, lock: lock}
	work := x.WorkOf(i)
	e.summary(work)
	e.late(p)
	e.path(p)
	e.blockers(list)
	if err := e.functions(ctx, work); err != nil {
		return err
	}
	e.stretches(work)
	_, err = io.WriteString(w, e.b.String())
	return err
}

// links writes to which tasks the task is linked, and what it has of batches.
func (e *explanation) links() {
	t := &e.x.Tasks[e.i]
	for n, number := range t.Links {
		if n == mostLinks {
			fmt.Fprintf(&e.b, "and linked to %d other tasks\n", len(t.Links)-n)
			break
		}
		if at := e.x.Find(number, t.Start); at >= 0 {
			fmt.Fprintf(&e.b, "linked to task %d, %s\n", number, named(&e.x.Tasks[at]))
		} else {
			fmt.Fprintf(&e.b, "linked to task %d, which is not in the trace\n", number)
		}
	}
	if d := t.Batches.Alive(); d > 0 {
		fmt.Fprintf(&e.b, "its part of batches: %v, of which it ran %v\n", d, t.Batches[tracefeed.Running])
	}
}

// summary writes what the task was and what it cost.
func (e *explanation) summary(work []task.Work) {
	t := &e.x.Tasks[e.i]
	total := &t.Total
	fmt.Fprintf(&e.b, "task %d, %s: %v, from %v to %v", t.Number, named(t), t.End-t.Start, t.Start, t.End)
	if !t.Begun {
		e.b.WriteString("; the trace does not have its start")
	}
	if !t.Ended {
		e.b.WriteString("; the trace does not have its end")
	}
	e.b.WriteByte('\n')
	if t.Around >= 0 {
		fmt.Fprintf(&e.b, "part of task %d, %s\n", t.Parent, named(&e.x.Tasks[t.Around]))
		if late := t.End - e.x.Tasks[t.Around].End; late > 0 {
			fmt.Fprintf(&e.b, "  %-10s %v after the end of that task\n", "ends", late)
		}
	}
	e.links()
	life := max(1, t.End-t.Start)
	for _, s := range report.StateOrder {
		if d := total.Times[s]; d > 0 {
			devices := ""
			if s == tracefeed.IO {
				devices = e.devices(work)
			}
			fmt.Fprintf(&e.b, "  %-10s %v%s\n", s.Word(), d, devices)
		}
	}
	if total.Queue > 0 {
		share := 100 * float64(total.Queue) / float64(life)
		fmt.Fprintf(&e.b, "  %-10s %v: %.0f %% of its time no thread worked for it\n", "queue", total.Queue, share)
	}
	if total.CollectionTime > 0 {
		fmt.Fprintf(&e.b, "  %-10s %v, in %d collections\n", "collector", total.CollectionTime, total.Collections)
	}
	if total.Calls > 0 {
		fmt.Fprintf(&e.b, "  %-10s %d\n", "calls", total.Calls)
	}
	if total.Allocs > 0 {
		fmt.Fprintf(&e.b, "  %-10s %d, %d bytes; %d bytes not freed\n", "allocated", total.Allocs, total.AllocBytes, total.UnfreedBytes)
	}
}

// blockers writes for whom the task and its parts were blocked.
func (e *explanation) blockers(list []waits.Wait) {
	var of []waits.Wait
	for _, w := range list {
		if e.x.Within(w.Task, e.i) {
			of = append(of, w)
		}
	}
	slices.SortStableFunc(of, func(a, b waits.Wait) int { return cmp.Compare(b.Time, a.Time) })
	for n, w := range of {
		if n == mostWaits {
			fmt.Fprintf(&e.b, "and %d other waits\n", len(of)-n)
			return
		}
		fmt.Fprintf(&e.b, "blocked for %v at %s", w.Time, e.lock(w.Monitor))
		if w.Thread == tracefeed.NoThread {
			e.b.WriteString("; it is not known who held it\n")
			continue
		}
		fmt.Fprintf(&e.b, ", which %s held for %s\n", e.thread(w.Thread), e.holderTask(w.Holder))
	}
}

func named(t *task.Task) string {
	if t.Type == "" {
		return "without a name"
	}
	return report.Safe(t.Type)
}

// stretches writes who worked for the task or a part of it, in order of time.
func (e *explanation) stretches(work []task.Work) {
	list, until := joined(work), e.x.Tasks[e.i].Start
	for n := range list {
		if n == mostStretches {
			fmt.Fprintf(&e.b, "and %d stretches of work more\n", len(list)-n)
			return
		}
		if n == 0 {
			e.b.WriteString("who worked for it, by time:\n")
		}
		s := &list[n]
		if s.Start > until {
			fmt.Fprintf(&e.b, "%12v  nobody, for %v\n", until, s.Start-until)
		}
		until = max(until, s.End)
		sum := e.tl.Lane(s.Thread).Sum(s.Start, s.End)
		fmt.Fprintf(&e.b, "%12v  %s, for %v: %s", s.Start, e.thread(s.Thread), s.End-s.Start, states(sum))
		if int(s.Task) != e.i {
			fmt.Fprintf(&e.b, "; for %s", e.numbered(int(s.Task)))
		}
		if s.Evidence != task.Observed {
			fmt.Fprintf(&e.b, " (at least partly %s)", s.Evidence)
		}
		e.b.WriteByte('\n')
	}
	if end := e.x.Tasks[e.i].End; end > until {
		fmt.Fprintf(&e.b, "%12v  nobody, for %v\n", until, end-until)
	}
}

// joined joins stretches of one thread for one task that follow each other. They have the weaker
// evidence of the two.
func joined(list []task.Work) []task.Work {
	var out []task.Work
	last := map[tracefeed.ThreadID]int{}
	for _, w := range list {
		if i, ok := last[w.Thread]; ok && out[i].Task == w.Task && out[i].End == w.Start {
			out[i].End, out[i].Evidence = w.End, max(out[i].Evidence, w.Evidence)
			continue
		}
		last[w.Thread] = len(out)
		out = append(out, w)
	}
	return out
}

// states lists the times in states, the ones that are not 0.
func states(sum tracefeed.StateTimes) string {
	var words []string
	for _, s := range report.StateOrder {
		if sum[s] > 0 {
			words = append(words, fmt.Sprintf("%s %v", s.Word(), sum[s]))
		}
	}
	return strings.Join(words, ", ")
}
