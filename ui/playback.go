package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/tracefeed"
	"tiv/workspace"
)

// playbackPanel is the video recorder: the whole trace to scrub in, and its
// buttons.
func (a *app) playbackPanel() {
	class := imgui.NewWindowClass()
	defer class.Destroy()
	class.SetDockNodeFlagsOverrideSet(imgui.DockNodeFlags(imgui.DockNodeFlagsNoTabBar))
	imgui.SetNextWindowClass(class)
	flags := imgui.WindowFlagsNoScrollbar | imgui.WindowFlagsNoScrollWithMouse
	panel(playbackName, imgui.WindowFlags(flags), func() {
		row := imgui.FrameHeight() + imgui.CurrentStyle().ItemSpacing().Y
		a.scrubBar(imgui.ContentRegionAvail().Y - row)
		a.buttons()
		a.speed()
		a.where()
	})
}

func (a *app) buttons() {
	pb := &a.ws.Playback
	press := func(name string, i icon, lit bool, help string, c workspace.Command) {
		if a.iconButton(name, i, lit, withKey(help, a.keysOf(name))) {
			a.send(c)
		}
		imgui.SameLineV(0, 2*a.scale())
	}
	press("start", iconStart, false, "To the start", workspace.SeekTo{})
	press("rewind", iconBack, pb.Playing && pb.Backwards, "Play backwards", workspace.Rewind{})
	press("step back", iconStepOff, false, withKey("One step back; ten", a.keysOf("ten back")), workspace.StepBy{Steps: -1})
	playing := pb.Playing && !pb.Backwards
	sign, help := iconPlay, "Play"
	if playing {
		sign, help = iconPause, "Pause"
	}
	press("play", sign, playing, help, workspace.TogglePlay{})
	press("stop", iconStop, false, "Stop and go to the start", workspace.Stop{})
	press("step on", iconStepOn, false, withKey("One step on; ten", a.keysOf("ten on")), workspace.StepBy{Steps: 1})
	press("end", iconEnd, false, "To the end", workspace.SeekEnd{})
}

// speed lays out slower, faster, the speed itself and the loop.
func (a *app) speed() {
	pb := &a.ws.Playback
	imgui.SameLineV(0, imgui.FontSize())
	if a.iconButton("slower", iconSlower, false, withKey("Half as fast", a.keysOf("slower"))) {
		a.send(workspace.Slower{})
	}
	imgui.SameLineV(0, 2*a.scale())
	v := float32(pb.Speed)
	imgui.SetNextItemWidth(4.6 * imgui.FontSize())
	if imgui.InputFloatV("##speed", &v, 0, 0, "×%.4g", imgui.InputTextFlags(imgui.InputTextFlagsAutoSelectAll)) && v > 0 {
		a.send(workspace.SetSpeed{Speed: float64(v)})
	}
	a.mark("speed", lastItem())
	tip("Seconds of the trace per second, from 1/1000 to 1000.")
	imgui.SameLineV(0, 2*a.scale())
	if a.iconButton("faster", iconFaster, false, withKey("Twice as fast", a.keysOf("faster"))) {
		a.send(workspace.Faster{})
	}
	imgui.SameLineV(0, imgui.FontSize())
	loop := pb.Loop
	if imgui.Checkbox("loop", &loop) {
		a.send(workspace.ToggleLoop{})
	}
	a.mark("loop", lastItem())
	a.keyTip("Play the same again and again: the whole trace, or what Shift+drag in the bar above chose.", "loop")
}

// where shows the position of the playback.
func (a *app) where() {
	end := a.ws.Timeline.End
	imgui.SameLineV(0, imgui.FontSize())
	imgui.AlignTextToFramePadding()
	a.bold(momentText(a.ws.Look.Moment, end))
	tip("The moment: the near plane of the scene. Exactly " + a.ws.Look.Moment.Exact() + ".")
	l := &a.ws.Look
	imgui.SameLineV(0, imgui.FontSize())
	imgui.AlignTextToFramePadding()
	a.faint("of " + momentText(end, end))
	imgui.SameLineV(0, imgui.FontSize())
	if imgui.ContentRegionAvail().X < 12*imgui.FontSize() {
		imgui.NewLine()
		return
	}
	imgui.AlignTextToFramePadding()
	a.faint("step")
	imgui.SameLine()
	imgui.SetNextItemWidth(5.5 * imgui.FontSize())
	a.stepCombo("##step length")
	imgui.SameLineV(0, imgui.FontSize())
	history := "history " + (l.Step * tracefeed.Time(l.History)).String()
	if imgui.ContentRegionAvail().X < imgui.CalcTextSize(history).X {
		imgui.NewLine()
		return
	}
	imgui.AlignTextToFramePadding()
	a.faint(history)
	tip("The triangles between threads add up their waits over this time before the moment.")
}
