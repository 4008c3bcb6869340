// Package playback has the panel of the playback: its buttons, and the bar that shows the whole
// trace, with the visible range, the selected interval, and flags of findings, notes and bookmarks.
package playback

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/view"
	"tiv/ui/findings"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Panel is the video recorder: the whole trace to scrub in, and its
// buttons.
type Panel struct {
	panel.Trace
	keys *keys.Bindings
	step *panel.StepField
	bar  scrubBar
}

// Busy reports whether the overview is being computed.
func (p *Panel) Busy() bool { return p.bar.overview.busy() || p.bar.sliced.busy() }

// Close ends all work.
func (p *Panel) Close() { p.bar.sliced.Close() }

// LayOut lays the panel out.
func (p *Panel) LayOut() {
	class := imgui.NewWindowClass()
	defer class.Destroy()
	class.SetDockNodeFlagsOverrideSet(imgui.DockNodeFlags(imgui.DockNodeFlagsNoTabBar))
	imgui.SetNextWindowClass(class)
	flags := imgui.WindowFlagsNoScrollbar | imgui.WindowFlagsNoScrollWithMouse
	panel.Docked(panel.Playback, imgui.WindowFlags(flags), func() {
		row := imgui.FrameHeight() + imgui.CurrentStyle().ItemSpacing().Y
		p.bar.layOut(imgui.ContentRegionAvail().Y - row)
		p.buttons()
		p.speed()
		p.position()
	})
}

func (p *Panel) buttons() {
	pb := &p.Workspace.Playback
	press := func(name string, i widget.Icon, lit bool, help string, c workspace.Command) {
		if p.UI.IconButton(name, i, lit, keys.WithKey(help, p.keys.Keys(name))) {
			p.Send(c)
		}
		imgui.SameLineV(0, 2*p.UI.Scale)
	}
	press("start", widget.IconStart, false, "To the start", workspace.SeekTo{})
	press("rewind", widget.IconBack, pb.Playing && pb.Backwards, "Play backwards", workspace.Rewind{})
	press("step back", widget.IconStepOff, false, keys.WithKey("Back by ten steps", p.keys.Keys("ten back"))+" or by one step",
		workspace.StepBy{Steps: -1})
	playing := pb.Playing && !pb.Backwards || p.Workspace.Following()
	sign, help, play := widget.IconPlay, "Play", workspace.Command(workspace.Play{})
	if playing {
		sign, help, play = widget.IconPause, "Pause", workspace.Pause{}
	}
	press("play", sign, playing, help, play)
	press("stop", widget.IconStop, false, "Stop and go to the start", workspace.Stop{})
	press("step on", widget.IconStepOn, false, keys.WithKey("On by ten steps", p.keys.Keys("ten on"))+" or by one step",
		workspace.StepBy{Steps: 1})
	press("end", widget.IconEnd, false, "To the end", workspace.SeekEnd{})
}

// speed lays out slower, faster, the speed itself and, if there is room, the boxes.
func (p *Panel) speed() {
	pb := &p.Workspace.Playback
	imgui.SameLineV(0, imgui.FontSize())
	if p.UI.IconButton("slower", widget.IconSlower, false, keys.WithKey("Slower", p.keys.Keys("slower"))) {
		p.Send(workspace.SetSpeed{Speed: pb.Speed / 2})
	}
	imgui.SameLineV(0, 2*p.UI.Scale)
	v, form := float32(pb.Speed), "×%.7g"
	if pb.InRhythm() {
		v, form = float32(pb.Tempo.Speed(pb.Moment)), "×%.2g"
	}
	imgui.SetNextItemWidth(4.6 * imgui.FontSize())
	if imgui.InputFloatV("##speed", &v, 0, 0, form, imgui.InputTextFlags(imgui.InputTextFlagsAutoSelectAll)) && v > 0 {
		p.Send(workspace.SetSpeed{Speed: float64(v)})
	}
	p.UI.Mark("speed", widget.LastItem())
	widget.Tip("The speed: seconds of the trace per second, from 1/1000 to 1000; in a long trace up to all of it in ten seconds. " +
		"A speed of your own ends the rhythm.")
	imgui.SameLineV(0, 2*p.UI.Scale)
	if p.UI.IconButton("faster", widget.IconFaster, false, keys.WithKey("Faster", p.keys.Keys("faster"))) {
		p.Send(workspace.SetSpeed{Speed: 2 * pb.Speed})
	}
	if room := imgui.WindowPos().X + imgui.WindowSize().X - widget.LastItem().X1; room >= p.boxesWidth() {
		p.boxes()
	}
}

