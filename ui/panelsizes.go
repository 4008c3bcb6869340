package ui

import (
	"math"

	"github.com/AllenDang/cimgui-go/imgui"
)

// panelSizes keeps room for the scene: if the window is too small for all panels,
// they shrink below the sizes chosen by the user, which are restored once there
// is room.
type panelSizes struct {
	window [2]float32 // the size that panels were fitted to, or the width of a saved layout; 0 if none yet
	scale  float32    // of the screen that they were on; 0 if none yet
	around []imgui.ID // which panels were there
	// wanted has the sizes chosen by the user, given the sizes last set by fit.
	// Both are by dock node.
	chosen, given map[imgui.ID]float32
}

// maxPanelShare is the part of the window's width and height that panels around the
// scene may take.
const maxPanelShare = 0.6

// docked is a node beside the scene, and the axis along which its size reduces
// the scene.
type docked struct {
	node *imgui.DockNode
	axis int
}

// nodesAroundScene returns the dock nodes around the scene, the nearest first.
func nodesAroundScene() (list []docked) {
	node := imgui.InternalDockBuilderGetCentralNode(dockID)
	if node == nil || node.CData == nil {
		return nil
	}
	for !node.InternalIsRootNode() {
		parent := node.ParentNode()
		for _, child := range parent.ChildNodes() {
			if child.ID() != node.ID() && child.IsVisible() {
				list = append(list, docked{child, int(parent.SplitAxis())})
			}
		}
		node = parent
	}
	return list
}

// sizeAlong returns a size along an axis.
func sizeAlong(v imgui.Vec2, axis int) float32 { return [2]float32{v.X, v.Y}[axis] }

func (d docked) resize(size float32) {
	v := d.node.Size()
	if d.axis == 0 {
		v.X = size
	} else {
		v.Y = size
	}
	imgui.InternalDockBuilderSetNodeSize(d.node.ID(), v)
}

// fit sets the sizes of the panels around the scene, after a change of the
// window's size, panels or scale. At other times the user can change them.
func (s *panelSizes) fit(window imgui.Vec2, scale float32) {
	if s.chosen == nil {
		s.chosen, s.given = map[imgui.ID]float32{}, map[imgui.ID]float32{}
	}
	list := nodesAroundScene()
	if len(list) == 0 { // before the first frame with panels
		return
	}
	same := s.window == [2]float32{window.X, window.Y} && len(list) == len(s.around)
	for i, d := range list {
		id := d.node.ID()
		if is := sizeAlong(d.node.SizeRef(), d.axis); is != s.given[id] {
			s.chosen[id], s.given[id] = is, is
		}
		same = same && s.around[i] == id
	}
	if s.rescaled(list, scale) {
		same = false
	}
	if same {
		return
	}
	s.widen(list, window.X, scale)
	s.window, s.around = [2]float32{window.X, window.Y}, s.around[:0]
	var sum [2]float32
	for _, d := range list {
		s.around = append(s.around, d.node.ID())
		sum[d.axis] += s.chosen[d.node.ID()]
	}
	for _, d := range list {
		id := d.node.ID()
		s.given[id] = fittedSize(s.chosen[id], sum[d.axis], s.window[d.axis])
		d.resize(s.given[id])
	}
}

// widen gives panels beside the scene that have their first width the first width of a window
// of another width. In a small window, fit shrinks them.
func (s *panelSizes) widen(list []docked, window, scale float32) {
	const rounding = 4
	if s.window[0] == 0 || s.window[0] == window {
		return
	}
	was, is := max(sideWidth(s.window[0], scale), narrowSide*scale), max(sideWidth(window, scale), narrowSide*scale)
	if was == is {
		return
	}
	for _, d := range list {
		if id := d.node.ID(); d.axis == 0 && math.Abs(float64(s.chosen[id]-was)) <= rounding {
			s.chosen[id] = is
		}
	}
}

// rescaled scales the wanted sizes to a screen of another scale. It reports
// whether that changes anything.
func (s *panelSizes) rescaled(list []docked, scale float32) bool {
	if s.scale == scale {
		return false
	}
	for _, d := range list {
		if s.scale > 0 {
			s.chosen[d.node.ID()] *= scale / s.scale
		}
	}
	s.scale = scale
	return true
}

// fittedSize returns the length of a panel in a window of some length, where wanted
// is its own and sum the wanted length of all panels.
func fittedSize(wanted, sum, window float32) float32 {
	return float32(int(wanted * min(1, maxPanelShare*window/max(sum, 1))))
}

// restore restores the panel sizes that the user chose, regardless of the
// window's size, so that they are saved.
func (s *panelSizes) restore() {
	for _, d := range nodesAroundScene() {
		if size, ok := s.chosen[d.node.ID()]; ok {
			d.resize(size)
		}
	}
}
