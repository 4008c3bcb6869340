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

func (s *sliceTools) layOut() {
	s.edit.layOut()
	s.divide.layOut()
	s.gallery.layOut()
	s.files.layOut()
}

// close ends all work.
func (s *sliceTools) close() {
	s.edit.shares.Close()
	s.divide.close()
	s.gallery.found.Close()
	s.files.list.folders.Close()
	s.files.finding.Stop()
}

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