// boxesWidth returns the width of the boxes and of the moment behind them, which comes first where
// there is no room for both: the menu Play has the boxes, too.
func (p *Panel) boxesWidth() float32 {
	em := imgui.FontSize()
	texts := keys.LabelOf("loop") + keys.LabelOf("rhythm") + panel.MomentOf(&p.Workspace.Look)
	return imgui.CalcTextSize(texts).X + 2*imgui.FrameHeight() + 2*imgui.CurrentStyle().ItemInnerSpacing().X + 5*em
}

// boxes lays out the loop and the rhythm.
func (p *Panel) boxes() {
	pb := &p.Workspace.Playback
	imgui.SameLineV(0, imgui.FontSize())
	loop := pb.Loop
	if p.UI.TickBox(keys.LabelOf("loop"), &loop) {
		p.Send(workspace.SetLoop{On: loop})
	}
	p.UI.Mark("loop", widget.LastItem())
	p.keys.CommandTip("loop")
	imgui.SameLineV(0, imgui.FontSize())
	rhythm := pb.Rhythm
	if p.UI.TickBox(keys.LabelOf("rhythm"), &rhythm) {
		p.Send(workspace.SetRhythm{On: rhythm})
	}
	p.UI.Mark("rhythm", widget.LastItem())
	p.keys.CommandTip("rhythm")
}

// position shows the position of the playback.
func (p *Panel) position() {
	l, clock := &p.Workspace.Look, p.Workspace.Look.Clock()
	imgui.SameLineV(0, imgui.FontSize())
	p.followButton()
	imgui.AlignTextToFramePadding()
	p.UI.Bold(panel.MomentOf(l))
	p.UI.Mark("moment", widget.LastItem())
	widget.Tip("The moment: the near plane of the scene. Exactly " + l.Moment.Exact() + ".")
	imgui.SameLineV(0, imgui.FontSize())
	imgui.AlignTextToFramePadding()
	p.UI.Faint("of " + clock.Moving(l.End))
	imgui.SameLineV(0, imgui.FontSize())
	p.live()
	if imgui.ContentRegionAvail().X < 12*imgui.FontSize() {
		imgui.NewLine()
		return
	}
	imgui.AlignTextToFramePadding()
	p.UI.Faint("step")
	imgui.SameLine()
	imgui.SetNextItemWidth(5.5 * imgui.FontSize())
	p.step.LayOut("##step length")
	imgui.SameLineV(0, imgui.FontSize())
	p.history()
}

// history has the slider for the history. A selected interval counts instead of it.
func (p *Panel) history() {
	l := &p.Workspace.Look
	from, to := l.Past()
	length := view.StepName(to - from)
	if i := l.Interval; i.Start < i.End {
		if words := "waits of the selected " + length; imgui.ContentRegionAvail().X >= imgui.CalcTextSize(words).X {
			imgui.AlignTextToFramePadding()
			p.UI.Faint(words)
			widget.Tip("The triangles between threads add up the waits of the selected interval.")
			return
		}
		imgui.NewLine()
		return
	}
	const words = view.HistoryLabel
	width := 10 * imgui.FontSize()
	room := imgui.ContentRegionAvail().X
	if room < width {
		imgui.NewLine()
		return
	}
	if room >= width+imgui.CalcTextSize(words).X+imgui.CurrentStyle().ItemSpacing().X {
		imgui.AlignTextToFramePadding()
		p.UI.Faint(words)
		imgui.SameLine()
	}
	imgui.SetNextItemWidth(width)
	if n, ok := panel.HistorySlider(p.UI, "##history", length, "888.8 ms", l); ok {
		p.Send(workspace.SetHistory{Steps: n})
	}
	p.UI.Mark("history", widget.LastItem())
}

// New returns the panel of a trace. step is the field for the length of a step, findings
// have flags.
func New(on panel.Trace, s *panel.Services, step *panel.StepField, findings *findings.Panel) Panel {
	return Panel{Trace: on, keys: s.Keys, step: step,
		bar: scrubBar{Trace: on, prefs: s.Prefs, flags: flagRow{Trace: on, findings: findings}, ribbon: ribbon{Trace: on}}}
}

// Changing reports whether the overview is computed further in each frame.
func (p *Panel) Changing() bool { return p.bar.overview.busy() }

// Begin begins a frame.
func (p *Panel) Begin() { p.bar.overview.seen = false }
