package handling

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/handlers"
	"tiv/ui/widget"
)

// state lays out the state of the search of a panel.
type state struct{ p *Panel }

// layOut says what goes on, beside the tools, and stops it.
func (v state) layOut() {
	p := v.p
	imgui.SameLineV(0, 1.5*imgui.FontSize())
	switch {
	case p.stopped:
		if imgui.SmallButton("Find") {
			p.stopped = false
		}
		p.UI.Mark("handlers find", widget.LastItem())
		widget.Tip("Goes on with the search that was stopped.")
	case p.search.busy() && p.Workspace.Timeline.Complete:
		if imgui.SmallButton("Stop") {
			p.stopped = true
		}
		p.UI.Mark("handlers stop", widget.LastItem())
		widget.Tip("Stops the search.")
		imgui.SameLine()
		p.UI.Faint(fmt.Sprintf("working, %.0f %%", 100*p.search.stacks.Progress()))
	case p.search.found.Present && (p.Workspace.Growing() || !p.Workspace.Timeline.Complete):
		said, color := p.search.settling.String(), p.UI.Palette.Text
		if !p.search.settling.Settled() {
			color = p.UI.Palette.Warning
		}
		widget.Tinted(color, said)
		p.UI.MarkText("handlers settled", said)
		widget.Tip("The trace grows. What is found is settled once it stays the same for ten seconds of the trace.")
	default:
		imgui.NewLine()
	}
}

// foot says how stacks count, and what is missing in them.
func (v state) foot() {
	p := v.p
	if !p.search.found.Present {
		p.UI.Faint("working")
		return
	}
	f := p.search.found.Value
	said := handlers.Measure(f.of.stacks.Trie)
	if of := f.of.stacks.key.part.String(); of != "" {
		said = of + " · " + said
	}
	for _, d := range f.doubts {
		said += " · " + d
	}
	p.UI.Faint(widget.Shorten(said, imgui.ContentRegionAvail().X))
	p.UI.MarkText("handlers foot", said)
	widget.Tip(said)
}
