package ui

import (
	"tiv/session"
	"tiv/ui/findings"
	"tiv/ui/flamegraph"
	"tiv/ui/handling"
	"tiv/ui/notes"
	"tiv/ui/panel"
	"tiv/ui/picture"
	"tiv/ui/playback"
	"tiv/ui/present"
	"tiv/ui/sending"
	"tiv/ui/slicing"
	"tiv/ui/tables"
	"tiv/ui/threads"
)

// tab is one open trace with its panels.
type tab struct {
	*session.Trace
	panels *panels
	stage  stage
	mouse  picture.Mouse
}

// panels are the docked panels of a tab.
type panels struct {
	threads   threads.List
	clusters  threads.Clusters
	selection threads.Selection
	findings  findings.Panel
	notes     notes.Panel
	legend    picture.Legend
	settings  settingsPanel
	stats     threads.Statistics
	tables    tables.Panel
	flame     flamegraph.Panel
	handlers  handling.Panel
	programs  sending.Panel
	playback  playback.Panel
	slices    slicing.Panel
}

// layOut lays out the panels, or, folded, only those below the scene. Those that are in
// front of others come later.
func (p *panels) layOut(folded bool) {
	if !folded {
		p.beside().LayOut()
	}
	p.below().LayOut()
}

// beside returns the panels at the sides of the scene.
func (p *panels) beside() panel.Parts {
	return panel.Parts{&p.threads, &p.clusters, &p.selection, &p.findings, &p.notes, &p.legend, &p.settings, &p.slices}
}

// below returns the panels below the scene.
func (p *panels) below() panel.Parts {
	return panel.Parts{&p.stats, &p.tables, &p.flame, &p.handlers, &p.programs, &p.playback}
}

// slide returns the caption of a presentation.
func (p *panels) slide() present.Slide {
	s := present.Slide{Title: p.findings.Workspace.Name}
	s.Finding, s.Number, s.Count = findings.Current(&p.findings)
	return s
}

// all returns all panels.
func (p *panels) all() panel.Parts { return append(p.beside(), p.below()...) }
