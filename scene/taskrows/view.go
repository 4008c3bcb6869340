package taskrows

import (
	"sort"

	"tiv/scene/lane"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
	"tiv/task/path"
	"tiv/tracefeed"
)

// View is the rows of one picture. It is valid until the next one.
type View struct {
	// Rect is the place of the rows in the picture, where time lies along x. Their names are between
	// Left and it.
	Rect shape.Rect
	Left float32
	// Rows are those in view, from above.
	Rows []Row
	// Pending says that some of what is shown is still to be found or read.
	Pending bool
	// Contents say what is in the rows, once they are drawn.
	Contents
	// Folded says that a type has no rows for its tasks.
	Folded bool
	// pathSeen says that the critical path of the chosen task is in view, waitedSeen that tasks for which it waits are.
	pathSeen, waitedSeen bool
	// Tasks and Types are the numbers of tasks and of types in the time shown.
	Tasks, Types int

	cache  *Cache
	time   lane.TimeScale
	lines  *lines
	offset float64 // of the top of the view from that of all rows
	total  float64 // the height of all rows
	row    float32 // the height of the row of a task
	head   float32 // that of a type
	plain  bool    // states have no patterns
	em     float32
	trail  *trail // of the chosen task; nil for none, and until it is found

	pathColor paint.Color
}

// Contents say what is in rows.
type Contents struct {
	// Inferred and Queued say that some work is inferred, and that some time is in a queue; Late that some work is
	// after the end of its task.
	Inferred, Queued, Late bool
	// States are those of threads.
	States [tracefeed.NumStates]bool
}

// Row is a row in view.
type Row struct {
	// Task is the index of its task in Look.Tasks; None for the row of a type.
	Task int
	// Type is the type, Count the number of its tasks in the time shown.
	Type  string
	Count int
	// Open says that the rows below it are unfolded: those of tasks, or of parts. Parts says that there are any.
	Open, Parts bool
	// Depth is the number of rows of tasks around it, of which it is a part.
	Depth int
	// Top and Bottom are pixel lines. pinned is the row of a type that stays at the top of the view.
	Top, Bottom float32
	pinned      bool

	line line
}

// None is the task of the row of a type.
const None = -1

// The smallest and the largest heights of rows in sizes of text: of a task, and of a type.
const (
	leastHigh = 1.3
	mostHigh  = 3.2
	leastHead = 1.9
	mostHead  = 7
)

// NamesWidth returns the width of the column of names in a picture of a width.
func NamesWidth(width, em float32) float32 { return min(17*em, 0.32*width) }

// Input is what a picture of rows is made of.
type Input struct {
	*stage.Stage
	*shape.Sheet
	// Rect is the place of the rows, Left the begin of the column of names.
	Rect shape.Rect
	Left float32
	// MaxEvents is the largest number of events to read, 0 for no limit.
	MaxEvents int
}

// Arrange chooses the rows of a picture, and reads what it does not take long to read; nil without tasks
// in order. The look must have tasks.
func (c *Cache) Arrange(in Input) *View {
	look := in.Look
	from, to := look.Window()
	r := in.Rect
	r = shape.Rect{X0: lane.Round(r.X0), Y0: lane.Round(r.Y0), X1: lane.Round(r.X1), Y1: lane.Round(r.Y1)}
	r.X1, r.Y1 = max(r.X1, r.X0+1), max(r.Y1, r.Y0+1) // of a tiny picture
	c.need = need{tl: in.Timeline, orderOf: orderOf{look.Tasks, sortedBy(look)}, from: from, to: to, cell: cellOf(from, to, r.Width()),
		chosen: look.Tasks.Lookup(look.Task)}
	o, late := c.putInOrder(&c.need, in.MaxEvents)
	if o == nil {
		return nil
	}
	trail, noTrail := c.trail(in.MaxEvents)
	v := &View{Rect: r, Left: in.Left, Pending: late || noTrail, cache: c, em: in.Em, plain: look.Plain, trail: trail,
		time: lane.NewTimeScale(from, to, int(r.Width()), 1)}
	c.need.order = o
	v.lines = c.rows(want{from: from, to: to, room: int(r.Height() / (leastHigh * v.em)), perHead: leastHead / leastHigh,
		types: look.TaskRows.Types, parts: look.TaskRows.Parts, chosen: look.Task})
	v.place(look)
	v.choose()
	v.Pending = c.read(in.MaxEvents) || v.Pending
	return v
}

// sortedBy returns the measure by which rows are sorted; nil for the starts of tasks.
func sortedBy(look *view.Look) *measure.Measure {
	m, _ := measure.Parse(look.TaskOrder)
	return m
}

