package taskrows

import (
	"context"
	"time"

	"tiv/internal/background"
	"tiv/scene/lane"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Limits of what a frame does itself: the events of the time shown up to which it reads the states of
// threads, the tasks that it puts in order, and those of a type that it counts.
const (
	syncEvents = 50_000
	syncTasks  = 20_000
	syncCount  = 3000
)

// mostStrips is the number of strips that are kept.
const mostStrips = 1500

// Cache keeps what rows are made of between frames. The zero value is empty.
type Cache struct {
	orders  background.Latest[orderOf, *order]
	trails  background.Latest[trailOf, *trail]
	lines   *lines
	strips  map[task.ID]*kept[strip]
	bands   map[string]*kept[band]
	run     *reading
	need    need // of the last frame; without tasks for none
	painter painter
}

// kept is a strip or a band, and what it was read from.
type kept[T any] struct {
	value *T
	tl    *timeline.Timeline
	tasks *task.Index
}

// need is what a frame needs.
type need struct {
	tl *timeline.Timeline
	orderOf
	from, to, cell tracefeed.Time
	order          *order
	chosen         int     // the chosen task; task.NoTask for none
	rows, groups   []int32 // in view
	before, after  []int32 // rows near them
}

// reading reads strips and bands in a goroutine.
type reading struct {
	need need
	*background.Job[*found]
}

// found is what a run has read.
type found struct {
	strips map[int32]*strip
	bands  map[int32]*band
}

// around returns the interval that is read: as much again on each side, in whole cells.
func (n *need) around() (from, to tracefeed.Time) {
	length := n.to - n.from
	from = max(n.from-length/2, 0) / n.cell * n.cell
	to = min(n.to+length/2, n.tl.End+1)
	return from, from + (to-from+n.cell-1)/n.cell*n.cell
}

// putInOrder returns the tasks in the order of their rows; nil if there is none yet. late says that
// another one will come.
func (c *Cache) putInOrder(n *need, maxEvents int) (o *order, late bool) {
	l := &c.orders
	if !(l.Present && l.Key == n.orderOf) && (maxEvents == 0 || len(n.tasks.Tasks) <= syncTasks) {
		l.Present, l.Key, l.Value = true, n.orderOf, newOrder(n.orderOf, l.Value)
	}
	if !l.Present || l.Key.tasks != n.tasks {
		return nil, true
	}
	return l.Value, l.Key != n.orderOf
}

// trail returns the critical path of the chosen task; nil for none. late says that there will be one.
func (c *Cache) trail(maxEvents int) (r *trail, late bool) {
	l, of := &c.trails, c.need.trailOf()
	if of.task == task.NoTask {
		return nil, false
	}
	if l.Present && l.Key == of {
		return l.Value, false
	}
	if maxEvents > 0 {
		return nil, true
	}
	r, _ = newTrail(context.Background(), c.need.tl, of) // there is an error only of the context
	l.Present, l.Key, l.Value = true, of, r
	return r, false
}

// trailOf returns what the trail of the chosen task is made of.
func (n *need) trailOf() trailOf { return trailOf{n.tasks, n.chosen} }

// rows chooses the rows.
func (c *Cache) rows(w want) *lines {
	if c.lines == nil || c.lines.of != c.need.order || !c.lines.want.equal(&w) {
		c.lines = newLines(c.need.order, w)
	}
	return c.lines
}

// read reads what the frame needs and does not take long. It reports whether something is missing.
func (c *Cache) read(maxEvents int) (late bool) {
	n := &c.need
	from, to := n.around()
	ctx := context.Background()
	quick := maxEvents == 0 || n.tl.Events(from, to) <= min(syncEvents, maxEvents)
	r := n.reader()
	for _, i := range n.rows {
		if c.fits(i) {
			continue
		}
		if late = late || !quick; quick {
			c.keepStrip(n, i, r.read(ctx, int(i)))
		}
	}
	for _, g := range n.groups {
		if c.counted(g) {
			continue
		}
		if maxEvents == 0 || len(n.order.groups[g].tasks) <= syncCount {
			c.keepBand(n, g, readBand(ctx, n.order, int(g), from, to, n.cell))
		} else {
			late = true
		}
	}
	return late
}

func (n *need) reader() *stripReader {
	from, to := n.around()
	return &stripReader{tl: n.tl, tasks: n.tasks, from: from, to: to, cell: n.cell}
}

// strip returns the states of a task; nil if there are none yet. They can be coarse.
func (c *Cache) strip(i int32) *strip {
	s := c.strips[c.need.tasks.Tasks[i].ID()]
	if s == nil || s.value.from > c.need.from || s.value.to < c.need.to {
		return nil
	}
	return s.value
}

// fits reports whether the states of a task are as fine and as new as can be.
func (c *Cache) fits(i int32) bool {
	n, s := &c.need, c.strips[c.need.tasks.Tasks[i].ID()]
	return s != nil && s.tl == n.tl && s.tasks == n.tasks && s.value.covers(n.from, n.to, n.cell)
}

func (c *Cache) band(g int32) *band {
	if b := c.bands[c.need.order.groups[g].name]; b != nil {
		return b.value
	}
	return nil
}

func (c *Cache) counted(g int32) bool {
	n, b := &c.need, c.bands[c.need.order.groups[g].name]
	return b != nil && b.tl == n.tl && b.tasks == n.tasks && b.value.covers(n.from, n.to, n.cell)
}

func (c *Cache) keepStrip(n *need, i int32, s *strip) {
	if c.strips == nil || len(c.strips) > mostStrips {
		old := c.strips
		c.strips = map[task.ID]*kept[strip]{}
		for _, k := range c.need.rows { // of the last frame, whose tasks can be more than those of n
			if id := c.need.tasks.Tasks[k].ID(); old[id] != nil {
				c.strips[id] = old[id]
			}
		}
	}
	c.strips[n.tasks.Tasks[i].ID()] = &kept[strip]{s, n.tl, n.tasks}
}

func (c *Cache) keepBand(n *need, g int32, b *band) {
	if c.bands == nil || len(c.bands) > mostStrips {
		c.bands = map[string]*kept[band]{}
	}
	c.bands[n.order.groups[g].name] = &kept[band]{b, n.tl, n.tasks}
}

// Refine puts in order, reads and counts what the last frame lacks, and finds the critical path of the chosen task, in
// goroutines, and takes over the results. It reports whether the next frame will be better, and never waits.
func (c *Cache) Refine(notify func()) (better bool) {
	n := c.need
	if better = c.takeFound(); n.tasks == nil {
		c.orders.Pause()
		c.trails.Pause()
		return better
	}
	sorted, path := c.orders.Value, c.trails.Value
	c.orders.Update(n.orderOf, func(ctx context.Context, _ func(float64)) (*order, error) {
		return newOrder(n.orderOf, sorted), ctx.Err()
	}, notify)
	if of := n.trailOf(); of.task != task.NoTask {
		c.trails.Update(of, func(ctx context.Context, _ func(float64)) (*trail, error) { return newTrail(ctx, n.tl, of) }, notify)
	} else {
		c.trails.Pause()
	}
	if better = better || c.orders.Value != sorted || c.trails.Value != path; !better {
		c.begin(n, notify)
	}
	return better
}

func (c *Cache) takeFound() (better bool) {
	r := c.run
	if r == nil {
		return false
	}
	if !r.serves(&c.need) {
		r.Cancel()
	}
	if !r.Done() {
		return false
	}
	if f, err := r.Result(); err == nil {
		better = true
		for i, s := range f.strips {
			c.keepStrip(&r.need, i, s)
		}
		for g, b := range f.bands {
			c.keepBand(&r.need, g, b)
		}
	}
	c.run = nil
	return better
}

// begin begins to read what the last frame lacks.
func (c *Cache) begin(n need, notify func()) {
	if c.run != nil || n.order == nil {
		return
	}
	todo := need{groups: c.missing(n.groups, c.counted), rows: c.missing(n.rows, c.fits)}
	if len(todo.rows) == 0 && len(todo.groups) == 0 {
		return
	}
	todo.before, todo.after = c.missing(n.before, c.fits), c.missing(n.after, c.fits)
	n.rows, n.groups, n.before, n.after = todo.rows, todo.groups, todo.before, todo.after
	c.run = &reading{n, background.Start(func(ctx context.Context, _ func(float64)) (*found, error) {
		return n.read(ctx)
	}, notify)}
}

// missing returns the numbers for which is is false.
func (c *Cache) missing(list []int32, is func(int32) bool) (rest []int32) {
	for _, i := range list {
		if !is(i) {
			rest = append(rest, i)
		}
	}
	return rest
}

// batch is the time after which a run hands over what it has.
const batch = 60 * time.Millisecond

// read reads what is needed, as much as there is time for, and at least something.
func (n *need) read(ctx context.Context) (*found, error) {
	f, begun := &found{map[int32]*strip{}, map[int32]*band{}}, time.Now()
	r := n.reader()
	for _, list := range [][]int32{n.rows, n.after, n.before} {
		for _, i := range list {
			if f.strips[i] = r.read(ctx, int(i)); ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if time.Since(begun) > batch {
				return f, nil
			}
		}
	}
	for _, g := range n.groups {
		if f.bands[g] = readBand(ctx, n.order, int(g), r.from, r.to, r.cell); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if time.Since(begun) > batch {
			break
		}
	}
	return f, nil
}

// serves reports whether what is being read is of use for the last frame.
func (r *reading) serves(n *need) bool {
	if n.tasks == nil || r.need.tasks != n.tasks || r.need.tl != n.tl {
		return false
	}
	from, to := r.need.around()
	return from <= n.from && to >= n.to && r.need.cell <= 2*n.cell
}

// Drop drops everything, and cancels the goroutines.
func (c *Cache) Drop() {
	c.orders.Reset()
	c.trails.Reset()
	if c.run != nil {
		c.run.Cancel()
	}
	*c = Cache{orders: c.orders, trails: c.trails, run: c.run}
}

// Stop ends the goroutines, and waits for them.
func (c *Cache) Stop() {
	c.orders.Close()
	c.trails.Close()
	if c.run != nil {
		c.run.Stop()
		c.run = nil
	}
}

// Unseen says that the last frame has no rows, so that nothing is read.
func (c *Cache) Unseen() { c.need = need{} }

// cellOf returns the length of the cells of a picture.
func cellOf(from, to tracefeed.Time, columns float32) tracefeed.Time {
	return lane.CellFor(to-from, columns)
}
