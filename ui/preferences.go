package ui

import (
	"reflect"

	"tiv/command"
	"tiv/internal/task"
	"tiv/workspace/prefs"
)

// preferences are the user's settings of the window, and the file of them.
type preferences struct {
	prefs.Prefs
	folder string  // of the file; "" for none
	scale  float32 // of texts and lines
	// stripShown says that the strip of the legend is shown in place of the panel.
	stripShown bool
	saver      task.Saver
	saved      prefs.Prefs // the last ones read or queued for saving
	// layout returns the layout of the panels; ok is false if there is none to
	// save.
	layout func() (saved string, ok bool)
}

// load reads the settings.
func (p *preferences) load(folder string) (err error) {
	p.folder = folder
	p.Prefs, err = prefs.Load(folder)
	p.Keys = command.Renamed(p.Keys)
	p.scale = 1
	if p.Scale > 0 {
		p.scale = p.Scale
	}
	p.saved = p.now()
	return err
}

// now returns the settings, with the layout of the panels as it was saved last.
func (p *preferences) now() prefs.Prefs {
	now := p.Prefs
	now.Scale = p.scale
	return now
}

// saveChanges queues the settings for saving if any of them but the layout of the
// panels has changed: the session may end without a warning.
func (p *preferences) saveChanges(wake func()) {
	if !reflect.DeepEqual(p.now(), p.saved) {
		p.save(wake)
	}
}

// save queues the settings for saving. wake is called when they are saved.
func (p *preferences) save(wake func()) {
	p.Prefs = p.now()
	if p.layout != nil {
		if layout, ok := p.layout(); ok {
			p.Layout = layout
		}
	}
	now := p.Prefs // nothing that it points to is ever changed
	p.saved = now
	p.saver.Save(func() error { return now.Save(p.folder) }, wake)
}
