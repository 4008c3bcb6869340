package processors

import (
	"math"
	"slices"

	"tiv/scene/lane"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/timeline/processor"
	"tiv/tracefeed"
)

// hiddenShade is how far the colour of a thread without a place in the picture is from the ground,
// otherShade that of a thread that is not selected, while others are, and dimmedShade that of a
// dimmed one. startShade darkens the first column of a run.
const (
	hiddenShade = 0.45
	otherShade  = 0.35
	dimmedShade = 0.25
	startShade  = 0.5
	rowShade    = 0.05
	// leastNameWide is the smallest width of a run with a name, in pixels of a common screen.
	leastNameWide = 26
)

// drawing is what a raster shows.
type drawing struct {
	rows    *processor.Rows
	time    lane.TimeScale
	rect    shape.Rect
	row     float32
	palette *paint.Palette
	colors  []paint.Color // by thread
	lit     []bool        // by thread
	names   []name
}

// name is a run with room for its name.
type name struct {
	thread tracefeed.ThreadID
	rect   shape.Rect
	color  paint.Color
}

// column is what a row shows in a column of pixels: the longest of its entries there, from 1, 0
// for none; and the part of it in which threads are on the processor.
type column struct {
	entry   int
	covered float32
}

// paint draws the rows, unless they are the last ones, and writes the names of threads.
func (s *Strip) paint(st *stage.Stage, sh *shape.Sheet) {
	d := drawing{rows: s.rows, time: s.time, rect: s.Rect, row: s.row, palette: sh.Colors}
	d.colors, d.lit = threadColors(st)
	last, r := &s.cache.drawn, &s.cache.raster
	if d.rows != last.rows || d.time != last.time || d.rect != last.rect || d.row != last.row || d.palette != last.palette ||
		!slices.Equal(d.colors, last.colors) || !slices.Equal(d.lit, last.lit) {
		r.Rect, r.Width, r.Height, r.Version = s.Rect, int(s.Rect.Width()), int(s.Rect.Height()), shape.NextVersion()
		r.Pixels = slices.Grow(r.Pixels[:0], r.Width*r.Height)[:r.Width*r.Height]
		clear(r.Pixels)
		columns := make([]column, r.Width)
		for i := range s.list {
			d.drawRow(s, i, r, columns, sh)
		}
		*last = d
	}
	for _, n := range last.names {
		size := min(0.85*sh.Em, 0.8*n.rect.Height())
		text := st.Timeline.Threads[n.thread].Name
		if i, shown := st.Layout.SlotOf[n.thread]; shown && st.Layout.Slots[i].Members == nil {
			text = st.Layout.Slots[i].Name
		}
		text = shape.FitName(text, size, n.rect.Width()-0.5*size, false)
		if text == "" || text == "…" {
			continue
		}
		sh.Overlay.Texts = append(sh.Overlay.Texts, shape.Text{Size: size, Color: n.color.TextOn(), Text: text,
			X: n.rect.X0 + 0.25*size, Y: (n.rect.Y0+n.rect.Y1)/2 + 0.35*size})
	}
}

// threadColors returns the colour of each thread: that of its cluster, or that of running threads.
// Those that the pointer or the selection is on are lit.
func threadColors(st *stage.Stage) (colors []paint.Color, lit []bool) {
	look := st.Look
	colors, lit = make([]paint.Color, len(st.Timeline.Threads)), make([]bool, len(st.Timeline.Threads))
	for t := range colors {
		id := tracefeed.ThreadID(t)
		color, share := look.Palette.Layers["running"].Color, float32(1)
		i, shown := st.Layout.SlotOf[id]
		if shown {
			if s := &st.Layout.Slots[i]; s.User > 0 && look.Clusters[s.User-1].Color.A > 0 {
				color = look.Clusters[s.User-1].Color
			}
		}
		lit[t] = look.IsSelected(id) || look.Hovered == shape.PickID{Kind: shape.PickThread, Index: int32(t)}
		switch {
		case lit[t]:
		case view.Has(look.Dimmed, id):
			share = dimmedShade
		case look.AnySelected():
			share = otherShade
		case !shown:
			share = hiddenShade
		}
		colors[t] = look.Palette.Ground.Toward(color, share)
	}
	return colors, lit
}

