package ui

import (
	"tiv/session"
	"tiv/ui/panel"
	"tiv/ui/present"
	"tiv/ui/slicing"
)

// tab is one open trace with its panels.
type tab struct {
	*session.Trace
	panels *panels
	stage  stage
	mouse  sceneMouse
}

// panels are the docked panels of a tab.
type panels struct {
	threads   threadsPanel
	clusters  clustersPanel
	selection selectionPanel
	findings  findingsPanel
	notes     notesPanel
	legend    legendPanel
	settings  settingsPanel
	stats     statsPanel
	tables    tablesPanel
	flame     flamePanel
	playback  playbackPanel
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
func (p *panels) below() panel.Parts { return panel.Parts{&p.stats, &p.tables, &p.flame, &p.playback} }

// slide returns the caption of a presentation.
func (p *panels) slide() present.Slide {
	f := &p.findings
	f.rank() // the panel is hidden
	s := present.Slide{Title: f.Workspace.Name, Count: f.counted}
	if f.current >= 0 && f.Workspace.Look.Lit != nil {
		s.Finding, s.Number = &f.of[f.order[f.current]], f.current+1
	}
	return s
}

// all returns all panels.
func (p *panels) all() panel.Parts { return append(p.beside(), p.below()...) }
