package ui

import (
	"math"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/session"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// findingsFit gives the panel of the findings the height that they need, until the user chooses
// another. It only grows while a trace is shown, so that nothing moves back and forth while
// entries open and close. The selection below has the rest of the column, and the legend keeps
// its height, unless the whole finding and the next two need a part of it.
type findingsFit struct {
	own   bool // the user chose the height
	of    neededBy
	need  float32 // the most that the findings of the trace needed
	near  float32 // the most that the whole one and the next two needed
	given float32 // the height last set; 0 if none
	all   float32 // the height of the column then
	// legend is the height last set of the legend, 0 if none, and chosen the one that the user
	// chose, 0 if none.
	legend, chosen float32
}

// neededBy is what a height is needed for.
type neededBy struct {
	trace       *session.Trace
	width, text float32
}

// Least heights of the findings and of the selection, on a common screen, and the share of their
// room that the selection has at least. Without a selection, its least height has the states
// at the moment and the lock that was waited for most. legendMost is the largest share of the
// column that a legend keeps in a smaller window. For the whole finding and the next two the selection and the
// legend have less: its least height and room for the states, or shares of a low column.
const (
	leastFindings  = 70
	leastSelection = 190
	selectionShare = 0.45
	legendMost     = 0.5

	lowSelectionShare         = 0.32
	litSelectionShare         = 0.215 // with a current finding, whose thread is selected
	lowLegend, lowLegendShare = 141, 0.235
)

// findingsColumn returns the node of the findings and the nodes below it; ok is false unless
// they are in one column. legend is nil if the column has no part below the selection; it may be
// hidden.
func findingsColumn() (findings, rest, selection, legend *imgui.DockNode, w *imgui.Window, ok bool) {
	w, known := widget.WindowNamed(panel.FindingsID)
	if !known || !w.DockIsActive() {
		return nil, nil, nil, nil, nil, false
	}
	findings = w.DockNode()
	if findings.InternalIsRootNode() {
		return nil, nil, nil, nil, nil, false
	}
	column := findings.ParentNode()
	parts := column.ChildNodes()
	rest = parts[1]
	if column.SplitAxis() != imgui.AxisY || parts[0].ID() != findings.ID() || !rest.IsVisible() {
		return nil, nil, nil, nil, nil, false
	}
	selection = rest
	if rest.InternalIsSplitNode() && rest.SplitAxis() == imgui.AxisY {
		below := rest.ChildNodes()
		selection, legend = below[0], below[1]
	}
	return findings, rest, selection, legend, w, true
}

// fit sets the heights of the column of the findings, before it is laid out. near is the height of the
// finding with all of its text and of the next two.
func (f *findingsFit) fit(of *session.Trace, near, scale float32) {
	findings, rest, selection, legend, w, ok := findingsColumn()
	if !ok || f.own {
		return
	}
	is, all := findings.Size().Y, findings.ParentNode().Size().Y
	if f.given > 0 && f.all == all && math.Abs(float64(is-f.given)) > 2 {
		f.own = true
		return
	}
	if w.WasActive() && !w.Hidden() { // in the last frame
		pad, frame := imgui.CurrentStyle().WindowPadding().Y, is-w.Size().Y
		need, by := w.ContentSize().Y+2*pad+frame, neededBy{of, findings.Size().X, scale}
		near += pad + frame
		if f.of == by {
			need, near = max(need, f.need), max(near, f.near)
		}
		f.of, f.need, f.near = by, need, near
	}
	if f.need == 0 {
		return // they have not been seen
	}
	high, below := float32(0), float32(0)
	if legend != nil {
		high = f.legendHeight(legend.SizeRef().Y, all, scale) // it has that when it is shown
		if legend.IsVisible() {
			below = high
		}
	}
	want := fittedFindings(f.need, all, below, scale)
	share := float32(lowSelectionShare)
	if of.Workspace.Look.Lit != nil {
		share = litSelectionShare
	}
	if more, left := f.forNear(all, below, scale, share); more > want {
		if want = more; below > 0 {
			high = min(high, left)
		}
	}
	if f.given == want && f.all == all {
		return
	}
	f.given, f.all, f.legend = want, all, high
	setHeight(findings, want)
	setHeight(rest, all-want)
	if legend != nil {
		setHeight(selection, all-want-high)
		setHeight(legend, high)
	}
}

// legendHeight returns the height of a legend that has one, in a column of a height: the height that
// the user chose, or else the first one.
func (f *findingsFit) legendHeight(is, all, scale float32) float32 {
	if f.all == all {
		if f.legend > 0 && math.Abs(float64(is-f.legend)) > 2 {
			f.legend, f.chosen = is, is
		}
		return is
	}
	if f.chosen > 0 {
		return min(f.chosen, legendMost*all)
	}
	return min(legendHeight*scale, legendShare*all)
}

// fittedFindings returns the height of findings that need some, in a column of a height where the
// legend has another.
func fittedFindings(need, all, legend, scale float32) float32 {
	most := all - legend - max(leastSelection*scale, selectionShare*(all-legend))
	return float32(int(max(min(max(need, leastFindings*scale), most), leastFindings*scale)))
}

// forNear returns the height of the whole finding and the next two in a column of a height where the legend has another,
// as far as there is room, and the height that is left for the legend. A height of the legend that the user
// chose stays. The selection has a share of a low column, and its least height before the legend has more than its.
func (f *findingsFit) forNear(all, legend, scale, share float32) (want, left float32) {
	least := min(legend, lowLegend*scale, lowLegendShare*all)
	if f.chosen > 0 {
		least = legend
	}
	selection := min(leastSelection*scale, share*all)
	want = float32(int(min(f.near, all-least-selection)))
	return want, max(all-want-leastSelection*scale, min(least, all-want-selection))
}

// setHeight sets the height of a node of the dock, at least a pixel.
func setHeight(n *imgui.DockNode, high float32) {
	imgui.InternalDockBuilderSetNodeSize(n.ID(), imgui.Vec2{X: max(n.Size().X, 1), Y: max(high, 1)})
}
