package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/lod"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// settings are wishes about the window that the trace has nothing to do with.
type settings struct {
	scale float32 // of texts and lines, by the user
	eased bool    // the camera glides
	step  string  // the text typed as a length of step
	wrong string  // its error
}

// commonSteps are offered for the length of a step.
var commonSteps = []tracefeed.Time{
	10 * tracefeed.Microsecond, 100 * tracefeed.Microsecond, tracefeed.Millisecond, 2 * tracefeed.Millisecond,
	5 * tracefeed.Millisecond, 10 * tracefeed.Millisecond, 20 * tracefeed.Millisecond, 50 * tracefeed.Millisecond,
	100 * tracefeed.Millisecond, tracefeed.Second, 10 * tracefeed.Second, tracefeed.Minute,
}

// textScales are offered for the size of texts.
var textScales = []float32{0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2}

func (a *app) settingsPanel() {
	panel(settingsName, 0, func() {
		imgui.PushItemWidth(min(imgui.FontSize()*8.5, 0.45*imgui.ContentRegionAvail().X))
		defer imgui.PopItemWidth()
		a.timeSettings()
		imgui.Separator()
		a.lookSettings()
		imgui.Separator()
		a.windowSettings()
	})
}

func (a *app) timeSettings() {
	l := &a.ws.Look
	a.stepCombo("step length")
	steps := int32(l.Steps)
	if imgui.SliderIntV("steps shown", &steps, workspace.FewestSteps, workspace.MostSteps, "%d", imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
		a.send(workspace.SetSteps{Steps: int(steps)})
	}
	tip("How many steps back from the moment bars reach. Ctrl+click to type a number.")
	history := int32(l.History)
	if imgui.SliderIntV("history", &history, 1, int32(max(l.Steps, l.History, 2)), "%d steps", imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
		a.send(workspace.SetHistory{Steps: int(history)})
	}
	tip("How many steps back from the moment the triangles between threads add up waits over.")
}

// stepCombo chooses the length of a step, or takes any.
func (a *app) stepCombo(label string) {
	if imgui.BeginComboV(label, a.ws.Look.Step.String(), imgui.ComboFlagsHeightLarge) {
		a.stepChoices()
		imgui.EndCombo()
	}
	tip("The length of time that one bucket of a bar covers.")
}

// stepChoices takes a length of a step that is typed, and offers common ones.
func (a *app) stepChoices() {
	s := &a.settings
	imgui.SetNextItemWidth(-1)
	if imgui.InputTextWithHint("##step", "other: 250us, 3ms, 1.5s", &s.step, imgui.InputTextFlagsEnterReturnsTrue, nil) {
		t, err := tracefeed.ParseTime(strings.TrimSpace(s.step))
		if err == nil && t > 0 {
			a.send(workspace.SetStep{Step: t})
			s.step, s.wrong = "", ""
			imgui.CloseCurrentPopup()
		} else {
			s.wrong = "want a number with us, ms, s or m"
		}
	}
	tip("Any other length. Enter takes it.")
	if s.wrong != "" {
		tinted(a.ws.Look.Palette.Warning, s.wrong)
	}
	for _, t := range commonSteps {
		if imgui.SelectableBoolV(t.String(), t == a.ws.Look.Step, 0, imgui.Vec2{}) {
			a.send(workspace.SetStep{Step: t})
			s.wrong = ""
		}
		tip("Steps of " + t.String() + ", and as many of them as show about the same time.")
	}
}

func (a *app) lookSettings() {
	l := &a.ws.Look
	if imgui.BeginCombo("level of detail", l.Level.String()) {
		for level := lod.Auto; level <= lod.Crowd; level++ {
			if imgui.SelectableBoolV(level.String(), level == l.Level, 0, imgui.Vec2{}) {
				a.send(workspace.SetLevel{Level: level})
			}
			a.commandTip("level " + level.String())
		}
		imgui.EndCombo()
	}
	tip("auto: by how many threads are in view and how large they are. Near shows all states, mid and far merge some, crowd draws one bar for threads of the same name.")
	if imgui.BeginCombo("palette", l.Palette.Name) {
		for _, p := range scene.Palettes() {
			if imgui.SelectableBoolV(p.Name, p.Name == l.Palette.Name, 0, imgui.Vec2{}) {
				a.send(workspace.SetPalette{Palette: p})
			}
			a.commandTip("palette " + p.Name)
		}
		imgui.EndCombo()
	}
	a.keyTip("Colours of the scene and the panels.", "theme")
	a.tick("patterns", !l.Plain, workspace.TogglePatterns{}, "patterns", "Textures that tell states apart without colour.")
	a.tick("waits in depth", l.InTime, workspace.ToggleInTime{}, "in time", "In the 3D view, draw each wait of the time shown at its own depth too.")
	a.tick("signal edges", l.Signals, workspace.ToggleSignals{}, "signals", "Also show who told whom to go on: conditions, channels, joins. This is no blocked time.")
	a.tick("runtime threads", a.ws.Runtime, workspace.ToggleRuntime{}, "runtime", "Also show the threads of the language's own runtime.")
	if imgui.Button("reset places") {
		a.send(workspace.ResetPlaces{})
	}
	tip("Put all threads back where they stood at first.")
}

// tick is a box for something that a command switches.
func (a *app) tick(label string, on bool, c workspace.Command, command, help string) {
	if imgui.Checkbox(label, &on) {
		a.send(c)
	}
	a.mark(label, lastItem())
	a.keyTip(help, command)
}

func (a *app) windowSettings() {
	s := &a.settings
	if imgui.BeginCombo("text size", percentOf(s.scale)) {
		for _, k := range textScales {
			if imgui.SelectableBoolV(percentOf(k), k == s.scale, 0, imgui.Vec2{}) {
				s.scale = k
			}
			tip("Texts and lines of this size, on top of what the screen asks for.")
		}
		imgui.EndCombo()
	}
	tip("The size of texts and lines, on top of what the screen asks for. " + withKey("Larger", a.keysOf("larger text")) + ", " + withKey("smaller", a.keysOf("smaller text")) + ".")
	imgui.Checkbox("gentle camera", &s.eased)
	tip("Let the camera glide to where it is sent instead of jumping.")
	if imgui.Button("reset panels") {
		a.laidOut = false
	}
	tip("Put all panels back where they were at first.")
}
