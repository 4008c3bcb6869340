package picture

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/report"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// carried is the threads, or the group, that a drag carries over a place.
type carried struct {
	by mgl32.Vec2 // from their places
	// command is the effect of dropping them, words is it for the user.
	command workspace.Command
	words   string
	// target is the cluster that they join, -1 for none.
	target int
}

// carry returns what the drag carries, and the effect of dropping it now. On the ground of a
// cluster threads join it, outside they leave theirs, unless all of it is carried. With Ctrl
// they only move, and so do groups.
func (m *Mouse) carry() carried {
	c := carried{target: -1}
	for i := range m.at.Bars {
		if b := &m.at.Bars[i]; b.Pick == m.held {
			c.by = m.dropAt.Sub(b.Center.Vec2())
		}
	}
	if i := int(m.target.Index); m.target.Kind == shape.PickCluster {
		c.command = workspace.Place{}
		if i < len(m.Frame.Clusters) {
			c.command = workspace.Place{Groups: map[string]mgl32.Vec2{m.Frame.Clusters[i].Name: m.Frame.Relative(m.dropAt)}}
		}
		return c
	}
	places := map[tracefeed.ThreadID]mgl32.Vec2{}
	for i := range m.at.Bars {
		if b := &m.at.Bars[i]; m.isDragged(b) {
			places[tracefeed.ThreadID(b.Pick.Index)] = m.Frame.Relative(b.Center.Vec2().Add(c.by))
		}
	}
	c.command = workspace.Place{Places: places}
	if io := imgui.CurrentIO(); io.KeyCtrl() && !io.KeyShift() {
		c.words = "only moves"
		return c
	}
	if c.target = groundUnder(m); c.target >= 0 {
		cluster := &m.Workspace.Look.Clusters[c.target]
		isMember := func(t tracefeed.ThreadID) bool { return slices.Contains(cluster.Threads, t) }
		joining := slices.DeleteFunc(slices.Clone(m.dragged), isMember)
		if len(joining) > 0 {
			c.command = workspace.Regroup{Cluster: c.target, Threads: joining, Places: places}
			c.words = verb(joining, "join") + " " + report.Safe(cluster.Name)
		}
		return c
	}
	if leaving, name := left(m.Workspace.Look.Clusters, m.dragged); len(leaving) > 0 {
		c.command = workspace.Regroup{Cluster: -1, Threads: leaving, Places: places}
		c.words = verb(leaving, "leave") + " " + report.Safe(name)
	}
	return c
}

// groundUnder returns the cluster on whose ground the thread that is carried is, -1 for none.
// Threads that are carried have no ground.
func groundUnder(m *Mouse) int {
	for _, g := range m.Frame.Grounds {
		at := m.dropAt
		inside := at[0] >= g.Low[0] && at[0] <= g.High[0] && at[1] >= g.Low[1] && at[1] <= g.High[1]
		if inside && g.Cluster < len(m.Workspace.Look.Clusters) && !m.isDragged(&shape.Bar{Pick: g.Bar}) {
			return g.Cluster
		}
	}
	return -1
}

// left returns the threads that leave their clusters if they are taken outside, and the name of
// one of these clusters: a cluster that is taken as a whole stays one.
func left(clusters []view.Cluster, taken []tracefeed.ThreadID) (leaving []tracefeed.ThreadID, name string) {
	for i := range clusters {
		c := &clusters[i]
		var members []tracefeed.ThreadID
		for _, t := range c.Threads {
			if view.Has(taken, t) {
				members = append(members, t)
			}
		}
		if len(members) > 0 && len(members) < len(c.Threads) {
			leaving, name = append(leaving, members...), c.Name
		}
	}
	return leaving, name
}

// verb says that threads do something: "joins", or "3 threads join".
func verb(threads []tracefeed.ThreadID, word string) string {
	if len(threads) == 1 {
		return word + "s"
	}
	return tracefeed.Plural(len(threads), "thread") + " " + word
}

// isDragged reports whether a bar is moved by the drag.
func (m *Mouse) isDragged(b *shape.Bar) bool {
	return b.Pick == m.held || b.Pick.Kind == shape.PickThread && view.Has(m.dragged, tracefeed.ThreadID(b.Pick.Index))
}

// draw lights the ground of the cluster that threads would join, outlines the places where they
// would be dropped, and writes the effect beside the pointer.
func (c carried) draw(m *Mouse) {
	list := imgui.BackgroundDrawList() // below all panels
	area := m.RectInWindow(shape.Rect{X1: m.Area.Width(), Y1: m.Area.Height()})
	list.PushClipRectV(imgui.Vec2{X: area.X0, Y: area.Y0}, imgui.Vec2{X: area.X1, Y: area.Y1}, true)
	defer list.PopClipRect()
	quad := func(low, high mgl32.Vec2, fill, line float32) {
		var corners [4]imgui.Vec2
		for i, w := range [4]mgl32.Vec2{low, {high[0], low[1]}, high, {low[0], high[1]}} {
			p, _ := m.at.Project(w.Vec3(0))
			corners[i] = m.InWindow(p)
		}
		list.AddQuadFilled(corners[0], corners[1], corners[2], corners[3], widget.Packed(m.UI.Palette.Select.Alpha(fill)))
		if line == 0 {
			return
		}
		list.AddQuadV(corners[0], corners[1], corners[2], corners[3], widget.Packed(m.UI.Palette.Select), line*m.UI.Scale)
	}
	for _, g := range m.Frame.Grounds {
		if g.Cluster == c.target && !m.isDragged(&shape.Bar{Pick: g.Bar}) {
			quad(g.Low, g.High, 0.24, 0)
		}
	}
	for i := range m.at.Bars {
		if b := &m.at.Bars[i]; m.isDragged(b) {
			half := mgl32.Vec2{b.HalfWidth, b.HalfHeight}
			at := b.Center.Vec2().Add(c.by)
			quad(at.Sub(half), at.Add(half), 0.15, 2)
		}
	}
	if c.words == "" {
		return
	}
	at, size, pad := imgui.CurrentIO().MousePos(), imgui.CalcTextSize(c.words), 0.4*imgui.FontSize()
	at.X = min(at.X+imgui.FontSize(), area.X1-size.X-2*pad)
	at.Y = max(at.Y-2*imgui.FontSize(), area.Y0+pad)
	box := shape.Rect{X0: at.X - pad, Y0: at.Y - pad/2, X1: at.X + size.X + pad, Y1: at.Y + size.Y + pad/2}
	widget.Fill(list, box, m.UI.Palette.Ground.Alpha(0.9))
	list.AddTextVec2(at, widget.Packed(m.UI.Palette.Select), c.words)
	m.UI.MarkText("drop words", c.words)
	m.UI.Mark("drop words", box)
}