// drawRow draws the row of a processor.
func (d *drawing) drawRow(s *Strip, i int, r *shape.Raster, columns []column, sh *shape.Sheet) {
	y0, y1 := int(lane.Round(s.top(i)-s.Rect.Y0)), int(lane.Round(s.top(i+1)-s.Rect.Y0))
	y1 = min(max(y1, y0+1), r.Height)
	if y1-y0 >= 4 {
		y1-- // a gap
	}
	if y0 >= y1 {
		return
	}
	line := make([]paint.Color, r.Width)
	for x := range line {
		line[x] = d.palette.Shade(rowShade)
	}
	row := s.rows.Of(s.list[i].CPU)
	var entries []processor.Entry
	if row != nil {
		entries = s.rows.Between(row, d.time.From, d.time.To)
	}
	clear(columns)
	for k := range entries {
		d.cover(columns, entries, k)
	}
	for x := 0; x < len(line); {
		last := x + 1
		for last < len(line) && columns[last].entry == columns[x].entry {
			last++
		}
		if n := columns[x].entry; n > 0 {
			d.run(&entries[n-1], line, columns, x, last)
			d.note(&entries[n-1], s, x, last, y0, y1, line[(x+last)/2], sh)
		}
		x = last
	}
	d.fill(r, line, columns, y0, y1)
	d.marks(s, i, r, entries, columns, y0, y1)
}

// cover covers the columns of an entry.
func (d *drawing) cover(columns []column, entries []processor.Entry, k int) {
	e := &entries[k]
	start, end := e.Extent(d.rows.Cell)
	density := float32(float64(e.Busy) / float64(end-start))
	x0, x1 := d.time.Column(start), d.time.Column(end)
	first := min(int(x0), len(columns)-1)
	last := min(max(int(math.Ceil(x1))-1, first), len(columns)-1)
	for x := first; x <= last; x++ {
		c := &columns[x]
		c.covered += density * float32(min(x1, float64(x+1))-max(x0, float64(x)))
		if c.entry == 0 || e.End-e.Start > entries[c.entry-1].End-entries[c.entry-1].Start {
			c.entry = k + 1
		}
	}
}

// run draws the columns of an entry from one to another, exclusive. Where threads were on the
// processor for a part of a column only, its colour is weaker, but never vanishes.
func (d *drawing) run(e *processor.Entry, line []paint.Color, columns []column, x0, x1 int) {
	for x := x0; x < x1; x++ {
		share := lane.FaintestCall + (1-lane.FaintestCall)*min(columns[x].covered, 1)
		line[x] = line[x].Toward(d.colors[e.Thread], share)
	}
	// The column of its begin can be that of a longer run before it.
	if x1-x0 >= 4 && e.Count == 1 && e.Start >= d.time.From && d.time.Column(e.Start) >= float64(x0-1) {
		line[x0] = line[x0].Toward(d.palette.Ground, startShade)
	}
}

// note notes an entry that has room for the name of its thread.
func (d *drawing) note(e *processor.Entry, s *Strip, x0, x1, y0, y1 int, color paint.Color, sh *shape.Sheet) {
	k := sh.Canvas.Scale
	if e.Count > 1 || e.Several || float32(x1-x0) < leastNameWide*k || float32(y1-y0) < lane.LeastNameHigh*k {
		return
	}
	d.names = append(d.names, name{e.Thread, shape.Rect{X0: s.Rect.X0 + float32(x0), Y0: s.Rect.Y0 + float32(y0),
		X1: s.Rect.X0 + float32(x1), Y1: s.Rect.Y0 + float32(y1)}, color})
}

// fill draws a line into the lines of a row. Of several rows in one line, each column shows one that
// ran a thread.
func (d *drawing) fill(r *shape.Raster, line []paint.Color, columns []column, y0, y1 int) {
	for y := y0; y < y1; y++ {
		for x, c := range line {
			if to := &r.Pixels[y*r.Width+x]; columns[x].entry > 0 || *to == (paint.Color{}) {
				*to = c
			}
		}
	}
}

// marks hatches the times in which nothing is known, and those with several threads at once, and
// frames the runs of lit threads.
func (d *drawing) marks(s *Strip, i int, r *shape.Raster, entries []processor.Entry, columns []column, y0, y1 int) {
	unknown := d.palette.Layers["unknown"]
	for _, v := range s.list[i].UnknownBetween(d.time.From, d.time.To) {
		for x := int(d.time.Column(v.Start)); x < int(math.Ceil(d.time.Column(v.End))); x++ {
			for y := y0; y < y1 && columns[x].entry == 0; y++ {
				r.Pixels[y*r.Width+x] = unknown.Color
				if (x+y)%6 < 2 {
					r.Pixels[y*r.Width+x] = unknown.Ink()
				}
			}
		}
	}
	for x := range columns {
		if columns[x].entry == 0 {
			continue
		}
		e := &entries[columns[x].entry-1]
		for y := y0; y < y1; y++ {
			at := &r.Pixels[y*r.Width+x]
			switch {
			case e.Several && (x-y+r.Height)%6 < 2:
				*at = d.palette.Text
			case d.lit[e.Thread] && y1-y0 >= 5 && (y == y0 || y == y1-1):
				*at = d.palette.Select
			}
		}
	}
}
