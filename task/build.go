package task

import (
	"cmp"
	"context"
	"slices"

	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Tracking is the rules by which threads are found to work for tasks.
type Tracking string

// The rules.
const (
	// Full are the rules of this package; it is what the empty value means, too.
	Full Tracking = "full"
	// Paper are those of figures 3 and 4 of Reiss 2003, with definitions only.
	Paper Tracking = "paper"
)

// Trackings lists the rules, the default first.
func Trackings() []string { return []string{string(Full), string(Paper)} }

// Options say which tasks a trace has, and what of them counts.
type Options struct {
	// Definitions find tasks by calls; the first that matches a call counts.
	Definitions definition.List
	Tracking    Tracking
	// From and To bound the time in which bills count. To is exclusive, but at the end of the
	// trace includes its last instant. A To of 0 is the end of the trace.
	From, To tracefeed.Time
}

// Build returns the tasks of a trace: those that definitions find, and those that the trace
// names. It reads the trace once; its memory grows with the tasks, their work, and the objects
// alive. Once ctx is done, it returns its error.
func Build(ctx context.Context, tl *timeline.Timeline, o Options) (*Index, error) {
	if o.To <= 0 || o.To > tl.End {
		o.To = tl.End
	}
	list := o.Definitions
	k := &tracker{tl: tl, list: list, threads: make([]*thread, len(tl.Threads)), objects: map[int64]object{},
		typed: map[typed]bool{}, first: true,
		from: o.From, to: o.To}
	above := tracefeed.Supertypes(tl.Types, tl.Names)
	k.matches = list.Match(functions(tl), func(class string) []string { return above[class] })
	k.classes = slices.ContainsFunc(list, func(d definition.Definition) bool { return d.Classes != nil })
	k.marks = slices.ContainsFunc(list, func(d definition.Definition) bool { return d.MarkObject })
	if k.rules = (full{k: k, named: map[int64]int32{}}); o.Tracking == Paper {
		k.rules, k.stale = paper{k}, true
	}
	walk(ctx, tl, k)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, t := range k.threads {
		if t != nil {
			k.forget(t, tl.End)
		}
	}
	return k.index(), nil
}

// functions returns the functions of a trace, by the numbers of their names.
func functions(tl *timeline.Timeline) []definition.Function {
	out := make([]definition.Function, len(tl.Names))
	files := map[string][]string{}
	for _, f := range tl.Frames {
		if f.File != "" && !slices.Contains(files[f.Func], f.File) {
			files[f.Func] = append(files[f.Func], f.File)
		}
	}
	for i, name := range tl.Names {
		out[i] = definition.Function{Name: name, Files: files[name]}
	}
	return out
}

// index returns what has been found.
func (k *tracker) index() *Index {
	k.unfreed()
	x := &Index{Counts: k.doubts, Unmatched: k.matches.Unmatched()}
	kept := k.keep()
	place := make([]int32, len(k.tasks))
	for i := range place {
		place[i] = none
	}
	k.number(kept)
	slices.SortStableFunc(kept, func(a, b int32) int {
		return cmp.Or(cmp.Compare(k.tasks[a].Start, k.tasks[b].Start), cmp.Compare(k.tasks[a].Number, k.tasks[b].Number))
	})
	for i, old := range kept {
		place[old] = int32(i)
		x.Tasks = append(x.Tasks, k.tasks[old].Task)
	}
	for _, w := range k.work {
		if w.Task = place[w.Task]; w.Task != none {
			x.work = append(x.work, w)
		}
	}
	slices.SortFunc(x.work, func(a, b Work) int {
		return cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.Start, b.Start))
	})
	x.of = make([]int32, len(k.tl.Threads)+1)
	for _, w := range x.work {
		x.of[w.Thread+1]++
	}
	for t := range k.tl.Threads {
		x.of[t+1] += x.of[t]
	}
	x.nest()
	x.bill(k)
	return x
}

// keep returns the tasks that the trace begins or ends, with an end.
func (k *tracker) keep() (kept []int32) {
	for i := range k.tasks {
		e := &k.tasks[i]
		if e.Definition < 0 && !e.Ended {
			e.End = k.tl.End
		}
		if e.Begun || e.Ended {
			kept = append(kept, int32(i))
		}
	}
	return kept
}

// number gives the tasks that definitions found numbers that the trace does not use, in order
// of their starts, and all tasks the numbers of their parents.
func (k *tracker) number(kept []int32) {
	used := map[int64]bool{}
	for _, i := range kept {
		used[k.tasks[i].Number] = true
	}
	next := int64(1)
	for _, i := range kept {
		if e := &k.tasks[i]; e.Definition >= 0 {
			for used[next] {
				next++
			}
			e.Number = next
			next++
		}
	}
	for _, i := range kept {
		if e := &k.tasks[i]; e.Definition >= 0 && e.parent != none {
			e.Parent = k.tasks[e.parent].Number
		}
	}
}

// unfreed counts what was allocated for tasks and is still there.
func (k *tracker) unfreed() {
	type call struct {
		task   int32
		serial int64
	}
	calls := map[call]frame{}
	for _, o := range k.objects {
		if o.allocated != none {
			b := &k.tasks[o.allocated].Bill
			b.Unfreed++
			b.UnfreedBytes += o.size
			f := calls[call{o.allocated, o.serial}]
			f.allocs++
			f.bytes += o.size
			calls[call{o.allocated, o.serial}] = f
		}
	}
	for c, f := range calls {
		s := &k.tasks[c.task].perCall
		s.unfreed.add(float64(f.allocs))
		s.unfreedBytes.add(float64(f.bytes))
	}
}

// bill completes the bills by what needs the work of all threads.
func (x *Index) bill(k *tracker) {
	own := make([][]timeline.Interval, len(x.Tasks))
	for _, w := range x.work {
		own[w.Task] = append(own[w.Task], timeline.Interval{Start: w.Start, End: w.End})
	}
	x.total()
	for i, busy := range x.busy() {
		t := &x.Tasks[i]
		from, to := max(t.Start, k.from), min(t.End, k.to)
		t.Bill.Queue = max(0, to-from)
		for _, v := range busy {
			t.Bill.Queue -= max(0, min(v.End, to)-max(v.Start, from))
		}
		t.Total.Queue = t.Bill.Queue
		t.Bill.Collections, t.Bill.CollectionTime = collections(k.tl, within(timeline.Union(own[i]), k.from, k.to))
		t.Total.Collections, t.Total.CollectionTime = collections(k.tl, within(busy, k.from, k.to))
	}
}

// within cuts intervals to those between two times.
func within(list []timeline.Interval, from, to tracefeed.Time) []timeline.Interval {
	out := list[:0]
	for _, v := range list {
		if v.Start, v.End = max(v.Start, from), min(v.End, to); v.Start < v.End {
			out = append(out, v)
		}
	}
	return out
}

// collections returns the number of collections that overlap intervals, and for how long.
func collections(tl *timeline.Timeline, busy []timeline.Interval) (n int, sum tracefeed.Time) {
	last := -1
	for _, v := range busy {
		for _, gc := range tl.GCBetween(v.Start, v.End) {
			d := min(gc.End, v.End) - max(gc.Start, v.Start)
			if d <= 0 {
				continue
			}
			if sum += d; int(gc.Start) != last {
				n, last = n+1, int(gc.Start)
			}
		}
	}
	return n, sum
}
