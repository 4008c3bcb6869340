package where

import (
	"tiv/expression"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Tasks are the tasks of an index, with what conditions need of all tasks of a type. They do not
// change.
type Tasks struct {
	x  *task.Index
	tl *timeline.Timeline
	// durations are those of the tasks of each type with a start and an end in the trace.
	durations map[string]Durations
	parts     []int // by task
}

// New returns the tasks of an index of a timeline.
func New(x *task.Index, tl *timeline.Timeline) *Tasks {
	lists := map[string][]tracefeed.Time{}
	t := &Tasks{x: x, tl: tl, durations: map[string]Durations{}, parts: make([]int, len(x.Tasks))}
	for i := range x.Tasks {
		task := &x.Tasks[i]
		if task.Begun && task.Ended {
			lists[task.Type] = append(lists[task.Type], task.End-task.Start)
		}
		if task.Around >= 0 {
			t.parts[task.Around]++
		}
	}
	for name, list := range lists {
		t.durations[name] = NewDurations(list)
	}
	return t
}

// Condition is a parsed condition for tasks. The zero value is true for all.
type Condition struct{ program *expression.Program }

// Parse parses a condition. An empty one is true for all tasks. Any error is an
// *expression.Error.
func Parse(text string) (Condition, error) {
	p, err := language.Parse(text)
	return Condition{p}, err
}

// Uses reports whether the condition has any of some words.
func (c Condition) Uses(words ...string) bool { return c.program != nil && c.program.Uses(words...) }

// Fitting returns, by task, whether a condition is true for it.
func (t *Tasks) Fitting(c Condition) ([]bool, error) {
	fit := make([]bool, len(t.x.Tasks))
	if c.program == nil {
		for i := range fit {
			fit[i] = true
		}
		return fit, nil
	}
	var m expression.Machine
	var r Row
	for i := range fit {
		t.Fill(&r, i, c.program)
		var err error
		if fit[i], err = m.Test(c.program, &r); err != nil {
			return nil, err
		}
	}
	return fit, nil
}

// Fill sets a row to the values of the words that a condition uses for a task.
func (t *Tasks) Fill(r *Row, i int, p *expression.Program) {
	x := &t.x.Tasks[i]
	length := func(d tracefeed.Time) expression.Length { return expression.Length{NS: d, Of: x.End - x.Start} }
	d, total := t.durations[x.Type], &x.Total
	*r = Row{
		Type: expression.Tame(x.Type), Task: int(x.Number), Parent: int(x.Parent), Depth: x.Depth, Parts: t.parts[i],
		Threads: len(x.Threads), Open: !x.Begun || !x.Ended,
		Start: expression.Moment{NS: x.Start}, End: expression.Moment{NS: x.End}, Duration: length(x.End - x.Start),
		Running: length(total.Times[tracefeed.Running]), Runnable: length(total.Times[tracefeed.Runnable]),
		Suspended: length(total.Times[tracefeed.Suspended]), Blocking: length(total.Times[tracefeed.Blocking]),
		IO: length(total.Times[tracefeed.IO]), Unknown: length(total.Times[tracefeed.Unknown]),
		Queue: length(total.Queue), Collection: length(total.CollectionTime),
		Calls: int(total.Calls), Allocs: int(total.Allocs), AllocBytes: int(total.AllocBytes), Object: int(x.Object),
		Evidence: x.Evidence.String(),
		P50:      length(d.Percentile(50)), P90: length(d.Percentile(90)), P95: length(d.Percentile(95)), P99: length(d.Percentile(99)),
		Within: r.Within[:0], Thread: r.Thread[:0],
	}
	r.Slow = !r.Open && d.Slow(x.End-x.Start)
	for k := x.Around; k >= 0 && p.Uses("within"); k = t.x.Tasks[k].Around {
		r.Within = append(r.Within, expression.Tame(t.x.Tasks[k].Type))
	}
	for k := 0; k < len(x.Threads) && p.Uses("thread"); k++ {
		r.Thread = append(r.Thread, expression.Tame(t.tl.Threads[x.Threads[k]].Name))
	}
}
