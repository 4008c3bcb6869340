package ui

import (
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/launch"
	"tiv/ui/panel"
	"tiv/ui/slicing"
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
	t.mouse = sceneMouse{Trace: on, prefs: m.Prefs, tips: sceneTips{Trace: on},
		openContext: m.dialogs.context.open, editNote: m.dialogs.note.edit}
	return t
}

// newPanels returns the panels of a trace.
func (m *tabMaker) newPanels(on panel.Trace) *panels {
	keys, step := m.Keys, &stepField{Trace: on}
	var t *tablesPanel
	p := &panels{
		threads:   threadsPanel{Trace: on, openContext: m.dialogs.context.open, filter: newFilterField(on, m.Services)},
		clusters:  clustersPanel{Trace: on, keys: keys, naming: -1},
		selection: m.newSelection(on),
		findings: findingsPanel{Trace: on, keys: keys, messages: m.Messages, input: m.Input, slices: m.dialogs.slices,
			current: -1, limits: limitsMenu{Trace: on}},
		notes:    notesPanel{Trace: on, keys: keys, messages: m.Messages, editNote: m.dialogs.note.edit},
		legend:   legendPanel{Trace: on, prefs: m.Prefs},
		settings: settingsPanel{Trace: on, keys: keys, prefs: m.Prefs, resetPanels: m.resetPanels, step: step},
		stats:    statsPanel{Trace: on},
		tables: tablesPanel{Trace: on, messages: m.Messages,
			menu: rowMenus{&m.dialogs.lock, &m.dialogs.function, m.dialogs.context.open}},
		flame:  flamePanel{Trace: on, functions: &m.dialogs.function, flames: &m.dialogs.files.Flame},
		slices: slicing.NewPanel(on, m.Services, m.dialogs.slices, func(name string) { t.showOf(name, tracefeed.NoThread) }),
		playback: playbackPanel{Trace: on, keys: keys, step: step,
			bar: scrubBar{Trace: on, prefs: m.Prefs, flags: flagRow{Trace: on}}},
	}
	t = &p.tables
	p.tables.findings, p.stats.tables, p.playback.bar.flags.findings = &p.findings, &p.tables, &p.findings
	return p
}

// newSelection returns the panel of the selected threads of a trace.
func (m *tabMaker) newSelection(on panel.Trace) selectionPanel {
	locks := &m.dialogs.lock
	return selectionPanel{Trace: on, keys: m.Keys, messages: m.Messages, prefs: m.Prefs, launcher: m.Launcher,
		locks: locks, slices: m.dialogs.slices, source: sourceLines{wake: m.Wake},
		group: selectedGroup{Trace: on, locks: locks, now: presence{Trace: on}}}
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
