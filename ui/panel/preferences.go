package panel

import (
	"reflect"
	"slices"

	"tiv/command"
	"tiv/internal/background"
	"tiv/workspace/prefs"
)

// Preferences are the user's settings of the window, and the file of them.
type Preferences struct {
	prefs.Prefs
	Folder    string  // of the file; "" for none
	TextScale float32 // of texts and lines
	// StripShown says that the strip of the legend is shown in place of the panel.
	StripShown bool
	Saver      background.Saver // saves them
	saved      prefs.Prefs      // the last ones read or queued for saving
	// PanelLayout returns the layout of the panels; ok is false if there is none to
	// save.
	PanelLayout func() (saved string, ok bool)
}

// Load reads the settings.
func (p *Preferences) Load(folder string) (err error) {
	p.Folder = folder
	p.Prefs, err = prefs.Load(folder)
	p.Keys = command.Renamed(p.Keys)
	p.TextScale = 1
	if p.Scale > 0 {
		p.TextScale = p.Scale
	}
	p.saved = p.now()
	return err
}

// now returns the settings, with the layout of the panels as it was saved last.
func (p *Preferences) now() prefs.Prefs {
	now := p.Prefs
	now.Scale = p.TextScale
	return now
}

// KeepChanges queues the settings for saving if any of them but the layout of the
// panels has changed: the session may end without a warning.
func (p *Preferences) KeepChanges(wake func()) {
	if !reflect.DeepEqual(p.now(), p.saved) {
		p.Keep(wake)
	}
}

// Keep queues the settings for saving. wake is called when they are saved.
func (p *Preferences) Keep(wake func()) {
	p.Prefs = p.now()
	if p.PanelLayout != nil {
		if layout, ok := p.PanelLayout(); ok {
			p.Layout = layout
		}
	}
	now := p.Prefs // nothing that it points to is ever changed
	p.saved = now
	p.Saver.Save(func() error { return now.Save(p.Folder) }, wake)
}

// WheelHelp says what the wheel does, without a modifier and with Ctrl.
func (p *Preferences) WheelHelp() [2]string {
	space, time := "zoom at the pointer", "zoom in time, at the pointer"
	if p.WheelTime {
		return [2]string{time, space}
	}
	return [2]string{space, time}
}

// NoteMouse ends the hint about the mouse, for good.
func (p *Preferences) NoteMouse(wake func()) {
	if !p.MouseUsed {
		p.MouseUsed = true
		p.Keep(wake)
	}
}

// NoteKey notes that the user has used the key of an entry, for good.
func (p *Preferences) NoteKey(entry string, wake func()) {
	if !slices.Contains(p.KeysUsed, entry) {
		p.KeysUsed = append(slices.Clone(p.KeysUsed), entry)
		p.Keep(wake)
	}
}
