package taskplot

import (
	"context"
	"runtime"
	"sort"
	"sync"

	"tiv/internal/radix"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
	"tiv/tracefeed"
)

// Columns are the tasks of an index as columns of numbers, in the order of the index. They do not
// change.
type Columns struct {
	*tasks
	// heights are the numbers of a measure, and places those on its axis.
	heights []int64
	places  []float32
	scale   Scale
	// order has the tasks from the lowest to the highest, of equal ones the first before the later;
	// ranks are their positions in it, and sorted are their numbers.
	order, ranks []int32
	sorted       []int64
	// tones are the places of tasks in the scale of colours, from 0 to 255; of colours by type, the
	// number of the type. rankTones has them by rank: tasks that are near each other on the axis are near there, too.
	tones, rankTones []uint8
	colour           Scale
}

// tasks are the columns of an index that no measure changes.
type tasks struct {
	index      *task.Index
	start, end []tracefeed.Time
	// reach has the latest end of each task and all before it.
	reach []tracefeed.Time
	// whole has whether the trace has both ends of a task.
	whole []bool
	kinds []uint8 // the number of the type of each task
	types []string
	// others is the number of types that share the last number of kinds.
	others int
}

// mostTypes is the number of types with a number of their own.
const mostTypes = paint.SliceTones

// columnsOf is what columns are made of.
type columnsOf struct {
	index          *task.Index
	height, colour *measure.Measure // colour is nil for types
	linear         bool
}

// wanted returns the columns that a look needs.
func wanted(l *view.Look) columnsOf {
	height, colour := view.TaskMeasures(&l.Options)
	return columnsOf{l.Tasks, height, colour, l.TaskLinear}
}

// newTasks returns the columns of an index; nil once ctx is done.
func newTasks(ctx context.Context, x *task.Index) *tasks {
	n := len(x.Tasks)
	t := &tasks{index: x, start: make([]tracefeed.Time, n), end: make([]tracefeed.Time, n), reach: make([]tracefeed.Time, n),
		whole: make([]bool, n), kinds: make([]uint8, n)}
	reach := tracefeed.Time(0)
	for i := range x.Tasks {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil
		}
		k := &x.Tasks[i]
		reach = max(reach, k.End)
		t.start[i], t.end[i], t.reach[i], t.whole[i] = k.Start, k.End, reach, k.Begun && k.Ended
	}
	var of []int32
	t.types, of = x.TypesOf()
	if len(t.types) > mostTypes {
		t.types, t.others = t.types[:mostTypes], len(t.types)-mostTypes
	}
	for i, k := range of {
		t.kinds[i] = uint8(min(k, mostTypes))
	}
	return t
}

// newColumns returns the columns of measures. It takes over what an earlier one has of the same
// index; nil once ctx is done.
func newColumns(ctx context.Context, of columnsOf, before *Columns) *Columns {
	c := &Columns{}
	same := before != nil && before.index == of.index
	if same {
		c.tasks = before.tasks
	} else if c.tasks = newTasks(ctx, of.index); c.tasks == nil {
		return nil
	}
	if same && before.scale.Measure == of.height {
		c.heights, c.order, c.ranks, c.sorted, c.scale = before.heights, before.order, before.ranks, before.sorted, before.scale
		if c.scale.linear == of.linear {
			c.places = before.places
		}
	} else if !c.measure(ctx, of.height) {
		return nil
	}
	if c.places == nil {
		c.scale = newScale(of.height, of.linear, c.scale.least, c.scale.most)
		c.places = make([]float32, len(c.heights))
		inParts(len(c.heights), func(from, to int) {
			for i := from; i < to; i++ {
				c.places[i] = c.scale.At(c.heights[i])
			}
		})
	}
	c.paint(ctx, of)
	if ctx.Err() != nil {
		return nil
	}
	c.rankTones = make([]uint8, len(c.order))
	for rank, i := range c.order {
		c.rankTones[rank] = c.tones[i]
	}
	return c
}

// sameHeights reports whether other columns have the same tasks at the same places: at most their colours differ.
func (c *Columns) sameHeights(o *Columns) bool {
	return c == o || o != nil && c.tasks == o.tasks && c.scale == o.scale
}

// numbers returns the numbers of a measure, of which some are missing once ctx is done.
func numbers(ctx context.Context, x *task.Index, m *measure.Measure) []int64 {
	list := make([]int64, len(x.Tasks))
	inParts(len(list), func(from, to int) {
		for i := from; i < to; i++ {
			if i&0xffff == 0 && ctx.Err() != nil {
				return
			}
			list[i] = m.Of(&x.Tasks[i])
		}
	})
	return list
}

// inParts calls a function for parts of the numbers from 0 to n, on all processors, and waits for them.
func inParts(n int, f func(from, to int)) {
	const few = 50_000
	parts := min(runtime.GOMAXPROCS(0), 1+n/few)
	var group sync.WaitGroup
	for k := range parts {
		group.Go(func() { f(k*n/parts, (k+1)*n/parts) })
	}
	group.Wait()
}

