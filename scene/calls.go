package scene

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution"
	"tiv/interaction/groups"
	"tiv/tracefeed"
)

// Call is a call in the execution view. The zero Call is none.
type Call struct {
	Thread   tracefeed.ThreadID
	Function string
	// Depth is the number of its lane, from 0 for the outermost calls.
	Depth int
	// Start and End are those of the call, as far as the lanes shown tell.
	Start, End tracefeed.Time
	Sampled    bool
}

// Evidence says how the call is known.
func (c *Call) Evidence() execution.Evidence {
	if c.Sampled {
		return execution.Sampled
	}
	return execution.Measured
}

// Calls is what the execution view shows.
type Calls struct {
	// Shown says that the frame has such a view.
	Shown bool
	// Colors is the meaning of the colours, and Kinds are the functions or packages with
	// these colours that are to be seen, those with the most pixels first.
	Colors CallColors
	Kinds  []CallKind
	// BySlice says that bars have the colours of slices. Calls have them, too; then Colors is
	// ByState.
	BySlice bool
	// Found counts the calls that Look.Found finds in the rows and the time shown. FoundAtMost
	// says that some of them may be of other functions, too short to tell them apart.
	Found       int
	FoundAtMost bool
	// Sampled says that some calls are sampled, Merged that some pixels stand for several.
	Sampled, Merged bool
	// Deeper is the largest number of lanes that a row has no room for.
	Deeper int
	// None says that no thread has a call in the time shown, Small that bars are too low for
	// lanes.
	None, Small bool
	// Pending says that the calls, or finer ones, are still to be read. Progress is how
	// much of the trace has been.
	Pending  bool
	Progress float64

	lanes *execution.Lanes
	rect  Rect // of all lanes
	rows  []laneRow
	walls []wallRow // in place of rows: those of View.Walls
	time  timeScale
	slots []slot
}

// CallKind is a function or a package whose calls are in the picture.
type CallKind struct {
	// Name is the whole name, Short that for legends.
	Name, Short string
	Color       Color
	// Pixels is the length of its calls.
	Pixels int
}

// newCalls returns the contents of a picture of lanes, without a place; l is nil if there are none
// yet. late says that finer ones will come.
func newCalls(st *stage, cache *laneCache, l *execution.Lanes, late bool) Calls {
	c := Calls{Shown: true, Colors: st.look.CallColors, BySlice: st.colours.partition != nil, Pending: late,
		Progress: cache.progress(), lanes: l, slots: st.layout.slots}
	if c.BySlice { // which are the layers of bars now
		c.Colors = ByState
	}
	return c
}

// newLaneInput returns the input for the colours of the calls of a picture.
func newLaneInput(st *stage, f *Frame, scale float32) laneInput {
	in := laneInput{lanes: f.Calls.lanes, by: f.Calls.Colors, palette: st.look.Palette, function: st.look.Call.Function,
		found: st.look.Found, scale: scale}
	switch {
	case f.Calls.BySlice:
		in.partition = st.colours.partition
	case in.by == ByState:
		in.shares, in.cut = f.Shares.Version, f.Shares.CutVersion
	default:
		in.base = st.colours.limit
	}
	return in
}

// describe lists the functions or packages in the picture.
func (c *Calls) describe(r *lanePainter) {
	c.Sampled, c.Merged, c.Found, c.FoundAtMost = r.shown.sampled, r.shown.merged, r.shown.found, r.shown.foundAtMost
	if c.Colors == ByState {
		return
	}
	at := map[string]int{}
	for function, pixels := range r.shown.pixels {
		if pixels == 0 {
			continue
		}
		name := r.style.kind(int32(function))
		i, ok := at[name]
		if !ok {
			i = len(c.Kinds)
			at[name] = i
			k := CallKind{Name: cmp.Or(name, NoName), Color: r.style.of(int32(function))}
			if k.Short = k.Name; c.Colors == ByFunction {
				k.Short = r.style.name(int32(function))
			}
			c.Kinds = append(c.Kinds, k)
		}
		c.Kinds[i].Pixels += int(pixels)
	}
	slices.SortFunc(c.Kinds, func(a, b CallKind) int { return cmp.Or(cmp.Compare(b.Pixels, a.Pixels), cmp.Compare(a.Name, b.Name)) })
}

// NoName is the text in place of the name of a function, or of a package, that is not known.
const NoName = "(no name)"

