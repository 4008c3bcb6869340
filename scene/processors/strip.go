package processors

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/scene/lane"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/timeline/processor"
	"tiv/tracefeed"
)

// Strip is the rows of processors of one frame.
type Strip struct {
	// Height is that of the strip in pixels, with a gap below.
	Height float32
	// Rect is the place of the rows, from the time on that the views below show at X0.
	Rect shape.Rect
	// Note says why there are no rows; "" if there are.
	Note string
	// Pending says that the rows, or finer ones, are still to be read.
	Pending bool

	cache *Cache
	rows  *processor.Rows
	// list are the processors, each with what is known of the whole trace.
	list []processor.Row
	row  float32 // the height of a row
	time lane.TimeScale
}

// Rows are at most highRow sizes of text high, and together the part maxPart of the picture.
const (
	highRow = 1.35
	maxPart = 0.3
	gap     = 0.35 // below, in sizes of text
)

// Begin returns the strip of a frame in the room of its views, without a place along x; nil if the
// frame has none. maxEvents is the largest number of events to read, 0 for no limit.
func (c *Cache) Begin(tl *timeline.Timeline, look *view.Look, canvas shape.Canvas, space shape.Rect, maxEvents int) *Strip {
	c.need = need{}
	if !look.Processors || !look.Kind.TimeAxis || tl.End == 0 {
		return nil
	}
	em := shape.Em(canvas.Scale)
	s := &Strip{Height: (highRow + gap) * em, cache: c, row: lane.Round(highRow * em)}
	s.Rect = shape.Rect{Y0: lane.Round(space.Y0), Y1: lane.Round(space.Y0 + highRow*em)}
	if !c.names(tl) {
		s.Note = "this trace names no processors"
		return s
	}
	from, to := look.Window()
	s.rows, s.Pending = c.update(need{tl, from, to, lane.CellFor(to-from, space.Width())}, maxEvents)
	if s.rows == nil {
		s.Note = "processors: reading …"
		return s
	}
	s.list = c.whole.List
	n := float32(max(1, len(s.list)))
	if room := maxPart * space.Height(); s.row*n > room {
		if s.row = room / n; s.row > 1 {
			s.row = float32(int(s.row))
		}
	}
	s.Rect.Y1 = s.Rect.Y0 + lane.Round(s.row*n)
	s.Height = s.Rect.Y1 - space.Y0 + gap*em
	return s
}

// Draw draws the strip between two columns of a picture whose names begin at column left.
func (s *Strip) Draw(st *stage.Stage, sh *shape.Sheet, left, x0, x1 float32) {
	s.Rect.X0, s.Rect.X1 = lane.Round(x0), max(lane.Round(x1), lane.Round(x0)+1)
	if s.Note != "" {
		t := shape.Text{Size: 0.9 * sh.Em, Color: sh.Colors.Faint, Text: s.Note, X: s.Rect.X0, Y: s.Rect.Y0 + sh.Em}
		sh.Labels.Add(t, sh.Colors.Plate())
		s.list = nil
		return
	}
	from, to := st.Look.Window()
	s.time = lane.NewTimeScale(from, to, int(s.Rect.Width()), 1)
	s.name(sh, left)
	s.paint(st, sh)
	if st.Look.MomentShown() {
		x, half := s.Rect.X0+float32(s.time.Column(st.Look.Moment)), sh.Canvas.Scale
		sh.Overlay.Rects = append(sh.Overlay.Rects, shape.OverlayRect{Color: sh.Colors.Moment,
			Rect: shape.Rect{X0: x - half, Y0: s.Rect.Y0, X1: x + half, Y1: s.Rect.Y1}})
	}
}

// View returns the view of the strip, which has neither bars nor edges.
func (s *Strip) View() shape.View {
	v := shape.View{Rect: s.Rect, Time: s.Rect, TimeAxis: true}
	v.Camera = shape.Flat{Rect: s.Rect, High: mgl32.Vec2{1, 1}}.Matrix(shape.Forward, shape.Up, shape.Right, 1)
	if s.list != nil {
		v.Raster = &s.cache.raster
	}
	return v
}

// name names the rows, as many as there is room for.
func (s *Strip) name(sh *shape.Sheet, left float32) {
	const apart = 1.1
	size := min(0.9*sh.Em, max(s.row, 0.7*sh.Em))
	free := s.Rect.Y0
	for i := range s.list {
		middle := s.top(i) + s.row/2
		if middle-apart*size/2 < free && i > 0 {
			continue
		}
		number := tracefeed.CPUName(s.list[i].CPU)
		t := shape.Text{Size: size, Color: sh.Colors.Faint, Text: "processor " + number}
		wide := s.Rect.X0 - left - sh.Em
		if assets.TextWidth(t.Text, size, false) > wide {
			t.Text = number
		}
		t.X, t.Y = s.Rect.X0-0.5*sh.Em-assets.TextWidth(t.Text, size, false), middle+0.35*size
		if sh.Labels.Add(t, sh.Colors.Plate()) {
			free = middle + apart*size/2
		}
	}
}

// top returns the upper end of a row.
func (s *Strip) top(i int) float32 { return s.Rect.Y0 + float32(i)*s.row }
