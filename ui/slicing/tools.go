// Package slicing has the panel of slices, and the windows in which users define them: the editor
// of a slice, the division into ranges of a number, and the gallery. The divisions of threads, locks
// and functions are methods of Tools.
package slicing

import (
	"tiv/execution/slice"
	"tiv/session"
	"tiv/ui/panel"
)

// Tools are the windows about slices.
type Tools struct {
	*panel.Trace
	messages *session.Messages
	Edit     Editor  // of a slice
	Divide   Divider // into ranges
	Gallery  Gallery // of ready slices
}

// New returns the windows about slices of a window.
func New(s *panel.Services) *Tools {
	t := &Tools{Trace: s.Shown, messages: s.Messages}
	t.Edit, t.Divide = newSliceDialog(s, t.add), newDivideDialog(s, t.add)
	t.Gallery = Gallery{Trace: s.Shown, session: s.Session, add: t.add}
	return t
}

// Parts returns the windows.
func (s *Tools) Parts() panel.Parts {
	return panel.Parts{&s.Edit, &s.Divide, &s.Gallery}
}

// add adds slices and opens the panel.
func (s *Tools) add(list ...slice.Definition) {
	session.AddSlices(s.messages, s.Document, list...)
}
