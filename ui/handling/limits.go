package handling

import (
	"fmt"
	"math"
	"strconv"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/handler"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// limits are the limits of a trace.
type limits struct{ panel.Trace }

// layOut lays out a slider for each limit of the rules that are used.
func (p limits) layOut() {
	defaults, th := handler.DefaultThresholds(), p.Workspace.Handlers.Thresholds()
	// All limits are to fit into a low panel.
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: imgui.CurrentStyle().FramePadding().X})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: imgui.CurrentStyle().ItemSpacing().X, Y: 3 * p.UI.Scale})
	defer imgui.PopStyleVarV(2)
	paper := p.Workspace.Handlers.Paper
	for _, l := range handler.Limits() {
		if l.Paper == paper {
			p.slider(&l, &th, &defaults)
		}
	}
	if p.UI.TickBox("Rules of the paper", &paper) {
		p.Send(workspace.SetPaperRules{On: paper})
	}
	p.UI.Mark("handlers paper", widget.LastItem())
	widget.Tip("Finds handlers by the rules of the paper alone (docs/handlers.md).")
	c := &p.Workspace.Handlers
	changed := c.Paper || len(c.Limits)+len(c.User)+len(c.System) > 0
	imgui.BeginDisabledV(!changed)
	imgui.SameLine()
	if imgui.Button("Reset") {
		p.Send(workspace.ResetHandlers{})
	}
	imgui.EndDisabled()
	p.UI.Mark("handlers reset", widget.LastItem())
	widget.Tip("Returns to the default rules and limits, and to the functions of the user and of the system as TIV knows them.")
	p.code()
}

// code names the code whose side the user has changed.
func (p limits) code() {
	for _, of := range []struct {
		list []string
		side string
	}{{p.Workspace.Handlers.User, "the user's"}, {p.Workspace.Handlers.System, "the system's"}} {
		for _, code := range of.list {
			said := code + " is " + of.side
			p.UI.Faint(widget.Shorten(said, imgui.ContentRegionAvail().X))
			p.UI.MarkText("handlers code "+code, said)
			widget.Tip(said + ". The menu of a function changes the side of its package.")
		}
	}
}

// slider lays out a limit. What is found follows at once.
func (p limits) slider(l *handler.Limit, th, defaults *handler.Thresholds) {
	s := scaleOf(l)
	value := s.place(l.Value(th))
	imgui.SetNextItemWidth(14 * imgui.FontSize())
	if p.UI.SliderFloat("##"+l.Name, &value, 0, 1, l.Text(th), "99.99 %", imgui.SliderFlagsNoInput|imgui.SliderFlagsAlwaysClamp) {
		p.Send(workspace.SetHandlerLimit{Name: l.Name, Value: s.value(value)})
	}
	p.UI.Mark("handlers limit "+l.Name, widget.LastItem())
	widget.Tip(fmt.Sprintf("%s. Default: %s.", l.Label, l.Text(defaults)))
	imgui.SameLine()
	widget.Text(l.Name)
	if l.Value(th) != l.Value(defaults) {
		imgui.SameLine()
		p.UI.Faint("(" + l.Text(defaults) + ")")
	}
}

// scale is the scale of a slider. Most shares are near to 1 or to 0, where it is finest.
type scale uint8

const (
	numbers scale = iota // logarithmic, from 1
	small                // shares: logarithmic, from smallestShare
	large                // shares: logarithmic in the rest, from 0
)

// The ends of scales.
const (
	mostSamples   = 10_000
	smallestShare = 1e-5
	smallestRest  = 1e-4
)

// scaleOf returns the scale of a limit.
func scaleOf(l *handler.Limit) scale {
	defaults := handler.DefaultThresholds()
	switch {
	case !l.IsShare():
		return numbers
	case l.Value(&defaults) < 0.5:
		return small
	}
	return large
}

// place returns the place of a value on the scale, from 0 to 1.
func (s scale) place(value float64) float32 {
	switch s {
	case numbers:
		value = math.Log(max(value, 1)) / math.Log(mostSamples)
	case small:
		value = 1 - math.Log(max(value, smallestShare))/math.Log(smallestShare)
	case large:
		value = math.Log(max(1-value, smallestRest)) / math.Log(smallestRest)
	}
	return float32(min(max(value, 0), 1))
}

// value returns the value at a place, with the digits that count.
func (s scale) value(place float32) float64 {
	at := min(max(float64(place), 0), 1)
	switch s {
	case numbers:
		return math.Round(math.Pow(mostSamples, at))
	case small:
		return digits(math.Pow(smallestShare, 1-at))
	}
	return 1 - digits(math.Pow(smallestRest, at))
}

// digits rounds a number to two digits that count.
func digits(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 1, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}
