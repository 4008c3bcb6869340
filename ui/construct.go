package ui

import "tiv/session"

// tabMaker makes tabs, whose panels use the services and the dialogs of the window.
type tabMaker struct {
	*services
	dialogs     *dialogs
	resetPanels func() // puts all panels back
}

// newTab returns a tab of a trace, which is not in the list of tabs yet.
func (m *tabMaker) newTab(of *session.Trace) *tab {
	on := shownTrace{of.Document, m.shown.ui}
	t := &tab{Trace: of, panels: m.newPanels(on), stage: stage{on, m.session}}
	t.mouse = sceneMouse{shownTrace: on, prefs: m.prefs, tips: sceneTips{shownTrace: on},
		openContext: m.dialogs.context.open, editNote: m.dialogs.note.edit}
	return t
}

// newPanels returns the panels of a trace.
func (m *tabMaker) newPanels(on shownTrace) *panels {
	keys, step := m.keys, &stepField{shownTrace: on}
	p := &panels{
		threads:   threadsPanel{shownTrace: on, openContext: m.dialogs.context.open, filter: newFilterField(on, m.services)},
		clusters:  clustersPanel{shownTrace: on, keys: keys, naming: -1},
		selection: m.newSelection(on),
		findings: findingsPanel{shownTrace: on, keys: keys, messages: m.messages, input: m.input, slices: m.dialogs.slices,
			current: -1, limits: limitsMenu{shownTrace: on}},
		notes:    notesPanel{shownTrace: on, keys: keys, messages: m.messages, editNote: m.dialogs.note.edit},
		legend:   legendPanel{shownTrace: on, prefs: m.prefs},
		settings: settingsPanel{shownTrace: on, keys: keys, prefs: m.prefs, resetPanels: m.resetPanels, step: step},
		stats:    statsPanel{shownTrace: on},
		tables: tablesPanel{shownTrace: on, messages: m.messages,
			menu: rowMenus{&m.dialogs.lock, &m.dialogs.function, m.dialogs.context.open}},
		flame:  flamePanel{shownTrace: on, functions: &m.dialogs.function, flames: &m.dialogs.flame},
		slices: slicesPanel{shownTrace: on, keys: keys, slices: m.dialogs.slices},
		playback: playbackPanel{shownTrace: on, keys: keys, step: step,
			bar: scrubBar{shownTrace: on, prefs: m.prefs, flags: flagRow{shownTrace: on}}},
	}
	p.slices.tables = &p.tables
	p.tables.findings, p.stats.tables, p.playback.bar.flags.findings = &p.findings, &p.tables, &p.findings
	return p
}

// newSelection returns the panel of the selected threads of a trace.
func (m *tabMaker) newSelection(on shownTrace) selectionPanel {
	locks := &m.dialogs.lock
	return selectionPanel{shownTrace: on, keys: m.keys, messages: m.messages, prefs: m.prefs, launcher: m.launcher,
		locks: locks, slices: m.dialogs.slices, source: sourceLines{alarm: m.alarm},
		group: selectedGroup{shownTrace: on, locks: locks, now: presence{shownTrace: on}}}
}
