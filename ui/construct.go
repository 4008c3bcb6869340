package ui

import (
	"tiv/session"
	"tiv/ui/findings"
	"tiv/ui/flamegraph"
	"tiv/ui/handling"
	"tiv/ui/keys"
	"tiv/ui/launch"
	"tiv/ui/notes"
	"tiv/ui/panel"
	"tiv/ui/picture"
	"tiv/ui/playback"
	"tiv/ui/sending"
	"tiv/ui/slicing"
	"tiv/ui/tables"
	"tiv/ui/threads"
	"tiv/ui/widget"
)

// tabMaker makes tabs, whose panels use the services and the dialogs of the window.
type tabMaker struct {
	*panel.Services
	dialogs     *dialogs
	resetPanels func() // puts all panels back
}

// newTab returns a tab of a trace, which is not in the list of tabs yet.
func (m *tabMaker) newTab(of *session.Trace) *tab {
	on := panel.Trace{Document: of.Document, UI: m.Shown.UI}
	t := &tab{Trace: of, panels: m.newPanels(on), stage: stage{on, m.Session}}
	t.mouse = picture.NewMouse(on, m.Services, m.dialogs.context.open, m.dialogs.note.Edit)
	return t
}

// newPanels returns the panels of a trace.
func (m *tabMaker) newPanels(on panel.Trace) *panels {
	s, d, step := m.Services, m.dialogs, &panel.StepField{Trace: on}
	p := &panels{}
	p.threads, p.clusters = threads.NewList(on, s, d.context.open, d.context.openGroup), threads.NewClusters(on, s)
	p.selection = threads.NewSelection(on, s, &d.lock)
	p.findings = findings.New(on, s)
	p.notes = notes.New(on, s, d.note.Edit)
	p.legend = picture.NewLegend(on, s)
	p.settings = settingsPanel{Trace: on, session: s.Session, keys: s.Keys, prefs: s.Prefs, resetPanels: m.resetPanels, step: step}
	p.stats = threads.NewStatistics(on, s)
	p.tables = tables.New(on, s, &d.lock, &d.function, d.context.open)
	p.flame = flamegraph.New(on, s, &d.function, &d.files.Flame)
	p.handlers = handling.New(on, s, &d.function)
	p.programs = sending.New(on, s)
	p.slices = slicing.NewPanel(on, s, d.slices)
	p.playback = playback.New(on, s, step, &p.findings)
	return p
}

// newServices returns the services of a window that is not open yet, and that wake wakes.
func newServices(o *Options, wake func()) *panel.Services {
	s := &panel.Services{Shown: &panel.Trace{UI: &widget.Kit{}}, Prefs: &panel.Preferences{}, Input: &keys.Recorder{}, Wake: wake,
		Desktop: &panel.Desktop{Choose: o.Choose}}
	s.Launcher = &launch.Launcher{Wake: wake}
	s.Session = session.New(o.Options, &s.Prefs.Prefs, wake, newJobPainter)
	s.Messages, s.Jobs = s.Session.Messages, s.Session.Jobs
	s.Keys = keys.New(&s.Prefs.Prefs)
	return s
}
