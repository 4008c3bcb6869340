package scene

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution"
	"tiv/scene/lane"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Calls is what the execution view shows.
type Calls struct {
	// Shown says that the frame has such a view.
	Shown bool
	// colors is the meaning of the colours, and Kinds are the functions or packages with
	// these colours that are to be seen, those with the most pixels first.
	colors view.CallColors
	Kinds  []CallKind
	// bySlice says that bars have the colours of slices. Calls have them, too; then colors is
	// ByState.
	bySlice bool
	// byTask says that these are types of tasks.
	byTask bool
	// found counts the calls that Look.Found finds in the rows and the time shown. foundAtMost
	// says that some of them may be of other functions, too short to tell them apart.
	found       int
	foundAtMost bool
	// Sampled says that some calls are sampled, Merged that some pixels stand for several.
	Sampled, Merged bool
	// deeper is the largest number of lanes that a row has no room for.
	deeper int
	// none says that no thread has a call in the time shown, small that bars are too low for
	// lanes.
	none, small bool
	// Pending says that the calls, or finer ones, are still to be read. progress is how
	// much of the trace has been.
	Pending  bool
	progress float64

	lanes *execution.Lanes
	rect  shape.Rect // of all lanes
	rows  []lane.Row
	walls []lane.WallRow // in place of rows: those of View.Walls
	time  lane.TimeScale
	slots []place.Slot
}

// CallKind is a function or a package whose calls are in the picture.
type CallKind struct {
	// Name is the whole name, Short that for legends.
	Name, Short string
	Color       paint.Color
	// pixels is the length of its calls.
	pixels int
}

// newCalls returns the contents of a picture of lanes, without a place; l is nil if there are none
// yet. late says that finer ones will come.
func newCalls(st *stage.Stage, cache *lane.Cache, l *execution.Lanes, late bool) Calls {
	c := Calls{Shown: true, colors: st.Look.CallColors, bySlice: st.Colours.Partition != nil, byTask: st.Colours.ByTask, Pending: late,
		progress: cache.Progress(), lanes: l, slots: st.Layout.Slots}
	if c.bySlice { // which are the layers of bars now
		c.colors = view.ByState
	}
	return c
}

// newLaneInput returns the input for the colours of the calls of a picture.
func newLaneInput(st *stage.Stage, f *Frame, scale float32) lane.Input {
	in := lane.Input{Lanes: f.Calls.lanes, By: f.Calls.colors, Palette: st.Look.Palette, Function: st.Look.Call.Function,
		Found: st.Look.Found, Handlers: st.Look.Handlers, Scale: scale}
	switch {
	case f.Calls.bySlice:
		in.Partition = st.Colours.Partition
	case in.By == view.ByState:
		in.Shares, in.Cut = f.Shares.Version, f.Shares.CutVersion
	default:
		in.Base = st.Colours.Limit
	}
	return in
}

// describe lists the functions or packages in the picture.
func (c *Calls) describe(r *lane.Painter) {
	c.Sampled, c.Merged, c.found, c.foundAtMost = r.Shown.Sampled, r.Shown.Merged, r.Shown.Found, r.Shown.FoundAtMost
	if c.colors == view.ByState {
		return
	}
	at := map[string]int{}
	for function, pixels := range r.Shown.Pixels {
		if pixels == 0 {
			continue
		}
		name := r.Style.Kind(int32(function))
		i, ok := at[name]
		if !ok {
			i = len(c.Kinds)
			at[name] = i
			k := CallKind{Name: cmp.Or(name, lane.NoName), Color: r.Style.Of(int32(function))}
			if k.Short = k.Name; c.colors == view.ByFunction {
				k.Short = r.Style.Name(int32(function))
			}
			c.Kinds = append(c.Kinds, k)
		}
		c.Kinds[i].pixels += int(pixels)
	}
	slices.SortFunc(c.Kinds, func(a, b CallKind) int { return cmp.Or(cmp.Compare(b.pixels, a.pixels), cmp.Compare(a.Name, b.Name)) })
}

