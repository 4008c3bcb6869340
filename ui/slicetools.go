package ui

import (
	"fmt"

	"tiv/execution/slice"
	"tiv/workspace"
)

// sliceTools are the windows about slices.
type sliceTools struct {
	edit    sliceDialog
	divide  divideDialog
	gallery sliceGallery
	files   sliceFiles
}

// newSliceTools returns the windows about slices of a window.
func newSliceTools(h *host, file fileDialog) *sliceTools {
	return &sliceTools{edit: newSliceDialog(h), divide: newDivideDialog(h), gallery: sliceGallery{host: h}, files: sliceFiles{fileDialog: file}}
}

// parts returns the windows.
func (s *sliceTools) parts() parts { return parts{&s.edit, &s.divide, &s.gallery, &s.files} }

// addSlices adds slices and opens the panel.
func addSlices(h *host, list ...slice.Definition) {
	room := h.ws.Spaces.Room(h.ws.Shown)
	if room < len(list) {
		h.messages.say(fmt.Sprintf("There is room for %d slices.", slice.Max))
	}
	if list = list[:min(max(room, 0), len(list))]; len(list) == 0 {
		return
	}
	if !h.ws.Panels[slicesName] { // before the slices, which undo takes back first
		h.send(workspace.OpenPanel{Name: slicesName, Open: true})
	}
	h.send(workspace.AddSlices{Definitions: list})
}
