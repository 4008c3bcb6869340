package ui

import (
	"fmt"
	"path/filepath"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/timeline"
	"tiv/tracefeed"
)

// selectionPanel caches the last description, which reads every thread.
type selectionPanel struct {
	tl     *timeline.Timeline
	thread tracefeed.ThreadID
	moment tracefeed.Time
	is     report.Description
}

// describe returns the state of the selected thread at the moment.
func (a *app) describe() *report.Description {
	c := &a.chosen
	tl, thread, moment := a.ws.Timeline, a.ws.Look.Selected, a.ws.Look.Moment
	if c.tl != tl || c.thread != thread || c.moment != moment {
		*c = selectionPanel{tl, thread, moment, report.Describe(tl, thread, moment)}
	}
	return &c.is
}

// selectionPanel shows the state of the selected thread, its blockers and its
// waiters.
func (a *app) selectionPanel() {
	panel(selectionName, 0, func() {
		if a.ws.Look.Selected == tracefeed.NoThread {
			imgui.PushStyleColorVec4(imgui.ColText, vec(a.ws.Look.Palette.Faint))
			wrapped("Click a thread, in the scene or in the list, to see what it does and what it waits for.")
			imgui.PopStyleColor()
			return
		}
		if n := len(a.ws.Look.Selection); n > 1 {
			a.faint(fmt.Sprintf("%d threads are selected; this is one:", n))
		}
		d := a.describe()
		t := a.ws.Timeline.Threads[d.Thread]
		name := a.threadName(d.Thread)
		a.bold(cut(name, imgui.ContentRegionAvail().X))
		tip(name + "\nid " + tame(t.ID))
		a.stateLine(d)
		a.blockers(d)
		a.waiters(d)
		a.stack(d)
	})
}

func (a *app) stateLine(d *report.Description) {
	style := a.ws.Look.Palette.Layers[layerName(d.State)]
	if d.State != tracefeed.NotAlive {
		a.swatch(style.Color, style.Pattern)
		imgui.SameLine()
	}
	wrapped(tame(d.Doing(a.ws.Timeline)))
	a.faintWrapped(d.Lasting())
	a.faintWrapped(fmt.Sprintf("since %v", d.Since))
}

func (a *app) faintWrapped(s string) {
	imgui.PushStyleColorVec4(imgui.ColText, vec(a.ws.Look.Palette.Faint))
	wrapped(s)
	imgui.PopStyleColor()
}

func layerName(s tracefeed.State) string {
	if s == tracefeed.IO {
		return "IO"
	}
	return s.String()
}

// mostNames is the largest number of threads in a list in a panel.
const mostNames = 50

func (a *app) blockers(d *report.Description) {
	if len(d.Blockers) == 0 {
		if d.State == tracefeed.Blocking {
			a.faintWrapped("Nobody is known to hold what it waits for.")
		}
		return
	}
	heading := "waits for"
	if d.State == tracefeed.Suspended {
		heading = "goes on when told by"
	}
	imgui.SeparatorText(heading)
	tip(report.EvidenceHelp(d.Evidence))
	for i, b := range d.Blockers {
		if i == mostNames {
			a.faint(fmt.Sprintf("and %d more", len(d.Blockers)-i))
			break
		}
		a.threadLink(fmt.Sprint("blocker", i), b)
		a.mark(fmt.Sprint("blocker ", i), lastItem())
	}
	a.faint(d.Evidence.String())
	tip(report.EvidenceHelp(d.Evidence))
}

func (a *app) waiters(d *report.Description) {
	if len(d.Waiters) == 0 {
		return
	}
	imgui.SeparatorText(fmt.Sprintf("who waits for it (%d)", len(d.Waiters)))
	for i, w := range d.Waiters {
		if i == mostNames {
			a.faint(fmt.Sprintf("and %d more", len(d.Waiters)-i))
			return
		}
		a.threadLink(fmt.Sprint("waiter", i), w.Thread)
		where := ""
		if w.Monitor != tracefeed.NoMonitor {
			where = " at " + a.monitorName(w.Monitor)
		}
		a.faintWrapped(fmt.Sprintf("   for %v%s (%v)", d.Moment-w.Since, where, w.Evidence))
	}
}

func (a *app) stack(d *report.Description) {
	if len(d.Stack) == 0 {
		return
	}
	imgui.SeparatorText("where in its code")
	for i, f := range d.Stack {
		wide := imgui.ContentRegionAvail().X
		call, place := tame(f.Func), fmt.Sprintf("%s:%d", tame(f.File), f.Line)
		text(cut(call, wide))
		tip(call + "\n" + place)
		if f.File != "" {
			a.faint("   " + cut(filepath.Base(place), wide-2*imgui.FontSize()))
			tip(place)
		}
		if i == mostNames {
			a.faint(fmt.Sprintf("and %d more calls", len(d.Stack)-i-1))
			return
		}
	}
}
