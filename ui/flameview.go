package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution"
	"tiv/report/flame"
	"tiv/scene"
)

// flameView draws the graph of a panel, for one frame.
type flameView struct {
	p     *flamePanel
	g     *flameGraph
	hits  []bool // by function; nil without a search
	area  scene.Rect
	row   float32 // the height of a row
	shown []flameBox
}

// flameBox is a drawn call path.
type flameBox struct {
	scene.Rect
	g    *flameGraph
	path int32
}

// leastBox is the width from which on a call is drawn, in pixels of a common screen.
const leastBox = 1

func (v *flameView) layOut() {
	v.row = imgui.TextLineHeight() + 7*v.p.ui.scale
	if s := &v.p.search; s.Present && s.Key.graph == v.g {
		v.hits = s.Value.functions
	}
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	v.area = scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + wide}
	if v.g.paths[0].Total.Alive() == 0 {
		v.p.ui.faintWrapped("The trace has no code of these threads in this time and these states.")
		return
	}
	rows := v.place()
	imgui.InvisibleButtonV("graph", imgui.Vec2{X: max(wide, 1), Y: max(float32(rows)*v.row, 1)},
		imgui.ButtonFlags(imgui.ButtonFlagsMouseButtonLeft|imgui.ButtonFlagsMouseButtonRight))
	v.p.ui.mark("flame graph", lastItem())
	over := v.under()
	v.callTip(over)
	for i := range v.shown {
		v.draw(&v.shown[i], over == &v.shown[i])
	}
	if over != nil {
		v.click(over)
	}
}

// place finds the boxes, and returns the number of their rows.
func (v *flameView) place() (rows int) {
	if v.g.above != nil {
		return v.placeAround()
	}
	root := v.p.at.path(v.g)
	for p := root; p > 0; p = v.g.paths[p].Parent {
		v.add(v.g, flame.Box{Path: p, X: float64(v.area.X0), Width: float64(v.area.Width())}, v.g.paths[p].Depth-1)
	}
	rows = v.g.paths[root].Depth
	for _, b := range v.boxes(v.g, root) {
		row := v.g.paths[b.Path].Depth - 1
		v.add(v.g, b, row)
		rows = max(rows, row+1)
	}
	return rows
}

// placeAround finds the boxes of a function's callers, from the middle up, and of its callees.
func (v *flameView) placeAround() (rows int) {
	callers, middle := v.boxes(v.g.above, 0), 0
	for _, b := range callers {
		middle = max(middle, v.g.above.paths[b.Path].Depth-1)
	}
	for _, b := range callers {
		if depth := v.g.above.paths[b.Path].Depth; depth > 1 {
			v.add(v.g.above, b, middle+1-depth)
		}
	}
	rows = middle
	for _, b := range v.boxes(v.g, 0) {
		row := middle + v.g.paths[b.Path].Depth - 1
		v.add(v.g, b, row)
		rows = max(rows, row+1)
	}
	return rows
}

// boxes returns the boxes below a path.
func (v *flameView) boxes(g *flameGraph, root int32) []flame.Box {
	boxes, _ := flame.Boxes(g.paths, root, float64(v.area.X0), float64(v.area.Width()), float64(leastBox*v.p.ui.scale))
	return boxes
}

func (v *flameView) add(g *flameGraph, b flame.Box, row int) {
	y := v.area.Y0 + float32(row)*v.row
	r := scene.Rect{X0: float32(b.X), Y0: y, X1: float32(b.X + b.Width), Y1: y + v.row}
	v.shown = append(v.shown, flameBox{r, g, b.Path})
	if v.p.ui.marks != nil {
		v.p.ui.mark("flame call "+g.step(b.Path).function, r)
	}
}

// under returns the box under the mouse.
func (v *flameView) under() *flameBox {
	if !imgui.IsItemHovered() {
		return nil
	}
	at := imgui.MousePos()
	for i := range v.shown {
		if v.shown[i].Holds(at.X, at.Y) {
			return &v.shown[i]
		}
	}
	return nil
}

