package ui

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/report"
	"tiv/session"
	"tiv/ui/files"
	"tiv/ui/panel"
	"tiv/workspace"
)

// sliceTools are the windows about slices.
type sliceTools struct {
	*panel.Trace
	messages *session.Messages
	edit     sliceDialog
	divide   divideDialog
	gallery  sliceGallery
	files    *files.Slices
	exporter *files.Exporter
}

// newSliceTools returns the windows about slices of a window.
func newSliceTools(s *panel.Services, files *files.Slices, x *files.Exporter) *sliceTools {
	t := &sliceTools{Trace: s.Shown, messages: s.Messages, files: files, exporter: x}
	t.edit, t.divide = newSliceDialog(s, t.add), newDivideDialog(s, t.add)
	t.gallery = sliceGallery{Trace: s.Shown, prefs: s.Prefs, jobs: s.Jobs, add: t.add}
	return t
}

// parts returns the windows.
func (s *sliceTools) parts() panel.Parts {
	return panel.Parts{&s.edit, &s.divide, &s.gallery}
}

// add adds slices and opens the panel.
func (s *sliceTools) add(list ...slice.Definition) {
	room := s.Workspace.Spaces.Room(s.Workspace.Shown)
	if room < len(list) {
		s.messages.Say(fmt.Sprintf("There is room for %d slices.", slice.Max))
	}
	if list = list[:min(max(room, 0), len(list))]; len(list) == 0 {
		return
	}
	if !s.Workspace.Panels[panel.Slices] { // before the slices, which undo takes back first
		s.Send(workspace.OpenPanel{Name: panel.Slices, Open: true})
	}
	s.Send(workspace.AddSlices{Definitions: list})
}

// copy copies slices as text.
func (s *sliceTools) copy(list []slice.Definition) {
	imgui.SetClipboardText(string(session.SlicesText(list)))
	s.messages.Say("Copied " + report.Plural(len(list), "slice") + " as text.")
}

// copyAll copies all slices as text.
func (s *sliceTools) copyAll() {
	if s.exporter.HasSlices() {
		s.copy(s.Workspace.Look.Slices)
	}
}

// paste adds the slices in the clipboard.
func (s *sliceTools) paste() {
	list, err := slice.Read(strings.NewReader(imgui.ClipboardText()))
	if err != nil {
		s.messages.Fail(fmt.Errorf("paste slices: %w", err))
		return
	}
	s.add(list...)
}