// measure fills the heights and their order; false once ctx is done.
func (c *Columns) measure(ctx context.Context, m *measure.Measure) bool {
	n := len(c.index.Tasks)
	c.heights, c.order, c.ranks, c.sorted = numbers(ctx, c.index, m), make([]int32, n), make([]int32, n), make([]int64, n)
	if ctx.Err() != nil {
		return false
	}
	items := make([]radix.Item, n)
	for i, h := range c.heights {
		items[i] = radix.Item{Key: uint64(h), At: int32(i)}
	}
	for rank, item := range radix.Sort(items, make([]radix.Item, n)) {
		c.order[rank], c.ranks[item.At], c.sorted[rank] = item.At, int32(rank), int64(item.Key)
	}
	least, most := extremes(c.heights)
	c.scale = Scale{Measure: m, least: least, most: most}
	return true
}

// extremes returns the least number above 0 and the greatest one.
func extremes(list []int64) (least, most int64) {
	for _, x := range list {
		if most = max(most, x); x > 0 && (least == 0 || x < least) {
			least = x
		}
	}
	return least, most
}

// paint fills the tones; some are missing once ctx is done.
func (c *Columns) paint(ctx context.Context, of columnsOf) {
	if of.colour == nil {
		c.tones = c.kinds
		return
	}
	list := c.heights
	least, most := c.scale.least, c.scale.most
	if of.colour != c.scale.Measure {
		list = numbers(ctx, c.index, of.colour)
		least, most = extremes(list)
	}
	c.colour = newScale(of.colour, of.linear, least, most)
	c.tones = make([]uint8, len(list))
	inParts(len(list), func(from, to int) {
		for i := from; i < to; i++ {
			c.tones[i] = uint8(255*c.colour.At(list[i]) + 0.5)
		}
	})
}

// between returns the tasks, from the first to before the end, among which are all that overlap an
// interval, and those that begin in it. The end of the trace belongs to it.
func (t *tasks) between(from, to, end tracefeed.Time) (first, last int) {
	first = sort.Search(len(t.reach), func(i int) bool { return t.reach[i] > from || t.start[i] >= from })
	return first, t.before(to, end)
}

// before returns the number of tasks that begin before a time, or at the end of the trace if the
// time is not before that.
func (t *tasks) before(to, end tracefeed.Time) int {
	return sort.Search(len(t.start), func(i int) bool { return t.start[i] >= to && (to < end || t.start[i] > end) })
}

// begun returns the tasks that begin in an interval, from the first to before the last.
func (t *tasks) begun(from, to, end tracefeed.Time) (first, last int) {
	first = sort.Search(len(t.start), func(i int) bool { return t.start[i] >= from })
	return first, max(first, t.before(to, end))
}

// color returns the colour of a tone.
func (c *Columns) color(p *paint.Palette, tone uint8) paint.Color {
	switch {
	case c.colour.Measure != nil:
		return p.Scale(float32(tone) / 255)
	case int(tone) < len(c.types):
		return p.SliceColor(paint.SliceColors[tone])
	}
	return p.OtherSlices()
}

// colors returns the colours of all tones.
func (c *Columns) colors(p *paint.Palette) (list [256]paint.Color) {
	for i := range list {
		list[i] = c.color(p, uint8(i))
	}
	return list
}

// None reports whether there are no tasks at all.
func (c *Columns) None() bool { return len(c.heights) == 0 }

// Begun returns the tasks that begin in an interval, from the first to before the last. end is the end of
// the trace, which belongs to the interval.
func (c *Columns) Begun(from, to, end tracefeed.Time) (first, last int) {
	return c.begun(from, to, end)
}

// Start returns the start of a task, Place its place on the axis of heights, and Rank its rank: the greater
// of two is that of the higher task or, of equal ones, of the later.
func (c *Columns) Start(i int) tracefeed.Time { return c.start[i] }

func (c *Columns) Place(i int) float32 { return c.places[i] }

func (c *Columns) Rank(i int) int32 { return c.ranks[i] }

// ID returns the name of a task.
func (c *Columns) ID(i int) task.ID { return c.index.Tasks[i].ID() }

// Lookup returns the number of a task in the columns; -1 if it is not there.
func (c *Columns) Lookup(id task.ID) int { return c.index.Lookup(id) }

// Color returns the colour of a task in a palette.
func (c *Columns) Color(p *paint.Palette, i int) paint.Color { return c.color(p, c.tones[i]) }

// Heights is the axis of heights.
func (c *Columns) Heights() *Scale { return &c.scale }

// Starts returns the starts of all tasks, in order.
func (c *Columns) Starts() []tracefeed.Time { return c.start }
