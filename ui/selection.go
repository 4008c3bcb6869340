package ui

import (
	"fmt"
	"path/filepath"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/timeline"
	"tiv/tracefeed"
)

// selectionPanel describes the selected thread. It caches the last description,
// which reads every thread.
type selectionPanel struct {
	*host
	tl          *timeline.Timeline
	thread      tracefeed.ThreadID
	moment      tracefeed.Time
	description report.Description
}

// describe returns the state of the selected thread at the moment.
func (p *selectionPanel) describe() *report.Description {
	tl, thread, moment := p.ws.Timeline, p.ws.Look.Selected, p.ws.Look.Moment
	if p.tl != tl || p.thread != thread || p.moment != moment {
		p.tl, p.thread, p.moment, p.description = tl, thread, moment, report.Describe(tl, thread, moment)
	}
	return &p.description
}

// layOut shows the state of the selected thread, its blockers and its
// waiters.
func (p *selectionPanel) layOut() {
	panel(selectionName, 0, func() {
		if p.ws.Look.Selected == tracefeed.NoThread {
			p.ui.faintWrapped("Click a thread, in the scene or in the list, to see its state and the threads it waits for.")
			return
		}
		if n := len(p.ws.Look.Selection); n > 1 {
			p.ui.faint(fmt.Sprintf("One of %d selected threads:", n))
		}
		d := p.describe()
		t := p.ws.Timeline.Threads[d.Thread]
		name := p.threadName(d.Thread)
		p.ui.bold(shorten(name, imgui.ContentRegionAvail().X))
		tip(name + "\nid " + sanitize(t.ID))
		p.stateLine(d)
		p.blockers(d)
		p.waiters(d)
		p.stack(d)
	})
}

func (p *selectionPanel) stateLine(d *report.Description) {
	style := p.ui.palette.Layers[layerName(d.State)]
	if d.State != tracefeed.NotAlive {
		p.ui.swatch(style.Color, style.Pattern)
		imgui.SameLine()
	}
	wrapped(sanitize(d.Doing(p.ws.Look.Locks)))
	p.ui.faintWrapped(d.Lasting())
	p.ui.faintWrapped(fmt.Sprintf("since %v", d.Since))
}

func layerName(s tracefeed.State) string {
	if s == tracefeed.IO {
		return "IO"
	}
	return s.String()
}

// maxNames is the largest number of threads in a list in a panel.
const maxNames = 50

func (p *selectionPanel) blockers(d *report.Description) {
	if len(d.Blockers) == 0 {
		if d.State == tracefeed.Blocking {
			p.ui.faintWrapped("The owner is unknown.")
		}
		return
	}
	heading := "waits for"
	if d.State == tracefeed.Suspended {
		heading = "signalled by"
	}
	imgui.SeparatorText(heading)
	tip(report.EvidenceHelp(d.Evidence))
	for i, b := range d.Blockers {
		if i == maxNames {
			p.ui.faint(fmt.Sprintf("and %d more", len(d.Blockers)-i))
			break
		}
		p.threadLink(fmt.Sprint("blocker", i), b)
		p.ui.mark(fmt.Sprint("blocker ", i), lastItem())
	}
	p.ui.faint(d.Evidence.String())
	tip(report.EvidenceHelp(d.Evidence))
}

func (p *selectionPanel) waiters(d *report.Description) {
	if len(d.Waiters) == 0 {
		return
	}
	imgui.SeparatorText(fmt.Sprintf("waiting for it (%d)", len(d.Waiters)))
	for i, w := range d.Waiters {
		if i == maxNames {
			p.ui.faint(fmt.Sprintf("and %d more", len(d.Waiters)-i))
			return
		}
		p.threadLink(fmt.Sprint("waiter", i), w.Thread)
		where := ""
		if w.Monitor != tracefeed.NoMonitor {
			where = " at " + p.monitorName(w.Monitor)
		}
		p.ui.faintWrapped(fmt.Sprintf("   for %v%s (%v)", d.Moment-w.Since, where, w.Evidence))
	}
}

func (p *selectionPanel) stack(d *report.Description) {
	if len(d.Stack) == 0 {
		return
	}
	imgui.SeparatorText("stack")
	if d.StackNote != "" {
		p.ui.faintWrapped(d.StackNote)
	}
	for i, f := range d.Stack {
		wide := imgui.ContentRegionAvail().X
		call, place := sanitize(f.Func), fmt.Sprintf("%s:%d", sanitize(f.File), f.Line)
		text(shorten(call, wide))
		tip(call + "\n" + place)
		if f.File != "" {
			p.ui.faint("   " + shorten(filepath.Base(place), wide-2*imgui.FontSize()))
			tip(place)
		}
		if i == maxNames {
			p.ui.faint(fmt.Sprintf("and %d more frames", len(d.Stack)-i-1))
			return
		}
	}
}

// threadLink writes a thread's name; a click selects it.
func (p *selectionPanel) threadLink(id string, t tracefeed.ThreadID) {
	if p.ui.link(id, p.threadName(t), "Click to select the thread.") {
		p.selectThread(t)
	}
}
