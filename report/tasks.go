package report

import (
	"context"
	"io"
	"slices"
	"strings"

	"tiv/report/table"
	"tiv/task"
	"tiv/tracefeed"
)

// tasks writes the tasks of the window, in order of their starts. Parent 0 is none. What they
// cost is of the window, too, and does not include their parts, which have rows of their own;
// but a task is in a queue only while nobody works for its parts either.
func (d *dump) tasks(w io.Writer, format table.Format) error {
	o := d.win.Tasks
	o.From, o.To = d.win.From, d.win.To
	index, err := task.Build(context.Background(), d.tl, o)
	if err != nil {
		return err
	}
	t := d.begin(w, format, d.win.Slices.columns("task", "type", "parent", "start_ns", "end_ns", "threads", "object", "calls",
		"running_ns", "thread_ns", "allocs", "alloc_bytes", "unfreed", "unfreed_bytes", "gcs", "gc_ns", "queue_ns", "evidence")...)
	times := d.taskTimes(index)
	var threads []string
	for i := range index.Tasks {
		x := &index.Tasks[i]
		sliced := times[i*len(d.win.Slices.sets):][:len(d.win.Slices.sets)]
		if !d.win.hasTask(d, x) || d.win.Slices.base != nil && sliced[0] == 0 {
			continue
		}
		threads = threads[:0]
		for _, id := range x.Threads {
			if d.win.includes(d.tl, id) {
				threads = append(threads, d.thread(id))
			}
		}
		b := &x.Bill
		t.Num(x.Number).Str(x.Type).Num(x.Parent).Num(int64(max(x.Start, d.win.From))).Num(int64(min(x.End, d.win.To))).
			Str(strings.Join(threads, ";")).Num(x.Object).Num(b.Calls).Num(int64(b.Times[tracefeed.Running])).
			Num(int64(b.Times.Alive())).Num(b.Allocs).Num(b.AllocBytes).Num(b.Unfreed).Num(b.UnfreedBytes).Num(int64(b.Collections)).
			Num(int64(b.CollectionTime)).Num(int64(b.Queue)).Str(x.Evidence.String())
		for _, time := range sliced {
			t.Num(int64(time))
		}
		t.End()
	}
	return t.Close()
}

// hasTask reports whether a task overlaps the window and has to do with an included thread.
func (w *Window) hasTask(d *dump, x *task.Task) bool {
	starts := x.Start >= w.From && (x.Start < w.To || x.Start == d.tl.End && w.To >= d.tl.End)
	return (starts || x.Start < w.From && x.End > w.From && w.To > w.From) &&
		slices.ContainsFunc(x.Threads, func(t tracefeed.ThreadID) bool { return w.includes(d.tl, t) })
}

// taskTimes returns how much of the work of each task is in each slice, by task and slice.
func (d *dump) taskTimes(index *task.Index) []tracefeed.Time {
	sets := d.win.Slices.sets
	times := make([]tracefeed.Time, len(index.Tasks)*len(sets))
	if len(sets) > 0 {
		index.EachWork(func(w *task.Work) {
			for i, set := range sets {
				times[int(w.Task)*len(sets)+i] += set.Time(w.Thread, max(w.Start, d.win.From), min(w.End, d.win.To))
			}
		})
	}
	return times
}
