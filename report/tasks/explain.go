package tasks

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/report"
	"tiv/task"
	"tiv/task/waits"
	"tiv/timeline"
	"tiv/tracefeed"
)

// mostStretches is the number of stretches of work that Explain lists.
const mostStretches = 40

// mostWaits is the number of waits that Explain lists.
const mostWaits = 10

// Explain writes what a task was and what it cost, in words: its whole, for whom it was blocked,
// and who worked for it when, and when nobody did. list are the waits of all tasks; lock names a
// lock.
func Explain(w io.Writer, x *task.Index, tl *timeline.Timeline, i int, list []waits.Wait, lock func(tracefeed.MonitorID) string) error {
	t := &x.Tasks[i]
	total := &t.Total
	var b strings.Builder
	fmt.Fprintf(&b, "task %d, %s: %v, from %v to %v", t.Number, named(t), t.End-t.Start, t.Start, t.End)
	if !t.Begun {
		b.WriteString("; the trace does not have its start")
	}
	if !t.Ended {
		b.WriteString("; the trace does not have its end")
	}
	b.WriteByte('\n')
	if t.Around >= 0 {
		fmt.Fprintf(&b, "part of task %d, %s\n", t.Parent, named(&x.Tasks[t.Around]))
	}
	life := max(1, t.End-t.Start)
	for _, s := range report.StateOrder {
		if d := total.Times[s]; d > 0 {
			fmt.Fprintf(&b, "  %-10s %v\n", s.Word(), d)
		}
	}
	if total.Queue > 0 {
		share := 100 * float64(total.Queue) / float64(life)
		fmt.Fprintf(&b, "  %-10s %v: %.0f %% of its time no thread worked for it\n", "queue", total.Queue, share)
	}
	if total.CollectionTime > 0 {
		fmt.Fprintf(&b, "  %-10s %v, in %d collections\n", "collector", total.CollectionTime, total.Collections)
	}
	if total.Calls > 0 {
		fmt.Fprintf(&b, "  %-10s %d\n", "calls", total.Calls)
	}
	if total.Allocs > 0 {
		fmt.Fprintf(&b, "  %-10s %d, %d bytes; %d bytes not freed\n", "allocated", total.Allocs, total.AllocBytes, total.UnfreedBytes)
	}
	blockers(&b, x, tl, i, list, lock)
	stretches(&b, x, tl, i)
	_, err := io.WriteString(w, b.String())
	return err
}

// blockers writes for whom a task and its parts were blocked.
func blockers(b *strings.Builder, x *task.Index, tl *timeline.Timeline, i int, list []waits.Wait,
	lock func(tracefeed.MonitorID) string) {
	var of []waits.Wait
	for _, w := range list {
		if x.Within(w.Task, i) {
			of = append(of, w)
		}
	}
	slices.SortStableFunc(of, func(a, b waits.Wait) int { return cmp.Compare(b.Time, a.Time) })
	for n, w := range of {
		if n == mostWaits {
			fmt.Fprintf(b, "and %d other waits\n", len(of)-n)
			return
		}
		fmt.Fprintf(b, "blocked for %v at %s", w.Time, lock(w.Monitor))
		switch {
		case w.Thread == tracefeed.NoThread:
			b.WriteString("; it is not known who held it")
		case w.Holder == waits.NoTask:
			fmt.Fprintf(b, ", which %s held for no task", report.Safe(tl.Threads[w.Thread].Name))
		case x.Within(w.Holder, i):
			fmt.Fprintf(b, ", which %s held for the task itself", report.Safe(tl.Threads[w.Thread].Name))
		default:
			h := &x.Tasks[w.Holder]
			fmt.Fprintf(b, ", which %s held for task %d, %s", report.Safe(tl.Threads[w.Thread].Name), h.Number, named(h))
		}
		b.WriteByte('\n')
	}
}

func named(t *task.Task) string {
	if t.Type == "" {
		return "without a name"
	}
	return report.Safe(t.Type)
}

// stretches writes who worked for a task or a part of it, in order of time.
func stretches(b *strings.Builder, x *task.Index, tl *timeline.Timeline, i int) {
	list, until := joined(x.WorkOf(i)), x.Tasks[i].Start
	for n := range list {
		if n == mostStretches {
			fmt.Fprintf(b, "and %d stretches of work more\n", len(list)-n)
			return
		}
		s := &list[n]
		if s.Start > until {
			fmt.Fprintf(b, "%12v  nobody, for %v\n", until, s.Start-until)
		}
		until = max(until, s.End)
		sum := tl.Lane(s.Thread).Sum(s.Start, s.End)
		fmt.Fprintf(b, "%12v  %s, for %v: %s", s.Start, report.Safe(tl.Threads[s.Thread].Name), s.End-s.Start, states(sum))
		if part := &x.Tasks[s.Task]; int(s.Task) != i {
			fmt.Fprintf(b, "; for task %d, %s", part.Number, named(part))
		}
		if s.Evidence != task.Observed {
			fmt.Fprintf(b, " (at least partly %s)", s.Evidence)
		}
		b.WriteByte('\n')
	}
	if end := x.Tasks[i].End; end > until {
		fmt.Fprintf(b, "%12v  nobody, for %v\n", until, end-until)
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
