package ui

import (
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/lod"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/widget"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// settingsPanel has the settings of the scene and of the window.
type settingsPanel struct {
	shownTrace
	keys        *keys.Bindings
	prefs       *preferences
	resetPanels func() // puts all panels back
	idle
	step *stepField
}

// stepField is the field for the length of a step.
type stepField struct {
	shownTrace
	typed string
	wrong string // the error of typed
}

// commonSteps are offered for the length of a step.
var commonSteps = []tracefeed.Time{
	10 * tracefeed.Microsecond, 100 * tracefeed.Microsecond, tracefeed.Millisecond, 2 * tracefeed.Millisecond,
	5 * tracefeed.Millisecond, 10 * tracefeed.Millisecond, 20 * tracefeed.Millisecond, 50 * tracefeed.Millisecond,
	100 * tracefeed.Millisecond, tracefeed.Second, 10 * tracefeed.Second,
	tracefeed.Minute, 2 * tracefeed.Minute, 5 * tracefeed.Minute, 10 * tracefeed.Minute, 15 * tracefeed.Minute, 30 * tracefeed.Minute,
	tracefeed.Hour, 3 * tracefeed.Hour, 6 * tracefeed.Hour, 12 * tracefeed.Hour, tracefeed.Day,
}

// textScales are offered for the size of texts.
var textScales = []float32{0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2}

func (p *settingsPanel) layOut() {
	panel(settingsName, 0, func() {
		imgui.PushItemWidth(min(imgui.FontSize()*8.5, 0.45*imgui.ContentRegionAvail().X))
		defer imgui.PopItemWidth()
		p.time()
		imgui.Separator()
		p.look()
		imgui.Separator()
		p.window()
	})
}

func (p *settingsPanel) time() {
	l := &p.Workspace.Look
	p.step.layOut("Step length")
	steps := int32(l.Steps)
	if imgui.SliderIntV("Steps shown", &steps, workspace.MinSteps, workspace.MaxSteps, "%d",
		imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
		p.Send(workspace.SetSteps{Steps: int(steps)})
	}
	widget.Tip("The number of steps that bars reach back from the moment. Ctrl+click to type it.")
	history := int32(l.History)
	if imgui.SliderIntV("History", &history, 1, int32(max(l.Steps, l.History, 2)), "%d steps",
		imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
		p.Send(workspace.SetHistory{Steps: int(history)})
	}
	widget.Tip("The number of steps before the moment whose waits the triangles between threads add up.")
}

// layOut chooses the length of a step, or takes any.
func (f *stepField) layOut(label string) {
	if imgui.BeginComboV(label, scene.StepName(f.Workspace.Look.Step), imgui.ComboFlagsHeightLarge) {
		f.choices()
		imgui.EndCombo()
	}
	widget.Tip("The length of one step. The sides of a bar show the share of each state in each step, its front that in " +
		"the last step before the moment.")
}

// choices takes a length of a step that is typed, and offers common ones.
func (f *stepField) choices() {
	imgui.SetNextItemWidth(-1)
	if imgui.InputTextWithHint("##step", "Other: 250us, 3ms, 1.5s", &f.typed, imgui.InputTextFlagsEnterReturnsTrue, nil) {
		t, err := tracefeed.ParseTime(strings.TrimSpace(f.typed))
		if err == nil && t >= scene.ShortestStep && t <= scene.LongestStep {
			f.Send(workspace.SetStep{Step: t})
			f.typed, f.wrong = "", ""
			imgui.CloseCurrentPopup()
		} else {
			f.wrong = "Enter a number with us, ms, s, m, h or d, from 1us to 10d."
		}
	}
	widget.Tip("Another length. Enter applies it.")
	if f.wrong != "" {
		widget.Tinted(f.ui.Palette.Warning, f.wrong)
	}
	for _, t := range commonSteps {
		name := scene.StepName(t)
		if imgui.SelectableBoolV(name, t == f.Workspace.Look.Step, 0, imgui.Vec2{}) {
			f.Send(workspace.SetStep{Step: t})
			f.wrong = ""
		}
		widget.Tip("Sets the step to " + name + " and keeps about the same time in view.")
	}
}

func (p *settingsPanel) look() {
	l := &p.Workspace.Look
	if imgui.BeginCombo("Level of detail", l.Level.String()) {
		for level := lod.Auto; level <= lod.Crowd; level++ {
			if imgui.SelectableBoolV(level.String(), level == l.Level, 0, imgui.Vec2{}) {
				p.Send(workspace.SetLevel{Level: level})
			}
			p.keys.CommandTip("level " + level.String())
		}
		imgui.EndCombo()
	}
	widget.Tip("Auto chooses by the number and size of the threads in view. Near shows all states, mid and far merge some, " +
		"crowd draws one bar for all threads of the same name.")
	if imgui.BeginCombo("Palette", l.Palette.Name) {
		for _, palette := range scene.Palettes() {
			if imgui.SelectableBoolV(palette.Name, palette.Name == l.Palette.Name, 0, imgui.Vec2{}) {
				p.Send(workspace.SetPalette{Palette: palette})
			}
			p.keys.CommandTip("palette " + palette.Name)
		}
		imgui.EndCombo()
	}
	p.keys.KeyTip("The colours of the scene and the panels.", "theme")
	for _, name := range []string{"patterns", "in time", "after", "lanes", "signals", "runtime"} {
		p.tick(command.EntryNamed(name))
	}
	if imgui.Button(labelOf("reset places")) {
		p.Send(workspace.ResetPlaces{})
	}
	p.keys.CommandTip("reset places")
}

// tick is a box for an option.
func (p *settingsPanel) tick(e *command.Entry) {
	c, off := e.Command.(workspace.Command), e.Off.(workspace.Command)
	on := p.Workspace.IsOn(c)
	if p.ui.TickBox(e.Label, &on) {
		if !on {
			c = off
		}
		p.Send(c)
	}
	p.ui.Mark(e.Name, widget.LastItem())
	p.keys.CommandTip(e.Name)
}

func (p *settingsPanel) window() {
	s := p.prefs
	if imgui.BeginCombo("Text size", percentOf(s.scale)) {
		for _, k := range textScales {
			if imgui.SelectableBoolV(percentOf(k), k == s.scale, 0, imgui.Vec2{}) {
				s.scale = k
			}
			widget.Tip("Scales texts and lines to this size.")
		}
		imgui.EndCombo()
	}
	widget.Tip("The size of texts and lines, relative to the usual size on this screen. " +
		keys.WithKey("Larger", p.keys.Keys("larger text")) + ", " + keys.WithKey("smaller", p.keys.Keys("smaller text")) + ".")
	imgui.InputTextWithHint("Editor", "$EDITOR", &s.Editor, 0, nil)
	widget.Tip("Opens source files from stacks: a command or a URL, with {path} and {line}. Example: " +
		"vscode://file/{path}:{line}. If it is empty, $VISUAL or $EDITOR is used.")
	p.fileDialogs()
	eased := !s.Abrupt
	p.ui.TickBox(labelOf("gentle camera"), &eased)
	s.Abrupt = !eased
	p.keys.CommandTip("gentle camera")
	p.ui.TickBox(labelOf("wheel time"), &s.WheelTime)
	p.ui.Mark("wheel time", widget.LastItem())
	p.keys.CommandTip("wheel time")
	p.ui.TickBox(labelOf("legend strip"), &s.LegendStrip)
	p.keys.CommandTip("legend strip")
	p.ui.TickBox("Frame times", &s.FrameTimes)
	widget.Tip("Shows in the status bar how long TIV takes to draw a frame.")
	if imgui.Button(labelOf("reset panels")) {
		p.resetPanels()
	}
	p.keys.CommandTip("reset panels")
}

// dialogChoices are the choices of file dialogs.
var dialogChoices = []struct{ value, label, tip string }{
	{"", "Automatic", "The dialogs of the desktop, if it has any, else TIV's own lists."},
	{prefs.DesktopDialogs, "Desktop", "The dialogs of the desktop. A message says why they are missing."},
	{prefs.OwnDialogs, "TIV", "TIV's own lists."},
}

// fileDialogs chooses the dialogs for opening and saving.
func (p *settingsPanel) fileDialogs() {
	now := max(0, slices.IndexFunc(dialogChoices,
		func(c struct{ value, label, tip string }) bool { return c.value == p.prefs.FileDialogs }))
	if imgui.BeginCombo("File dialogs", dialogChoices[now].label) {
		for i, c := range dialogChoices {
			if imgui.SelectableBoolV(c.label, i == now, 0, imgui.Vec2{}) {
				p.prefs.FileDialogs = c.value
			}
			widget.Tip(c.tip)
		}
		imgui.EndCombo()
	}
	p.ui.Mark("file dialogs", widget.LastItem())
	widget.Tip("The dialogs that choose files to open and to save.")
}
