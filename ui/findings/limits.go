package findings

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/detect"
	"tiv/internal/background"
	"tiv/timeline"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// limitsMenu changes the thresholds of the findings, and searches them again.
type limitsMenu struct {
	panel.Trace
	again background.Latest[limitsKey, detect.Report]
	// name is the threshold whose slider is held, value its value there.
	name  string
	value float32
}

// limitsKey is the input of a search.
type limitsKey struct {
	tl      *timeline.Timeline
	changes string
}

// update searches the complete trace again if its thresholds have changed.
func (m *limitsMenu) update() {
	if !m.Searched() || m.Workspace.Growing() || workspace.FindingsOf(m.Workspace).Current() {
		m.again.Pause()
		return
	}
	key := limitsKey{m.Workspace.Timeline, fmt.Sprint(m.Workspace.Limits)}
	search := workspace.FindingsOf(m.Workspace).Search()
	m.again.Update(key, func(ctx context.Context, progress func(float64)) (detect.Report, error) {
		return search(ctx, progress), ctx.Err()
	}, m.Wake)
	if m.again.Present && m.again.Key == key {
		workspace.FindingsOf(m.Workspace).Set(m.again.Value)
		m.Stale = true
	}
}

// busy reports whether a search runs.
func (m *limitsMenu) busy() bool {
	_, runs := m.again.Running()
	return runs
}

// layOut lays out the button that opens the menu, and names the changed thresholds.
func (m *limitsMenu) layOut() {
	if imgui.SmallButton("Limits of findings…") {
		imgui.OpenPopupStr("limits")
	}
	m.UI.Mark("limits", widget.LastItem())
	widget.Tip("Shows and changes the limits from which on findings are reported.")
	if changed := m.changed(); changed != "" {
		m.UI.FaintWrapped(changed)
		m.UI.MarkText("changed limits", changed)
	}
	if !imgui.BeginPopup("limits") {
		return
	}
	defer imgui.EndPopup()
	m.UI.Bold("Limits of findings")
	for _, t := range detect.Thresholds() {
		m.slider(&t)
	}
	imgui.BeginDisabledV(len(m.Workspace.Limits) == 0)
	if imgui.Button("Reset all") {
		for _, t := range detect.Thresholds() {
			m.Send(workspace.SetLimit{Name: t.Name, Value: t.Default})
		}
	}
	imgui.EndDisabled()
	m.UI.Mark("reset limits", widget.LastItem())
	widget.Tip("Returns to the defaults.")
	imgui.SameLine()
	if m.busy() {
		m.UI.Faint(searchingNote)
	} else {
		m.UI.Faint("Saved with the trace. Undo takes changes back.")
	}
}

// changed names the thresholds that differ from the defaults, "" if there are none.
func (m *limitsMenu) changed() string {
	var list []string
	for _, t := range detect.Thresholds() {
		if v, changed := m.Workspace.Limits[t.Name]; changed {
			list = append(list, fmt.Sprintf("%s %s", strings.ToLower(t.Label), t.Text(v)))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "Changed: " + strings.Join(list, ", ")
}

// limitText is a value of a threshold in the digits that count, with its unit.
func limitText(t *detect.Threshold, value float32) string {
	return strconv.FormatFloat(float64(value), 'g', limitDigits, 32) + " " + t.Unit
}

// limitDigits is the number of digits of a threshold that count.
const limitDigits = 4

// slider lays out a threshold. The findings follow once the slider is let go.
func (m *limitsMenu) slider(t *detect.Threshold) {
	value := float32(m.Workspace.Limits.Value(t))
	if m.name == t.Name {
		value = m.value
	}
	imgui.SetNextItemWidth(15 * imgui.FontSize())
	if m.UI.SliderFloat("##"+t.Name, &value, float32(t.Min), float32(t.Max), limitText(t, value), "1000 threads",
		imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
		m.name, m.value = t.Name, value
	}
	m.UI.Mark("limit "+t.Name, widget.LastItem())
	if imgui.IsItemDeactivatedAfterEdit() {
		shown, _ := strconv.ParseFloat(strconv.FormatFloat(float64(value), 'g', limitDigits, 64), 64)
		m.Send(workspace.SetLimit{Name: t.Name, Value: shown})
		m.name = ""
	}
	widget.Tip(fmt.Sprintf("%s Default: %s. It decides about %s. Ctrl+click to type a value.", t.Help, t.Text(t.Default),
		strings.Join(t.Kinds, ", ")))
	imgui.SameLine()
	label := t.Label
	if t.Of != "" {
		label += ", " + t.Unit + " " + t.Of
	}
	widget.Text(label)
	if _, changed := m.Workspace.Limits[t.Name]; changed {
		imgui.SameLine()
		m.UI.Faint("(default " + strconv.FormatFloat(t.Default, 'f', -1, 64) + ")")
	}
}
