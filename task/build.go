package task

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

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
	matches := Match(tl, o.Definitions)
	k := newTracker(o, nil)
	k.follow(tl, matches)
	var w workers
	if o.Tracking != Paper {
		w.read(ctx, k, math.MaxInt)
	}
	for {
		k.births.set(w.known)
		walk(ctx, tl, 0, math.MaxInt, k)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !k.takers.surprised {
			return k.end(), nil
		}
		k = newTracker(o, k.takers.gather)
		k.follow(tl, matches)
	}
}

// Match finds the definition of each function of a trace, by the numbers of names.
func Match(tl *timeline.Timeline, list definition.List) *definition.Matches {
	above := tracefeed.Supertypes(tl.Types, tl.Names)
	return list.Match(functions(tl), func(class string) []string {
		if list, ok := above[class]; ok {
			return list
		}
		return above[ofPointers.Replace(class)]
	})
}

// ofPointers makes the name of a type from that of the methods of its pointers in Go:
// net/http.(*conn) is net/http.conn.
var ofPointers = strings.NewReplacer("(*", "", ")", "")

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

// end ends what is open at the end of the trace, and returns what has been found.
func (k *tracker) end() *Index {
	for _, t := range k.threads {
		if t != nil {
			k.forget(t, k.tl.End)
		}
	}
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
	x.Tasks = make([]Task, len(kept))
	for i, old := range kept {
		place[old], x.Tasks[i] = int32(i), k.tasks[old].Task
	}
	byThread := groupBy(len(k.work), len(k.tl.Threads), func(i int) int { // of a thread it is in order of time
		if place[k.work[i].Task] == none {
			return -1
		}
		return int(k.work[i].Thread)
	})
	x.of, x.work = byThread.start, make([]Work, len(byThread.list))
	for i, from := range byThread.list {
		x.work[i] = k.work[from]
		x.work[i].Task = place[x.work[i].Task]
	}
	x.nest()
	x.bill(k)
	return x
}

// keep returns the tasks that the trace begins or ends, with an end.
func (k *tracker) keep() (kept []int32) {
	for i := range k.tasks {
		e := k.tasks[i]
		if e.Definition < 0 && !e.Ended && !e.isBatch() {
			e.End = k.tl.End
		}
		if e.isKept() {
			kept = append(kept, int32(i))
		}
	}
	return kept
}

// isKept reports whether the trace says that a task begins, has begun before or ends, and, of a batch,
// has work.
func (e *entry) isKept() bool { return e.Begun || e.cut || e.Ended && !e.isBatch() }

// number gives the tasks that definitions found, and that the trace does not name, numbers that it
// does not use, in order of their starts, and all tasks the numbers of their parents.
func (k *tracker) number(kept []int32) {
	used := map[int64]bool{}
	for _, i := range kept {
		used[k.tasks[i].Number] = true
	}
	next := int64(1)
	for _, i := range kept {
		if e := k.tasks[i]; (e.Definition >= 0 || e.isBatch()) && e.Number == 0 {
			for used[next] {
				next++
			}
			e.Number = next
			next++
		}
	}
	for _, i := range kept {
		e := k.tasks[i]
		if e.parent != none {
			e.Parent = k.tasks[e.parent].Number
		}
		for _, l := range e.links {
			if k.tasks[l].isKept() {
				e.Links = append(e.Links, k.tasks[l].Number)
			}
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
	x.share()
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