// place finds the height of rows and the place of the first.
func (v *View) place(look *view.Look) {
	l, high := v.lines, v.Rect.Height()
	tasks := len(l.list) - len(l.heads)
	for g, n := range l.count {
		if n > 0 {
			v.Types++
			v.Tasks += n
			v.Folded = v.Folded || !l.open[g]
		}
	}
	heads := float32(max(len(l.heads), 1))
	v.row = min(max((high-leastHead*v.em*heads)/float32(max(tasks, 1)), leastHigh*v.em), mostHigh*v.em)
	v.head = min(max((high-v.row*float32(tasks))/heads, leastHead*v.em), mostHead*v.em)
	v.total = float64(v.head)*float64(heads) + float64(v.row)*float64(tasks)
	if top := look.TaskTop; top != (view.TaskPlace{}) {
		v.offset = v.top(l.find(top)) - top.Above*float64(v.row)
	}
	v.offset = min(max(v.offset, 0), max(v.total-float64(high), 0))
}

// top returns the distance of the top of a line from that of all rows: in double precision, because
// the rows of very many tasks are higher than single precision tells pixels apart.
func (v *View) top(line int) float64 {
	line = min(line, len(v.lines.list))
	heads := sort.SearchInts(v.lines.heads, line)
	return float64(heads)*float64(v.head) + float64(line-heads)*float64(v.row)
}

// at returns the first line that reaches below a distance from the top of all rows.
func (v *View) at(distance float64) int {
	return sort.Search(len(v.lines.list), func(i int) bool { return v.top(i+1) > distance })
}

// choose chooses the rows in view.
func (v *View) choose() {
	l, need := v.lines, &v.cache.need
	head, start := line{none, none, 0}, v.at(v.offset)
	if k := sort.SearchInts(l.heads, start); k > 0 {
		head = l.list[l.heads[k-1]]
	}
	for i := start; i < len(l.list); i++ {
		n, y := l.list[i], v.Rect.Y0+float32(v.top(i)-v.offset)
		if n.task == none {
			head = n
		}
		bottom := v.Rect.Y0 + float32(v.top(i+1)-v.offset)
		switch {
		case y >= v.Rect.Y1:
			if n.task != none && len(need.after) < len(v.Rows) {
				need.after = append(need.after, n.task)
				break
			}
			return
		case bottom > v.Rect.Y0:
			if len(v.Rows) == 0 {
				if n.task != none || y < v.Rect.Y0 {
					v.pin(head)
				}
				v.before(i)
			}
			if n.task == none && y < v.Rect.Y0 { // it is pinned
				break
			}
			v.Rows = append(v.Rows, v.newRow(n, y, bottom))
			if n.task == none {
				need.groups = append(need.groups, n.group)
			} else {
				need.rows = append(need.rows, n.task)
			}
		}
	}
}

// pin adds the row of a type that stays at the top.
func (v *View) pin(n line) {
	r := v.newRow(n, v.Rect.Y0, v.Rect.Y0+v.head)
	r.pinned = true
	v.Rows = append(v.Rows, r)
	v.cache.need.groups = append(v.cache.need.groups, n.group)
}

// before notes the tasks above a line that scrolling shows next.
func (v *View) before(i int) {
	for k := i - 1; k >= 0 && float32(i-k)*v.row < v.Rect.Height(); k-- {
		if n := v.lines.list[k]; n.task != none {
			v.cache.need.before = append(v.cache.need.before, n.task)
		}
	}
}

func (v *View) newRow(n line, top, bottom float32) Row {
	l := v.lines
	r := Row{Task: int(n.task), Type: l.of.groups[n.group].name, Count: l.count[n.group], Depth: int(n.depth), Top: lane.Round(top),
		Bottom: lane.Round(bottom), line: n}
	if n.task == none {
		r.Open, r.Parts = l.open[n.group], true
	} else {
		r.Open, r.Parts = l.parts[n.task], l.hasParts(n.task)
	}
	return r
}

// Pick identifies the task or the type of a row.
func (r *Row) Pick() shape.PickID {
	if r.Task == None {
		return shape.PickID{Kind: shape.PickTaskType, Index: r.line.group}
	}
	return shape.PickID{Kind: shape.PickTask, Index: int32(r.Task)}
}

// RowOf returns the row in view of a task or a type; nil if there is none.
func (v *View) RowOf(pick shape.PickID) *Row {
	for i := 0; v != nil && i < len(v.Rows); i++ {
		if v.Rows[i].Pick() == pick {
			return &v.Rows[i]
		}
	}
	return nil
}

// RowAt returns the row at a pixel; ok is false if there is none. name says that the pixel is in the column
// of names, and fold that it is on the sign that folds and unfolds.
func (v *View) RowAt(x, y float32) (row *Row, name, fold, ok bool) {
	if v == nil || x < v.Left || x >= v.Rect.X1 || y < v.Rect.Y0 || y >= v.Rect.Y1 {
		return nil, false, false, false
	}
	for i := range v.Rows {
		if r := &v.Rows[i]; y >= r.Top && y < r.Bottom {
			name = x < v.Rect.X0
			sign := v.sign(r)
			return r, name, r.Parts && name && x < sign+1.2*v.em, true
		}
	}
	return nil, false, false, false
}

