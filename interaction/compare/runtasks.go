package compare

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"tiv/task"
	"tiv/task/slow"
	"tiv/task/where"
	"tiv/timeline"
	"tiv/tracefeed"
)

// runType is the tasks of one type in one run.
type runType struct {
	tasks int
	bill  task.Bill // the sums over the tasks, with their parts
	// durations are those of the tasks whose start and end the trace has.
	durations where.Durations
	threads   []tracefeed.ThreadID // that worked for any, sorted
	longest   tracefeed.Time
	moment    tracefeed.Time // start of the longest
	slowest   slowest
}

// slowest is the slowest tasks of a type: those that the word slow of conditions chooses.
type slowest struct {
	tasks    int // their number; 0 where none counts as slow
	duration tracefeed.Time
	factors  map[factor]tracefeed.Time // that add up to the duration
}

// factor is a cause for which tasks take time, without its object, and the index of the lock in
// Run.locks; -1 for none.
type factor struct {
	slow.Factor
	lock int32
}

// addTasks adds the tasks by type. Locks are known before.
func (r *Run) addTasks(ctx context.Context, tl *timeline.Timeline, x *task.Index) error {
	r.types = map[string]*runType{}
	for i := range x.Tasks {
		t := &x.Tasks[i]
		of := r.types[t.Type]
		if of == nil {
			of = &runType{longest: -1}
			r.types[t.Type] = of
		}
		of.tasks++
		of.bill.AddEach(&t.Total)
		if t.Begun && t.Ended {
			of.durations = append(of.durations, t.End-t.Start)
		}
		if d := t.End - t.Start; d > of.longest {
			of.longest, of.moment = d, t.Start
		}
		of.threads = append(of.threads, t.Threads...)
	}
	for _, of := range r.types {
		of.durations = where.NewDurations(of.durations)
		slices.Sort(of.threads)
		of.threads = slices.Compact(of.threads)
	}
	return r.addSlowest(ctx, tl, x)
}

// addSlowest divides the durations of the slowest tasks of each type.
func (r *Run) addSlowest(ctx context.Context, tl *timeline.Timeline, x *task.Index) error {
	byType := map[string][]int{}
	for i := range x.Tasks {
		if t := &x.Tasks[i]; t.Begun && t.Ended && r.types[t.Type].durations.Slow(t.End-t.Start) {
			byType[t.Type] = append(byType[t.Type], i)
		}
	}
	var sets []slow.Sets
	for _, name := range slices.Sorted(maps.Keys(byType)) {
		sets = append(sets, slow.Sets{Type: name, Slow: byType[name]})
	}
	list, err := slow.Compare(ctx, tl, x, sets)
	if err != nil {
		return err
	}
	for i := range list {
		c := &list[i]
		of := slowest{len(c.Slow), c.Duration.Slow, map[factor]tracefeed.Time{}}
		for _, row := range c.Factors {
			f := factor{row.Factor, -1}
			if f.Kind == slow.Blocking && f.Object != tracefeed.NoMonitor {
				f.lock = r.lockOf[f.Object]
			}
			f.Object = tracefeed.NoMonitor
			of.factors[f] += row.Slow
		}
		r.types[c.Type].slowest = of
	}
	return nil
}

// measure returns a measure of the tasks. It reports false if there are too few for it.
func (t *runType) measure(m Measure, length tracefeed.Time) (float64, bool) {
	switch n := float64(t.tasks); {
	case m == Rate:
		return n * float64(tracefeed.Second) / float64(cmp.Or(length, 1)), true
	case m.OfDurations() && len(t.durations) < least[m]:
		return 0, false
	case m == Mean:
		return float64(t.sum()) / float64(len(t.durations)), true
	case m.OfDurations():
		return float64(t.durations.Percentile(percents[m])), true
	case m == Queue:
		return float64(t.bill.Queue) / n, true
	case m == Collector:
		return float64(t.bill.CollectionTime) / n, true
	default:
		return float64(t.bill.Times[states[m]]) / n, true
	}
}

// sum returns all durations together.
func (t *runType) sum() (d tracefeed.Time) {
	for _, x := range t.durations {
		d += x
	}
	return d
}
