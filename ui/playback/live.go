package playback

import (
	"fmt"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/session"
	"tiv/ui/widget"
	"tiv/workspace"
)

// LiveState describes the feed of a trace that was still being written when it
// was opened: with the age of its last data, or that it has ended; "" for other
// traces.
func LiveState(d *session.Document, now time.Time) string {
	grown, ok := d.Loader.Grown()
	switch {
	case !ok:
		return ""
	case !d.Workspace.Growing():
		return "ended"
	}
	return "live, last data " + ageText(now.Sub(grown))
}

// ageText describes a time before now.
func ageText(age time.Duration) string {
	switch {
	case age < time.Second:
		return "just now"
	case age < time.Minute:
		return fmt.Sprintf("%d s ago", int(age.Seconds()))
	case age < time.Hour:
		return fmt.Sprintf("%d min ago", int(age.Minutes()))
	}
	return fmt.Sprintf("%d h ago", int(age.Hours()))
}

// followButton lays out a button that follows the end of a growing trace. It comes
// before the texts of the bar, because their width changes while the trace grows.
func (p *Panel) followButton() {
	if !p.Workspace.Growing() {
		return
	}
	lit := p.Workspace.Following()
	if lit {
		imgui.PushStyleColorVec4(imgui.ColButton, widget.Vec(p.UI.Palette.Shade(0.3)))
	}
	clicked := imgui.Button("Follow")
	if lit {
		imgui.PopStyleColor()
	}
	p.UI.Mark("follow end", widget.LastItem())
	p.keys.KeyTip("Stay at the end of the trace while it grows. Scrubbing, stepping and pausing end it.", "follow end")
	if clicked {
		p.Send(workspace.FollowEnd{})
	}
	imgui.SameLineV(0, imgui.FontSize())
}

// live lays out the state of a trace that was still being written when it was
// opened.
func (p *Panel) live() {
	state := LiveState(p.Document, time.Now())
	if state == "" {
		return
	}
	imgui.AlignTextToFramePadding()
	p.UI.Faint(state)
	p.UI.Mark("live", widget.LastItem())
	widget.Tip("The program that writes this trace was still running when it was opened.")
	imgui.SameLineV(0, imgui.FontSize())
}
