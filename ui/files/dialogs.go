// Package files has the dialogs that open traces, and that save pictures, animations, reports,
// flame graphs and slices. The desktop's dialog is preferred; without one there is a list of
// the folder. A disk can be slow: folders are read, and paths are checked, in the background.
package files

import (
	"context"

	"tiv/ui/panel"
)

// Dialogs are the dialogs for files of a window.
type Dialogs struct {
	Open      Open      // of traces
	Picture   Picture   // of the scene or the window
	Animation Animation // of the scene
	Report    Report    // of the trace
	Flame     Flame     // of a flame graph
	Slices    Slices    // of definitions
}

// New returns the dialogs of a window, whose pictures x takes. delay is called before a folder
// is read; nil for nothing.
func New(s *panel.Services, x *Exporter, delay func(context.Context)) Dialogs {
	list := pathList{ui: s.Shown.UI, wake: s.Wake, delay: delay}
	choose := chooser{ui: s.Shown.UI, messages: s.Messages, prefs: s.Prefs, wake: s.Wake, Desktop: s.Desktop}
	file := fileDialog{Trace: s.Shown, input: s.Input, delay: delay, exporter: x, session: s.Session, list: list, chooser: choose}
	return Dialogs{
		Open: Open{ui: s.Shown.UI, prefs: s.Prefs, input: s.Input, open: s.Session.Opener.Request, compare: s.Session.CompareWith,
			do: s.Session.Do, list: list, chooser: choose},
		Picture:   Picture{fileDialog: file, size: quickSize},
		Animation: Animation{fileDialog: file},
		Report:    Report{fileDialog: file},
		Flame:     Flame{fileDialog: file},
		Slices:    Slices{file},
	}
}

// OfTrace returns the dialogs about the trace that is shown.
func (d *Dialogs) OfTrace() panel.Parts {
	return panel.Parts{&d.Picture, &d.Animation, &d.Report, &d.Flame, &d.Slices}
}
