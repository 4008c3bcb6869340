package slice

import (
	"reflect"

	"tiv/execution"
	"tiv/expression"
	"tiv/task"
	"tiv/task/where"
	"tiv/tracefeed"
)

// find finds the tasks of the trace, if they are not there yet.
func (c *computation) find() (err error) {
	if c.index == nil && c.in.Tasks == nil {
		c.index, err = task.Build(c.ctx, c.in.Timeline, task.Options{})
	} else if c.index == nil {
		c.index, err = c.in.Tasks(c.ctx)
	}
	if err == nil && c.words == nil {
		c.words = where.New(c.index, c.in.Timeline)
	}
	return err
}

// tasks computes slices of tasks.
func (c *computation) tasks(list []int) {
	if err := c.find(); err != nil {
		for _, i := range list {
			c.s.Sets[i], c.s.Errors[i] = &Set{}, err
		}
		return
	}
	condition := func(d *Definition) *condition[int] { return c.taskCondition(d) }
	each(c, list, condition, func(part execution.Query, collectors []*collector[int]) {
		for _, x := range collectors {
			if x.extent == Life {
				c.addLives(x, part)
			}
		}
		for id, mine := range part.Of {
			if !mine {
				continue
			}
			for _, w := range c.index.Work(tracefeed.ThreadID(id)) {
				i := int(w.Task)
				for _, x := range collectors {
					if x.extent == OwnWork && x.fits(&i) || x.extent == Work && fitsAround(x, c.index, i) {
						x.add(w.Thread, w.Start, w.End)
					}
				}
			}
		}
	})
}

// fitsAround reports whether a condition is true for a task, or for one around it.
func fitsAround(x *collector[int], index *task.Index, i int) bool {
	for ; i >= 0; i = index.Tasks[i].Around {
		if x.fits(&i) {
			return true
		}
	}
	return false
}

// addLives adds the lives of tasks for some threads, while these are alive.
func (c *computation) addLives(x *collector[int], part execution.Query) {
	for i := range c.index.Tasks {
		t := &c.index.Tasks[i]
		for _, id := range t.Threads {
			if int(id) < len(part.Of) && part.Of[id] && x.fits(&i) {
				start, end := c.in.Timeline.Lane(id).Life()
				x.put(id, max(t.Start, start), min(t.End, end), 0)
			}
		}
	}
}

// taskCondition returns the condition of a definition for indexes of tasks.
func (c *computation) taskCondition(d *Definition) *condition[int] {
	row := &taskRow{}
	fill := func(i *int, p *expression.Program) any {
		if c.words.Fill(&row.Row, *i, p); p.Uses(sliceWord.Name) {
			t := &c.index.Tasks[*i]
			row.Slice = row.Slice[:0]
			for _, thread := range t.Threads {
				row.Slice = append(row.Slice, c.front.at(thread, t.Start)...)
			}
		}
		return row
	}
	return newCondition(Tasks, d.Where, fill, common[int]{nil, func(i *int) int64 { return int64(*i) }})
}

// taskElements calls f for each task that fits a definition.
func (c *computation) taskElements(d *Definition, f func(*element)) error {
	if err := c.find(); err != nil {
		return err
	}
	x := c.taskCondition(d)
	for i := range c.index.Tasks {
		if t := &c.index.Tasks[i]; x.fits(&i) {
			f(&element{start: t.Start, end: t.End, depth: t.Depth})
		}
	}
	return x.err
}

// taskRow has the words for tasks, and that for other slices.
type taskRow struct {
	where.Row
	Slice expression.Texts `expr:"slice"`
}

// taskLanguage returns the language of the conditions of slices of tasks: the words of package where, which
// conditions for tasks have everywhere, and the word slice, which names other slices.
func taskLanguage() *expression.Language {
	l := where.Language()
	l.Words, l.Row, l.Group = append(l.Words, sliceWord), reflect.TypeFor[taskRow](), "slice"
	return &l
}
