package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// settingsPanel has the settings of the scene and of the window.
type settingsPanel struct {
	panel.Trace
	session     *session.Session
	keys        *keys.Bindings
	prefs       *panel.Preferences
	resetPanels func() // puts all panels back
	panel.Idle
	step *panel.StepField
}

// textScales are offered for the size of texts.
var textScales = []float32{0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2}

func (p *settingsPanel) LayOut() {
	panel.Docked(panel.Settings, 0, func() {
		imgui.PushItemWidth(min(imgui.FontSize()*8.5, 0.45*imgui.ContentRegionAvail().X))
		defer imgui.PopItemWidth()
		p.time()
		imgui.Separator()
		p.look()
		imgui.Separator()
		p.window()
	})
}

// widestSteps is as wide as the number of steps beside a slider.
const widestSteps = "1000 steps"

func (p *settingsPanel) time() {
	l := &p.Workspace.Look
	p.step.LayOut("Step length")
	steps := int32(l.Steps)
	if p.UI.SliderInt("Steps shown", &steps, workspace.MinSteps, workspace.MaxSteps, fmt.Sprint(l.Steps), widestSteps,
		imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
		p.Send(workspace.SetSteps{Steps: int(steps)})
	}
	widget.Tip("The number of steps in the visible range, the time that bars show. Ctrl+click to type it.")
	if n, ok := panel.HistorySlider(p.UI, "History", tracefeed.Plural(l.History, "step"), widestSteps, l); ok {
		p.Send(workspace.SetHistory{Steps: n})
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
	if imgui.BeginCombo("Palette", l.Palette.Title) {
		for _, palette := range paint.Palettes() {
			if imgui.SelectableBoolV(palette.Title, palette.Name == l.Palette.Name, 0, imgui.Vec2{}) {
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
	if imgui.Button(keys.LabelOf("reset places")) {
		p.Send(workspace.ResetPlaces{})
	}
	p.keys.CommandTip("reset places")
}

// tick is a box for an option.
func (p *settingsPanel) tick(e *command.Entry) {
	c, off := e.Command.(workspace.Command), e.Off.(workspace.Command)
	on := p.Workspace.IsOn(c)
	if p.UI.TickBox(e.Label, &on) {
		if !on {
			c = off
		}
		p.Send(c)
	}
	p.UI.Mark(e.Name, widget.LastItem())
	p.keys.CommandTip(e.Name)
}

func (p *settingsPanel) window() {
	s := p.prefs
	if imgui.BeginCombo("Text size", percentOf(s.TextScale)) {
		for i, k := range textScales {
			if imgui.SelectableBoolV(percentOf(k), k == s.TextScale, 0, imgui.Vec2{}) {
				textScale(s, i-slices.Index(textScales, s.TextScale))
			}
			widget.Tip("Scales texts and lines to this size.")
		}
		imgui.EndCombo()
	}
	widget.Tip("The size of texts and lines, relative to the usual size on this screen. " +
		keys.WithKey("Larger", p.keys.Keys("larger text")) + ", " + keys.WithKey("smaller", p.keys.Keys("smaller text")) + ".")
	if editor := s.Editor; imgui.InputTextWithHint("Editor", "$EDITOR", &editor, 0, nil) {
		p.session.Do(command.SetEditor{Command: editor})
	}
	widget.Tip("Opens source files from stacks: a command or a URL, with {path} and {line}. Example: " +
		"vscode://file/{path}:{line}. If it is empty, $VISUAL or $EDITOR is used.")
	p.fileDialogs()
	if on := !s.Abrupt; p.UI.TickBox(keys.LabelOf("gentle camera"), &on) {
		p.session.Do(command.SetEasedCamera{On: on})
	}
	p.keys.CommandTip("gentle camera")
	if on := s.WheelTime; p.UI.TickBox(keys.LabelOf("wheel time"), &on) {
		p.session.Do(command.SetWheelTime{On: on})
	}
	p.UI.Mark("wheel time", widget.LastItem())
	p.keys.CommandTip("wheel time")
	if on := s.LegendStrip; p.UI.TickBox(keys.LabelOf("legend strip"), &on) {
		p.session.Do(command.SetLegendStrip{On: on})
	}
	p.keys.CommandTip("legend strip")
	if on := !s.NoKeyHints; p.UI.TickBox("Key hints", &on) {
		p.session.Do(command.SetKeyHints{On: on})
	}
	p.UI.Mark("key hints", widget.LastItem())
	widget.Tip("Shows a line of useful keys in the scene until you have used some of them.")
	if imgui.Button(keys.LabelOf("reset panels")) {
		p.resetPanels()
	}
	p.keys.CommandTip("reset panels")
	p.developers()
}

// developers has the settings for those who work on TIV, folded at first.
func (p *settingsPanel) developers() {
	open := widget.Fold("For developers")
	p.UI.Mark("for developers", widget.LastItem())
	widget.Tip("Settings for those who work on TIV.")
	if !open {
		return
	}
	defer imgui.TreePop()
	if on := p.prefs.FrameTimes; p.UI.TickBox("Frame times", &on) {
		p.session.Do(command.SetFrameTimes{On: on})
	}
	p.UI.Mark("frame times", widget.LastItem())
	widget.Tip("Shows in the status bar how long TIV takes to draw a frame.")
}

// dialogChoices are the choices of file dialogs.
var dialogChoices = [...]struct{ label, tip string }{
	command.AnyDialogs:     {"Automatic", "The dialogs of the desktop, if it has any, else TIV's own lists."},
	command.DesktopDialogs: {"Desktop", "The dialogs of the desktop. A message says why they are missing."},
	command.OwnDialogs:     {"TIV", "TIV's own lists."},
}

// fileDialogs chooses the dialogs for opening and saving.
func (p *settingsPanel) fileDialogs() {
	now := session.FileDialogs(&p.prefs.Prefs)
	if imgui.BeginCombo("File dialogs", dialogChoices[now].label) {
		for i, c := range dialogChoices {
			if of := command.FileDialogs(i); imgui.SelectableBoolV(c.label, of == now, 0, imgui.Vec2{}) {
				p.session.Do(command.SetFileDialogs{Of: of})
			}
			widget.Tip(c.tip)
		}
		imgui.EndCombo()
	}
	p.UI.Mark("file dialogs", widget.LastItem())
	widget.Tip("The dialogs that choose files to open and to save.")
}

func percentOf(k float32) string { return fmt.Sprintf("%.0f %%", 100*k) }