// draw draws a call: its name, and the states of its threads as a strip.
func (v *flameView) draw(b *flameBox, hovered bool) {
	k := v.p.ui.scale
	low, high := imgui.Vec2{X: b.X0, Y: b.Y0}, imgui.Vec2{X: b.X1 - k, Y: b.Y1 - k}
	if high.X < low.X+k {
		high.X = low.X + k
	}
	if !imgui.IsRectVisibleVec2(low, high) {
		return
	}
	list, looks, p := imgui.WindowDrawList(), v.p.ui.palette, &b.g.paths[b.path]
	list.AddRectFilled(low, high, packed(flame.Fill(looks, p.Node.Evidence)))
	found, ink := v.hits != nil && v.hits[p.Node.Function], looks.Text
	if v.hits != nil && !found {
		ink = looks.Faint
	}
	x, total := low.X, p.Total.Alive()
	for _, state := range b.g.States {
		if part := (high.X - low.X) * float32(p.Total[state]) / float32(total); part > 0 {
			list.AddRectFilled(imgui.Vec2{X: x, Y: high.Y - 4*k}, imgui.Vec2{X: x + part, Y: high.Y}, packed(looks.Layers[flame.StateName(state)].Color))
			x += part
		}
	}
	v.border(list, low, high, p.Node.Evidence)
	if found || hovered {
		list.AddRectV(low, high, packed(looks.Select), 0, 0, 2*k)
	}
	if wide := high.X - low.X - 6*k; wide > 2.5*imgui.FontSize() {
		name := shorten(sanitize(b.g.Name(p.Node.Function)), wide)
		list.AddTextVec2(imgui.Vec2{X: low.X + 3*k, Y: low.Y + k}, packed(ink), name)
	}
}

// border draws the border of a call; that of a sampled one is dashed.
func (v *flameView) border(list *imgui.DrawList, low, high imgui.Vec2, evidence execution.Evidence) {
	k, color := v.p.ui.scale, packed(v.p.ui.palette.Faint)
	if evidence == execution.Measured || high.X-low.X < 4*k {
		list.AddRectV(low, high, color, 0, 0, k)
		return
	}
	list.AddLineV(low, imgui.Vec2{X: low.X, Y: high.Y}, color, k)
	from, to := max(low.X, v.area.X0), min(high.X, v.area.X1)
	for x := from; x < to; x += 8 * k {
		end := min(x+4*k, to)
		list.AddLineV(imgui.Vec2{X: x, Y: low.Y}, imgui.Vec2{X: end, Y: low.Y}, color, k)
		list.AddLineV(imgui.Vec2{X: x, Y: high.Y}, imgui.Vec2{X: end, Y: high.Y}, color, k)
	}
}

// callTip describes the call under the mouse, if there is one.
func (v *flameView) callTip(b *flameBox) {
	if b == nil || !hasRested() {
		return
	}
	does := "Click to zoom to it, right-click for more."
	if v.p.at.function != "" {
		does = "Click for its callers and callees, right-click for more."
	}
	about, at := sanitizeLines(b.g.About(b.g.paths, b.path))+"\n"+does, imgui.MousePos()
	if beginTip(besidePointer(tipSize(about), mgl32.Vec2{at.X, at.Y}, b.Rect, display(), imgui.FontSize())) {
		text(folded(about, imgui.FontSize()*tipWidth))
		imgui.EndTooltip()
	}
}

// click takes clicks on a call.
func (v *flameView) click(b *flameBox) {
	step := b.g.step(b.path)
	switch {
	case imgui.IsItemClickedV(imgui.MouseButtonRight):
		v.p.functions.open(longestCall(v.p.tree.Value, b.g.paths[b.path].Node.Function))
	case !imgui.IsItemClickedV(imgui.MouseButtonLeft):
	case v.p.at.function != "":
		if step.function != v.p.at.function {
			v.p.goTo(flameSpot{function: step.function})
		}
	default:
		v.p.goTo(flameSpot{zoom: b.g.steps(b.path)})
	}
}