// callName is the name of a function in a bar or a legend, without the path of its package.
func callName(function string) string {
	name := groups.ShortFunction(function)
	if o := execution.OriginOf(function, "", false); name == function && strings.Contains(o.Package, ".") {
		name = strings.TrimPrefix(function, o.Package+".") // Java
	}
	return cmp.Or(name, NoName)
}

// CallAt returns the call at a pixel, and the number of calls that the pixel stands for.
// ok is false if there is none.
func (f *Frame) CallAt(x, y float32) (call Call, merged int, ok bool) {
	c := &f.Calls
	if c.walls != nil {
		return f.callOnWall(x, y)
	}
	if c.lanes == nil || !c.rect.Holds(x, y) {
		return call, 0, false
	}
	for i := range c.rows {
		row := &c.rows[i]
		if row.count > 0 && row.rect(c.rect.X0, c.rect.X1).Holds(x, y) {
			return c.at(&c.slots[row.slot], min(int((y-row.lanes)/row.high), row.count-1), &c.time, int(x-c.rect.X0))
		}
	}
	return call, 0, false
}

// at returns the longest call of a slot at a depth in a column of pixels.
func (c *Calls) at(s *slot, depth int, time *timeScale, column int) (call Call, merged int, ok bool) {
	from, to := time.since(float64(column)), time.since(float64(column+1))
	for _, t := range s.threads() {
		lanes, _ := c.lanes.Of(t)
		if depth >= len(lanes) {
			continue
		}
		calls := callsBetween(c.lanes, lanes[depth], time.from+tracefeed.Time(from), time.from+tracefeed.Time(to)+1)
		for i := range calls {
			lc := &calls[i]
			begin, end := lc.Extent(c.lanes.Cell)
			if start := float64(begin - time.from); float64(end-time.from) <= from && start < from || start >= to {
				continue // in the pixel beside it
			}
			merged += lc.Calls()
			if !ok || lc.End-lc.Start > call.End-call.Start {
				ok = true
				call = Call{t, c.lanes.Functions[lc.Function], depth, lc.Start, lc.End, lc.Evidence() == execution.Sampled}
			}
		}
	}
	return call, merged, ok
}

// callOnWall returns the call on a bar at a pixel, and the number of calls in its
// column. A name of a bar hides it.
func (f *Frame) callOnWall(x, y float32) (call Call, merged int, ok bool) {
	view := f.viewAt(x, y)
	if _, named := f.NameAt(x, y); named || view < 0 {
		return call, 0, false
	}
	s := f.strike(view, x, y)
	if s.wall < 0 {
		return call, 0, false
	}
	row := &f.Calls.walls[s.wall]
	lane, column := f.Views[view].Walls.List[s.wall].cell(s.at)
	return f.Calls.at(&f.Calls.slots[row.slot], lane, &row.time, column)
}

// CallOutline returns the corners of a call in the picture; nil if it is not shown.
func (f *Frame) CallOutline(call *Call) []mgl32.Vec2 {
	c := &f.Calls
	if c.lanes == nil || call.Thread == tracefeed.NoThread {
		return nil
	}
	for i := range c.walls {
		row := &c.walls[i]
		if x0, x1, ok := row.time.columnsOf(call); ok && call.Depth < row.count && c.slots[row.slot].thread == call.Thread {
			return f.Views[0].outline(&f.Views[0].Walls.List[i], call.Depth, x0, x1)
		}
	}
	x0, x1, ok := c.time.columnsOf(call)
	for i := range c.rows {
		row := &c.rows[i]
		if !ok || call.Depth >= row.count || !slices.Contains(c.slots[row.slot].threads(), call.Thread) {
			continue
		}
		r := Rect{c.rect.X0 + x0, row.lanes + float32(call.Depth)*row.high, c.rect.X0 + x1, row.lanes + float32(call.Depth+1)*row.high}
		if r.Y1 <= c.rect.Y0 || r.Y0 >= c.rect.Y1 {
			return nil
		}
		return []mgl32.Vec2{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X1, r.Y1}, {r.X0, r.Y1}}
	}
	return nil
}

// columnsOf returns the columns of a call, at least one; ok is false if it is outside.
func (s *timeScale) columnsOf(call *Call) (x0, x1 float32, ok bool) {
	x0, x1 = float32(s.column(call.Start)), float32(s.column(call.End))
	return x0, max(x1, x0+1), call.End >= s.from && call.Start <= s.to
}
