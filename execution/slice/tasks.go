package slice

import (
	"tiv/execution"
	"tiv/expression"
)

// tasks computes slices of tasks.
func (c *computation) tasks(list []int) {
	tasks := newTaskTree(c.ctx, c.in.Timeline)
	condition := func(d *Definition) *condition[int] { return c.taskCondition(d, tasks) }
	each(c, list, condition, func(part execution.Query, collectors []*collector[int]) {
		for _, x := range collectors {
			if x.extent == Life {
				addLives(c, x, tasks, part)
			}
		}
		execution.EachRegion(c.ctx, c.in.Timeline, part, func(r execution.Region) {
			i := tasks.Find(r.Task, r.Start)
			if r.Task == 0 || i < 0 {
				return
			}
			for _, x := range collectors {
				if x.extent == OwnWork && x.fits(&i) || x.extent == Work && tasks.fits(x, i) {
					x.add(r.Thread, r.Start, r.End)
				}
			}
		})
	})
}

// addLives adds the lives of tasks for some threads, while these are alive.
func addLives(c *computation, x *collector[int], tasks *taskTree, part execution.Query) {
	for i := range tasks.list {
		task := &tasks.list[i]
		for _, t := range task.Threads {
			if int(t) < len(part.Of) && part.Of[t] && x.fits(&i) {
				start, end := c.in.Timeline.Lane(t).Life()
				x.put(t, max(task.Start, start), min(task.End, end), 0)
			}
		}
	}
}

// taskCondition returns the condition of a definition for indexes of tasks.
func (c *computation) taskCondition(d *Definition, tasks *taskTree) *condition[int] {
	row := &taskRow{}
	fill := func(i *int, p *expression.Program) any {
		t := &tasks.list[*i]
		row.Type, row.Task, row.Parent, row.Depth, row.Threads = c.in.taskType(t), int(t.Number), int(t.Parent), tasks.Depth[*i],
			len(t.Threads)
		row.Within, row.Thread = row.Within[:0], row.Thread[:0]
		for k := tasks.Around[*i]; k >= 0 && p.Uses("within"); k = tasks.Around[k] {
			row.Within = append(row.Within, c.in.taskType(&tasks.list[k]))
		}
		for k := 0; k < len(t.Threads) && p.Uses("thread"); k++ {
			row.Thread = append(row.Thread, c.in.threadName(t.Threads[k]))
		}
		if row.Start.NS, row.End.NS, row.Duration.NS = t.Start, t.End, t.End-t.Start; p.Uses(sliceWord.Name) {
			row.Slice = row.Slice[:0]
			for _, thread := range t.Threads {
				row.Slice = append(row.Slice, c.front.at(thread, t.Start)...)
			}
		}
		return row
	}
	return newCondition(Tasks, d.Where, fill, common[int]{nil, func(i *int) int64 { return int64(*i) }})
}

func (in *Input) taskType(t *execution.Task) string {
	return expression.Tame(in.Timeline.Names[t.Type])
}

// taskElements calls f for each task that fits a definition.
func (c *computation) taskElements(d *Definition, f func(*element)) error {
	tasks := newTaskTree(c.ctx, c.in.Timeline)
	x := c.taskCondition(d, tasks)
	for i := range tasks.list {
		if t := &tasks.list[i]; x.fits(&i) {
			f(&element{start: t.Start, end: t.End, depth: tasks.Depth[i]})
		}
	}
	return x.err
}

type taskRow struct {
	Type    string           `expr:"type"`
	Task    int              `expr:"task"`
	Parent  int              `expr:"parent"`
	Depth   int              `expr:"depth"`
	Within  expression.Texts `expr:"within"`
	Thread  expression.Texts `expr:"thread"`
	Threads int              `expr:"threads"`
	stretch
}

var taskWords = append([]expression.Word{
	{Name: "type", Help: "the name of its type; empty without its start", Example: `type == "request"`},
	{Name: "task", Help: "its number", Example: "task == 17"},
	{Name: "parent", Help: "the number of the task that it is a part of; 0 without one", Example: "parent == 0"},
	{Name: "depth", Help: "the number of tasks around it", Example: "depth == 0"},
	{Name: "within", Help: "the types of the tasks around it; true if any matches", Example: `within == "request"`},
	{Name: "thread", Help: "the names of the threads that worked on it; true if any matches", Example: `thread ~ "worker"`},
	{Name: "threads", Help: "the number of these threads", Example: "threads > 1"},
}, stretchWords...)
