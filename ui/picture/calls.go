package picture

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/report"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// callUnder returns the call at a pixel of the scene, and the number of calls that the pixel
// stands for; the zero Call for none.
func callUnder(d *session.Document, at mgl32.Vec2) (call view.Call, merged int) {
	call, merged, _ = d.Frame.CallAt(at[0], at[1])
	return call, merged
}

// outlineCall draws a border around the call under the mouse.
func (s *Tips) outlineCall(c *view.Call) {
	outline := s.Frame.CallOutline(c)
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		imgui.BackgroundDrawList().AddLineV(s.InWindow(a), s.InWindow(b), widget.Packed(s.UI.Palette.Select), s.UI.Scale)
	}
}

// clickCall selects the call under the mouse, or none beside calls.
func clickCall(m *Mouse) {
	if m.Frame.Calls.Shown {
		call, _ := callUnder(m.Document, m.pressed)
		m.Send(workspace.SelectCall{Call: call})
	}
}

// zoomToCall shows the time of the call under the mouse; it reports whether there is one.
func zoomToCall(m *Mouse, at mgl32.Vec2) bool {
	call, _ := callUnder(m.Document, at)
	if call.Thread == tracefeed.NoThread {
		return false
	}
	m.Send(workspace.SelectCall{Call: call}, workspace.ShowCall{})
	return true
}

// calls returns the entries of functions or packages, and of kinds of calls.
func (p *Legend) calls() (list []shapeEntry) {
	c, palette := &p.Frame.Calls, p.UI.Palette
	for i, k := range c.Kinds {
		if i == maxLegendKinds {
			list = append(list, shapeEntry{name: fmt.Sprintf("and %d more", len(c.Kinds)-i), count: uncounted,
				help: "Point at a call to see its name."})
			break
		}
		list = append(list, shapeEntry{k.Color, bandShape, report.Safe(k.Short), uncounted,
			report.Safe(k.Name) + "\nThe longest calls in the picture come first."})
	}
	if c.Sampled {
		style := c.SampledSample(palette)
		list = append(list, shapeEntry{style.Color, stripedShape(style), scene.SampledLegend, uncounted,
			"Calls that follow from stacks: of samples, and of waits. Their begin and end are known only as well as the stacks are close."})
	}
	if c.Merged {
		list = append(list, shapeEntry{c.ShortSample(palette), bandShape, scene.ShortLegend, uncounted,
			"A pixel shows the longest call in it. The fainter it is, the less of its time calls of this depth cover."})
	}
	return list
}

// maxLegendKinds is the number of functions or packages in the panel of the legend.
const maxLegendKinds = 8

// stripedShape is a sample with the pattern of a style.
func stripedShape(style paint.Style) figure {
	return func(list *imgui.DrawList, low, high imgui.Vec2, color uint32, scale float32) {
		list.AddRectFilled(low, high, color)
		list.PushClipRectV(low, high, true)
		widget.Strokes(list, low, high, widget.Packed(style.Ink()), style.Pattern, scale)
		list.PopClipRect()
	}
}