// CallAt returns the call at a pixel, and the number of calls that the pixel stands for.
// ok is false if there is none.
func (f *Frame) CallAt(x, y float32) (call view.Call, merged int, ok bool) {
	c := &f.Calls
	if c.walls != nil {
		return f.callOnWall(x, y)
	}
	if c.lanes == nil || !c.rect.Holds(x, y) {
		return call, 0, false
	}
	for i := range c.rows {
		row := &c.rows[i]
		if row.Count > 0 && row.Rect(c.rect.X0, c.rect.X1).Holds(x, y) {
			return c.at(&c.slots[row.Slot], min(int((y-row.Lanes)/row.High), row.Count-1), &c.time, int(x-c.rect.X0))
		}
	}
	return call, 0, false
}

// at returns the longest call of a slot at a depth in a column of pixels.
func (c *Calls) at(s *place.Slot, depth int, time *lane.TimeScale, column int) (call view.Call, merged int, ok bool) {
	from, to := time.Since(float64(column)), time.Since(float64(column+1))
	for _, t := range s.Threads() {
		lanes, _ := c.lanes.Of(t)
		if depth >= len(lanes) {
			continue
		}
		calls := lane.CallsBetween(c.lanes, lanes[depth], time.From+tracefeed.Time(from), time.From+tracefeed.Time(to)+1)
		for i := range calls {
			lc := &calls[i]
			begin, end := lc.Extent(c.lanes.Cell)
			if start := float64(begin - time.From); float64(end-time.From) <= from && start < from || start >= to {
				continue // in the pixel beside it
			}
			merged += lc.Calls()
			if !ok || lc.End-lc.Start > call.End-call.Start {
				ok = true
				call = view.Call{Thread: t, Function: c.lanes.Functions[lc.Function], Depth: depth, Start: lc.Start, End: lc.End,
					Sampled: lc.Evidence() == execution.Sampled}
			}
		}
	}
	return call, merged, ok
}

// callOnWall returns the call on a bar at a pixel, and the number of calls in its
// column. A name of a bar hides it.
func (f *Frame) callOnWall(x, y float32) (call view.Call, merged int, ok bool) {
	view := f.viewAt(x, y)
	if _, named := f.NameAt(x, y); named || view < 0 {
		return call, 0, false
	}
	s := f.Views[view].Strike(f.Shares, f.Scale, x, y)
	if s.Wall < 0 {
		return call, 0, false
	}
	row := &f.Calls.walls[s.Wall]
	lane, column := f.Views[view].Walls.List[s.Wall].Cell(s.At)
	return f.Calls.at(&f.Calls.slots[row.Slot], lane, &row.Time, column)
}

// CallOutline returns the corners of a call in the picture; nil if it is not shown.
func (f *Frame) CallOutline(call *view.Call) []mgl32.Vec2 {
	c := &f.Calls
	if c.lanes == nil || call.Thread == tracefeed.NoThread {
		return nil
	}
	for i := range c.walls {
		row := &c.walls[i]
		if x0, x1, ok := row.Time.ColumnsOf(call); ok && call.Depth < row.Count && c.slots[row.Slot].Thread == call.Thread {
			return f.Views[0].Outline(&f.Views[0].Walls.List[i], call.Depth, x0, x1)
		}
	}
	x0, x1, ok := c.time.ColumnsOf(call)
	for i := range c.rows {
		row := &c.rows[i]
		if !ok || call.Depth >= row.Count || !slices.Contains(c.slots[row.Slot].Threads(), call.Thread) {
			continue
		}
		r := shape.Rect{X0: c.rect.X0 + x0, Y0: row.Lanes + float32(call.Depth)*row.High, X1: c.rect.X0 + x1,
			Y1: row.Lanes + float32(call.Depth+1)*row.High}
		if r.Y1 <= c.rect.Y0 || r.Y0 >= c.rect.Y1 {
			return nil
		}
		return []mgl32.Vec2{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X1, r.Y1}, {r.X0, r.Y1}}
	}
	return nil
}
