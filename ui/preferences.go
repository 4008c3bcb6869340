package ui

import (
	"time"

	"tiv/internal/task"
	"tiv/workspace/prefs"
)

// preferences are the user's settings of the window, and the file of them.
type preferences struct {
	prefs.Prefs
	folder string  // of the file; "" for none
	scale  float32 // of texts and lines
	eased  bool    // the camera and threads glide
	// stripShown says that the strip of the legend is shown in place of the panel.
	stripShown bool
	saver      task.Saver
	// layout returns the layout of the panels; ok is false if there is none to
	// save.
	layout func() (saved string, ok bool)
}

// saveAfter is the time between the last change of a workspace and saving it.
const saveAfter = time.Second

// load reads the settings.
func (p *preferences) load(folder string) (err error) {
	p.folder = folder
	p.Prefs, err = prefs.Load(folder)
	p.scale, p.eased = 1, !p.Abrupt
	if p.Scale > 0 {
		p.scale = p.Scale
	}
	return err
}

// save queues the settings for saving. wake is called when they are saved.
func (p *preferences) save(wake func()) {
	p.Abrupt, p.Scale = !p.eased, p.scale
	if p.layout != nil {
		if layout, ok := p.layout(); ok {
			p.Layout = layout
		}
	}
	now := p.Prefs // nothing that it points to is ever changed
	p.saver.Save(func() error { return now.Save(p.folder) }, wake)
}
