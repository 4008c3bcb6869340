package playback

import (
	"context"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/internal/background"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// slicedOverview is the overview by slices, or by states in the base, made of the finished
// overview in the background.
type slicedOverview struct {
	background.Latest[overviewSlicesKey, dividedOverview]
}

// dividedOverview has the parts of columns. bySlice says that they are slices, and not states.
type dividedOverview struct {
	columns []columnParts
	bySlice bool
}

// columnParts are the parts of a column, from below.
type columnParts []tracefeed.Time

// overviewSlicesKey is the input of a slicedOverview.
type overviewSlicesKey struct {
	of      *tracefeed.StateTimes // the first of the finished columns
	tl      *timeline.Timeline
	slicing *slice.Slices
	base    string
	colours bool
}

// update requests the parts, if there are slices to show. It returns nil for none, and while
// they are not known.
func (s *slicedOverview) update(ws *workspace.Workspace, o *overview, wake func()) []columnParts {
	look := &ws.Look
	if look.Slicing == nil || len(o.done) == 0 || !look.SliceColours && ws.Look.Slicing.Base(ws.Look.Base) == nil {
		s.Reset()
		return nil
	}
	key := overviewSlicesKey{&o.done[0], o.key.tl, look.Slicing, look.Base, look.SliceColours}
	threads, columns := o.threads, len(o.done)
	step := o.end / tracefeed.Time(columns)
	s.Update(key, func(ctx context.Context, _ func(float64)) (dividedOverview, error) {
		return key.parts(ctx, threads, columns, step), ctx.Err()
	}, wake)
	if !s.Present || s.Key != key {
		return nil
	}
	return s.Value.columns
}

// colors are the colours of the parts.
func (s *slicedOverview) colors(p *paint.Palette) (list []paint.Color) {
	if !s.Value.bySlice {
		for _, l := range report.StateOrder {
			list = append(list, p.Layers[l.Word()].Color)
		}
		return append(list, p.OutsideBase())
	}
	for _, d := range s.Key.slicing.Definitions {
		list = append(list, p.SliceColor(d.Colour))
	}
	return append(list, p.NoSlice(), p.OutsideBase())
}

// names are the names of the parts.
func (s *slicedOverview) names() (list []string) {
	if s.Value.bySlice {
		for _, d := range s.Key.slicing.Definitions {
			list = append(list, report.Safe(d.Name))
		}
		return append(list, "no slice", "outside of the base")
	}
	for _, l := range report.StateOrder {
		list = append(list, l.Word())
	}
	return append(list, "outside of the base")
}

// share returns a part's share of the time in the base. The last part is outside of it.
func (c columnParts) share(i int) float64 {
	all := tracefeed.Time(0)
	for _, t := range c[:len(c)-1] {
		all += t
	}
	return float64(c[i]) / float64(max(all, 1))
}

// at returns the parts of the column that contains a time; nil if the overview is not
// divided into them.
func (s *slicedOverview) at(o *overview, t tracefeed.Time) columnParts {
	if !s.Present || len(o.done) == 0 || s.Key.of != &o.done[0] {
		return nil
	}
	if i, ok := o.column(t); ok {
		return s.Value.columns[i]
	}
	return nil
}

// maxParts is the largest number of parts that are named.
const maxParts = 16

// describe names parts of a column, the upper ones first, with their shares of the time
// in the base.
func (s *slicedOverview) describe(ui *widget.Kit, parts columnParts) {
	n := 0
	colors, names := s.colors(ui.Palette), s.names()
	for i, t := range slices.Backward(parts) {
		if t == 0 {
			continue
		}
		if n++; n > maxParts {
			ui.Faint("and more")
			return
		}
		ui.Swatch(colors[i], paint.Plain)
		imgui.SameLine()
		if widget.Text(names[i]); i < len(parts)-1 {
			imgui.SameLine()
			widget.Text(panel.Percent(float32(parts.share(i))))
		}
	}
}

// parts divides columns of a length into the parts of threads: slices, time in no slice and
// time outside of the base; or states in the base, and time outside of it. A moment counts
// for the first slice that covers it; those of the base are none. A base that no slice divides
// is divided into states.
func (k *overviewSlicesKey) parts(ctx context.Context, threads []tracefeed.ThreadID, columns int, step tracefeed.Time) dividedOverview {
	base := k.slicing.Base(k.base)
	if !k.colours {
		return dividedOverview{columns: k.states(ctx, threads, columns, step, base)}
	}
	sets := slices.Clone(k.slicing.Sets)
	for i, d := range k.slicing.Definitions {
		if slice.OnPath(k.base, d.Name) {
			sets[i] = &slice.Set{}
		}
	}
	p := slice.NewPartition(ctx, sets, base)
	if base != nil && !p.Divides() {
		return dividedOverview{columns: k.states(ctx, threads, columns, step, base)}
	}
	out := make([]columnParts, columns)
	for i := range out {
		out[i] = make(columnParts, len(sets)+2)
	}
	for _, t := range threads {
		born, died := k.tl.Lane(t).Life()
		born = max(born, 0)
		for i := int(born / step); i < columns && tracefeed.Time(i)*step < died && ctx.Err() == nil; i++ {
			from := tracefeed.Time(i) * step
			p.Add(t, slice.AnyDepth, max(from, born), min(from+step, died), out[i])
		}
	}
	return dividedOverview{out, true}
}

// states divides columns into states in the base, and time outside of it.
func (k *overviewSlicesKey) states(ctx context.Context, threads []tracefeed.ThreadID, columns int, step tracefeed.Time,
	base *slice.Set) []columnParts {
	out := make([]columnParts, columns)
	for i := range out {
		out[i] = make(columnParts, len(report.StateOrder)+1)
	}
	timeline.EachStretch(ctx, k.tl, threads, 0, k.tl.End, func(row int, s tracefeed.State, start, end tracefeed.Time) {
		part := slices.Index(report.StateOrder[:], s)
		for start < end && int(start/step) < columns {
			i := start / step
			next := min(end, (i+1)*step)
			covered := base.Time(threads[row], start, next)
			out[i][part] += covered
			out[i][len(report.StateOrder)] += next - start - covered
			start = next
		}
	})
	return out
}

// drawParts draws columns in parts, as high as the highest of the overview allows.
func (b *scrubBar) drawParts(list *imgui.DrawList, r shape.Rect, columns []columnParts) {
	o := &b.overview
	wide := r.Width() * float32(float64(o.end)/float64(max(b.Workspace.Timeline.End, 1))) / float32(len(columns))
	colors := b.sliced.colors(b.UI.Palette)
	for i := range columns {
		x0, y := r.X0+float32(i)*wide, r.Y1
		for k, t := range columns[i] {
			if t == 0 {
				continue
			}
			top := y - r.Height()*float32(float64(t)/float64(max(o.most, 1)))
			widget.Fill(list, shape.Rect{X0: x0, Y0: top, X1: x0 + wide, Y1: y}, colors[k])
			y = top
		}
	}
}

// busy reports whether the parts are being computed.
func (s *slicedOverview) busy() bool {
	_, running := s.Running()
	return running
}