// sign returns the begin of the sign of a row that folds and unfolds.
func (v *View) sign(r *Row) float32 {
	x := v.Left + 0.5*v.em
	if r.Task != None {
		x += v.em * (0.9 + 0.8*float32(min(r.Depth, 6)))
	}
	return x
}

// PlaceOf returns the place of a row, for scrolling.
func (v *View) PlaceOf(r *Row) view.TaskPlace {
	p := view.TaskPlace{Type: r.Type, Above: float64((r.Top - v.Rect.Y0) / v.row)}
	if r.Task != None {
		p.Type, p.Task = "", v.cache.need.tasks.Tasks[r.Task].ID()
	}
	return p
}

// Scrolled returns the place to which the rows are scrolled by some pixels, downwards if above 0.
func (v *View) Scrolled(by float32) view.TaskPlace { return v.scrolledTo(v.offset + float64(by)) }

// Dragged returns the place to which the rows are scrolled by moving the bar beside them by some pixels.
func (v *View) Dragged(by float32) view.TaskPlace {
	bar, _ := v.Bar()
	high := v.Rect.Height()
	return v.scrolledTo(v.offset + float64(by)*(v.total-float64(high))/float64(max(high-bar.Height(), 1)))
}

// scrolledTo returns the place to which the rows are scrolled with some pixels of them above the view.
func (v *View) scrolledTo(offset float64) view.TaskPlace {
	offset = min(max(offset, 0), max(v.total-float64(v.Rect.Height()), 0))
	if offset == 0 || len(v.lines.list) == 0 {
		return view.TaskPlace{}
	}
	i := min(v.at(offset), len(v.lines.list)-1)
	above := v.top(i) - offset
	r := v.newRow(v.lines.list[i], v.Rect.Y0+float32(above), v.Rect.Y0+float32(v.top(i+1)-offset))
	p := v.PlaceOf(&r)
	p.Above = above / float64(v.row)
	return p
}

// Spot is what a row shows in a column of pixels.
type Spot struct {
	// From and To are the time of the column.
	From, To tracefeed.Time
	// Shares are those of the row of a task, as parts of the column; Read is false if they are not known yet.
	Shares Shares
	Read   bool
	// Threads is the number of threads that work for the task in the column, if it is the same in all of a
	// stretch with room for its name; Thread is the only one.
	Threads int
	Thread  tracefeed.ThreadID
	// Busy and Queued are the mean numbers of tasks of the row of a type, Most is the largest sum of them.
	Busy, Queued, Most float32
	// Piece is the piece of the critical path of the chosen task, Chosen, that has most of the column; nil for none.
	// Pieces is the number of those in the column.
	Piece          *path.Piece
	Pieces, Chosen int
}

// At returns what a row shows at a pixel.
func (v *View) At(r *Row, x float32) (s Spot) {
	column := float64(int(x - v.Rect.X0))
	s.From = v.time.From + tracefeed.Time(v.time.Since(column))
	s.To = max(v.time.From+tracefeed.Time(v.time.Since(column+1)), s.From+1)
	if r.Task == None {
		if b := v.cache.band(r.line.group); b != nil {
			a, z := cells(b.from, b.cell, &v.time, column)
			s.Busy, s.Queued = b.between(a, z)
			s.Most, s.Read = b.mostBetween(v.time.From, v.time.To), true
		}
		return s
	}
	if v.trail != nil && v.trail.marks[r.line.task] != nil {
		s.Chosen = v.cache.need.chosen
		s.Piece, s.Pieces = v.trail.at(r.Task, v.cache.need.trailOf(), s.From, s.To)
	}
	strip := v.cache.strip(r.line.task)
	if strip == nil {
		return s
	}
	k := 0
	a, z := cells(strip.from, strip.cell, &v.time, column)
	s.Shares, s.Read = strip.between(a, z, &k), true
	for _, st := range strip.stretches {
		if st.start <= s.From && st.end >= s.To {
			s.Threads, s.Thread = st.number, st.thread
		}
	}
	return s
}

// cells returns the ends of a column in cells of a length from a time on.
func cells(from, cell tracefeed.Time, time *lane.TimeScale, column float64) (a, z float64) {
	a = (float64(time.From-from) + time.Since(column)) / float64(cell)
	z = (float64(time.From-from) + time.Since(column+1)) / float64(cell)
	return a, max(z, a+1e-9)
}

// Task returns the task of a row; nil for that of a type.
func (v *View) Task(r *Row) *task.Task {
	if r.Task == None {
		return nil
	}
	return &v.cache.need.tasks.Tasks[r.Task]
}
