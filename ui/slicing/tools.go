// Package slicing has the panel of slices, and the windows in which users define them: the editor
// of a slice, the division into ranges of a number, and the gallery. Commands about things with
// a slice of their own, such as threads, locks and functions, are methods of Tools.
package slicing

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/files"
	"tiv/ui/panel"
	"tiv/workspace"
)

// Tools are the windows about slices.
type Tools struct {
	*panel.Trace
	messages *session.Messages
	Edit     Editor  // of a slice
	Divide   Divider // into ranges
	Gallery  Gallery // of ready slices
	files    *files.Slices
	exporter *files.Exporter
}

// New returns the windows about slices of a window.
func New(s *panel.Services, files *files.Slices, x *files.Exporter) *Tools {
	t := &Tools{Trace: s.Shown, messages: s.Messages, files: files, exporter: x}
	t.Edit, t.Divide = newSliceDialog(s, t.add), newDivideDialog(s, t.add)
	t.Gallery = Gallery{Trace: s.Shown, prefs: s.Prefs, jobs: s.Jobs, add: t.add}
	return t
}

// Parts returns the windows.
func (s *Tools) Parts() panel.Parts {
	return panel.Parts{&s.Edit, &s.Divide, &s.Gallery}
}

// add adds slices and opens the panel.
func (s *Tools) add(list ...slice.Definition) {
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
func (s *Tools) copy(list []slice.Definition) {
	imgui.SetClipboardText(string(session.SlicesText(list)))
	s.messages.Say("Copied " + tracefeed.Plural(len(list), "slice") + " as text.")
}

// CopyAll copies all slices as text.
func (s *Tools) CopyAll() {
	if s.exporter.HasSlices() {
		s.copy(s.Workspace.Look.Slices)
	}
}

// Paste adds the slices in the clipboard.
func (s *Tools) Paste() {
	list, err := slice.Read(strings.NewReader(imgui.ClipboardText()))
	if err != nil {
		s.messages.Fail(fmt.Errorf("paste slices: %w", err))
		return
	}
	s.add(list...)
}
