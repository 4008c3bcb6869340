package ui

// newTab returns a tab of a trace, which is not in the list of tabs yet.
func (a *app) newTab(d *document) *tab {
	t := &tab{document: d, panels: a.newPanels(d)}
	t.stage = stage{document: d, ui: a.ui, prefs: a.prefs, alarm: a.alarm, jobs: a.jobs}
	t.mouse = sceneMouse{document: d, ui: a.ui, prefs: a.prefs, alarm: a.alarm, tips: sceneTips{document: d, ui: a.ui, alarm: a.alarm},
		openContext: a.dialogs.context.open, editNote: a.dialogs.note.edit}
	return t
}

// newPanels returns the panels of a trace.
func (a *app) newPanels(d *document) *panels {
	ui, keys, alarm, step := a.ui, a.keys, a.alarm, &stepField{document: d, ui: a.ui}
	p := &panels{
		threads:   threadsPanel{document: d, ui: ui, alarm: alarm, openContext: a.dialogs.context.open, filter: newFilterField(d, a.services)},
		clusters:  clustersPanel{document: d, ui: ui, keys: keys, naming: -1},
		selection: a.newSelection(d),
		findings: findingsPanel{document: d, ui: ui, keys: keys, messages: a.messages, input: a.input, alarm: alarm, slices: a.slices,
			current: -1, limits: limitsMenu{document: d, ui: ui, alarm: alarm}},
		notes:    notesPanel{document: d, ui: ui, keys: keys, messages: a.messages, editNote: a.dialogs.note.edit},
		legend:   legendPanel{document: d, ui: ui, prefs: a.prefs},
		settings: settingsPanel{document: d, ui: ui, keys: keys, prefs: a.prefs, resetPanels: a.dock.reset, step: step},
		stats:    statsPanel{document: d, ui: ui, alarm: alarm},
		tables: tablesPanel{document: d, ui: ui, messages: a.messages, alarm: alarm,
			menu: rowMenus{&a.dialogs.lock, &a.dialogs.function, a.dialogs.context.open}},
		flame:  flamePanel{document: d, ui: ui, alarm: alarm, functions: &a.dialogs.function, flames: &a.dialogs.flame},
		slices: slicesPanel{document: d, ui: ui, keys: keys, alarm: alarm, slices: a.slices},
		playback: playbackPanel{document: d, ui: ui, keys: keys, step: step,
			bar: scrubBar{document: d, ui: ui, prefs: a.prefs, alarm: alarm, flags: flagRow{document: d, ui: ui}}},
	}
	p.slices.tables = &p.tables
	p.tables.findings, p.stats.tables, p.playback.bar.flags.findings = &p.findings, &p.tables, &p.findings
	return p
}

// newSelection returns the panel of the selected threads of a trace.
func (a *app) newSelection(d *document) selectionPanel {
	locks := &a.dialogs.lock
	return selectionPanel{document: d, ui: a.ui, keys: a.keys, messages: a.messages, prefs: a.prefs, alarm: a.alarm, launcher: a.launcher,
		locks: locks, slices: a.slices, source: sourceLines{alarm: a.alarm},
		group: selectedGroup{document: d, ui: a.ui, alarm: a.alarm, locks: locks, now: presence{document: d, ui: a.ui, alarm: a.alarm}}}
}
