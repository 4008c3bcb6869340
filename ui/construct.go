package ui

// newTab returns a tab of a trace, which is not in the list of tabs yet.
func (a *app) newTab(d *document) *tab {
	d.alarm = a.alarm
	on := shownTrace{d, a.ui}
	t := &tab{document: d, panels: a.newPanels(on)}
	t.stage = stage{shownTrace: on, prefs: a.prefs, jobs: a.jobs}
	t.mouse = sceneMouse{shownTrace: on, prefs: a.prefs, tips: sceneTips{shownTrace: on},
		openContext: a.dialogs.context.open, editNote: a.dialogs.note.edit}
	return t
}

// newPanels returns the panels of a trace.
func (a *app) newPanels(on shownTrace) *panels {
	keys, step := a.keys, &stepField{shownTrace: on}
	p := &panels{
		threads:   threadsPanel{shownTrace: on, openContext: a.dialogs.context.open, filter: newFilterField(on, a.services)},
		clusters:  clustersPanel{shownTrace: on, keys: keys, naming: -1},
		selection: a.newSelection(on),
		findings: findingsPanel{shownTrace: on, keys: keys, messages: a.messages, input: a.input, slices: a.slices,
			current: -1, limits: limitsMenu{shownTrace: on}},
		notes:    notesPanel{shownTrace: on, keys: keys, messages: a.messages, editNote: a.dialogs.note.edit},
		legend:   legendPanel{shownTrace: on, prefs: a.prefs},
		settings: settingsPanel{shownTrace: on, keys: keys, prefs: a.prefs, resetPanels: a.dock.reset, step: step},
		stats:    statsPanel{shownTrace: on},
		tables: tablesPanel{shownTrace: on, messages: a.messages,
			menu: rowMenus{&a.dialogs.lock, &a.dialogs.function, a.dialogs.context.open}},
		flame:  flamePanel{shownTrace: on, functions: &a.dialogs.function, flames: &a.dialogs.flame},
		slices: slicesPanel{shownTrace: on, keys: keys, slices: a.slices},
		playback: playbackPanel{shownTrace: on, keys: keys, step: step,
			bar: scrubBar{shownTrace: on, prefs: a.prefs, flags: flagRow{shownTrace: on}}},
	}
	p.slices.tables = &p.tables
	p.tables.findings, p.stats.tables, p.playback.bar.flags.findings = &p.findings, &p.tables, &p.findings
	return p
}

// newSelection returns the panel of the selected threads of a trace.
func (a *app) newSelection(on shownTrace) selectionPanel {
	locks := &a.dialogs.lock
	return selectionPanel{shownTrace: on, keys: a.keys, messages: a.messages, prefs: a.prefs, launcher: a.launcher,
		locks: locks, slices: a.slices, source: sourceLines{alarm: a.alarm},
		group: selectedGroup{shownTrace: on, locks: locks, now: presence{shownTrace: on}}}
}
