package threads

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/execution"
	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/internal/background"
	"tiv/report"
	"tiv/session"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/menu"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Selection describes the selected thread, or the selected threads together. It
// caches the last description, which reads every thread.
type Selection struct {
	panel.Trace
	keys    *keys.Bindings
	session *session.Session
	do      panel.Doer
	locks   *menu.Lock
	lane    menu.Lane // of the lock that the thread waits for, or else holds
	source  sourceLines
	group   selectedGroup
	task    chosenTask
	// callSums are how the selected call spent its time.
	callSums background.Latest[panel.CallKey, report.CallSums]

	tl          *timeline.Timeline
	names       *lockname.Names
	thread      tracefeed.ThreadID
	moment      tracefeed.Time
	description report.Description
	// now describes the first of the description's blockers at the moment.
	now []blockerNow
	// regions are the open regions of the thread at the moment, the innermost first.
	regions []execution.Region
}

// blockerNow is the present state of a thread that another one waits for.
type blockerNow struct {
	// state is its state in words; held is since when it holds the monitor, "" if that
	// is not known.
	state, held string
}

// maxBlockersNow is the largest number of blockers whose state is described.
const maxBlockersNow = 5

// Busy reports whether the lane of a lock is being computed, or the chosen task explained.
func (p *Selection) Busy() bool {
	_, busy := p.task.made.Running()
	return busy || p.lane.Busy()
}

// Close ends all work.
func (p *Selection) Close() {
	p.lane.Close()
	p.source.lines.Close()
	p.group.sum.Close()
	p.group.now.now.Close()
	p.callSums.Close()
	p.task.made.Close()
}

// describe returns the state of the selected thread at the moment.
func (p *Selection) describe() *report.Description {
	tl, names, thread, moment := p.Workspace.Timeline, p.Workspace.Look.Locks, p.Workspace.Look.Selected, p.Workspace.Look.Moment
	if p.tl == tl && p.names == names && p.thread == thread && p.moment == moment {
		return &p.description
	}
	p.tl, p.names, p.thread, p.moment = tl, names, thread, moment
	p.description = report.Describe(tl, thread, moment)
	d := &p.description
	p.now = p.now[:0]
	for _, b := range d.Blockers[:min(len(d.Blockers), maxBlockersNow)] {
		of := report.Span(tl, b, moment)
		now := blockerNow{state: report.Safe(of.Now(names))}
		holds := tl.Lane(b).Held(max(0, moment))
		if i := slices.IndexFunc(holds, func(h timeline.ThreadHold) bool { return h.Monitor == d.Monitor }); i >= 0 &&
			d.Monitor != tracefeed.NoMonitor {
			now.held = report.Safe(report.NewHold(tl, holds[i]).Lasting(moment))
		}
		p.now = append(p.now, now)
	}
	p.regions = openRegions(tl, thread, moment)
	return d
}

// openRegions returns the regions of a thread that are open at a moment, the innermost
// first.
func openRegions(tl *timeline.Timeline, thread tracefeed.ThreadID, moment tracefeed.Time) (open []execution.Region) {
	if len(tl.Names) <= 1 {
		return nil
	}
	q := execution.Query{Of: make([]bool, thread+1), From: min(moment, tl.End-1), To: moment + 1}
	q.Of[thread] = true
	execution.EachRegion(context.Background(), tl, q, func(r execution.Region) { open = append(open, r) })
	slices.SortStableFunc(open, func(a, b execution.Region) int { return int(b.Start - a.Start) })
	return open
}

// LayOut shows the state of the selected thread, its blockers and its waiters, or the
// totals of several threads.
func (p *Selection) LayOut() {
	body := func() {
		switch l := &p.Workspace.Look; {
		case l.Selected == tracefeed.NoThread && len(l.Selection) < 2:
			if !p.task.layOut() {
				p.UI.FaintWrapped("Click a thread to see its state and what it waits for.")
			}
			p.group.layOutAll()
			return
		case len(l.Selection) > 1:
			p.group.layOut()
			p.task.layOut()
			return
		}
		d := p.describe()
		t := p.Workspace.Timeline.Threads[d.Thread]
		name := p.ThreadName(d.Thread)
		p.UI.Bold(widget.Shorten(name, imgui.ContentRegionAvail().X))
		widget.Tip(name + "\nid " + report.Safe(t.ID))
		p.stateLine(d)
		if i := p.Workspace.Look.Interval; i.Start < i.End && len(p.Workspace.Look.Selection) == 1 {
			p.group.sums(p.Workspace.Look.Selection)
		}
		p.call()
		if x := tasksFor(&p.Trace); x != nil {
			worksFor{p.Trace, x, d}.layOut()
		}
		p.blockers(d)
		if d.Monitor != tracefeed.NoMonitor && p.Workspace.Look.Locks.Owned(d.Monitor) {
			p.lane.LayOut(&p.Trace, d.Monitor)
		}
		p.holds(d)
		p.waiters(d)
		p.stack(d)
		p.work(d)
		p.task.layOut()
	}
	p.lane.Keep(func() { panel.Docked(panel.Selection, 0, body) })
}

func (p *Selection) stateLine(d *report.Description) {
	style := p.UI.Palette.Layers[d.State.Word()]
	if d.State != tracefeed.NotAlive {
		p.UI.Swatch(style.Color, style.Pattern)
		imgui.SameLine()
	}
	state := *d
	state.Monitor = tracefeed.NoMonitor // it has a line of its own
	words := state.Doing(p.Workspace.Look.Locks)
	switch {
	case d.State == tracefeed.NotAlive:
	case d.Since == 0 && d.State != tracefeed.Running && p.Workspace.Timeline.Header.Format == "go":
		words += " since before the recording" // Go traces begin with the state of each goroutine
	default:
		words += " since " + p.Workspace.Look.Clock().Text(d.Since)
	}
	widget.Wrapped(report.Safe(words))
	if idle := report.Idle(p.Workspace.Timeline, p.Workspace.Look.Idle, d.Thread, d.Moment); idle != "" {
		words += ", " + idle
		widget.Wrapped(report.Safe(idle))
	}
	p.UI.FaintWrapped(d.Lasting())
	p.UI.MarkText("selected state", words+"; "+d.Lasting())
}

// blockers shows the monitor that the thread waits for, and the threads that can end
// the wait with their present states.
func (p *Selection) blockers(d *report.Description) {
	if d.State != tracefeed.Blocking && len(d.Blockers) == 0 && d.Monitor == tracefeed.NoMonitor {
		return
	}
	heading := "Waits for"
	if d.State == tracefeed.Suspended && len(d.Blockers) > 0 {
		heading = "Signalled by"
	}
	if len(d.Blockers) > 0 {
		heading += " (" + d.Evidence.String() + ")"
	}
	widget.Section(heading)
	widget.Tip(report.EvidenceHelp(d.Evidence))
	if d.Monitor != tracefeed.NoMonitor {
		p.locks.Link("waits for", d.Monitor)
	}
	if len(d.Blockers) == 0 && d.State == tracefeed.Blocking {
		p.noHolder(d)
		return
	}
	for i, b := range d.Blockers {
		if i == panel.MaxNames {
			p.UI.Faint(fmt.Sprintf("and %d more", len(d.Blockers)-i))
			break
		}
		if d.State == tracefeed.Blocking && d.Monitor != tracefeed.NoMonitor && d.Evidence == interaction.Observed {
			p.UI.Faint("held by")
			imgui.SameLine()
		}
		panel.ThreadLink(p.UI, p.Document, fmt.Sprint("blocker", i), b)
		p.UI.MarkText(fmt.Sprint("blocker ", i), p.ThreadName(b))
		if x := tasksFor(&p.Trace); x != nil && d.State == tracefeed.Blocking {
			worksFor{p.Trace, x, d}.holder(i, b)
		}
		if i < len(p.now) {
			if p.now[i].held != "" {
				p.UI.Detail(p.now[i].held)
			}
			p.UI.Detail("now " + p.now[i].state)
		}
	}
}

// holds lists the monitors that the thread holds, the one for which most threads wait with its lane, if the thread waits
// for none.
func (p *Selection) holds(d *report.Description) {
	if len(d.Holds) == 0 {
		return
	}
	widget.Section("Holds")
	most := slices.MaxFunc(d.Holds, func(a, b report.Hold) int { return cmp.Compare(a.Waiters, b.Waiters) })
	for i := range d.Holds {
		if i == panel.MaxNames {
			p.UI.Faint(fmt.Sprintf("and %d more", len(d.Holds)-i))
			return
		}
		h := &d.Holds[i]
		p.locks.Link(fmt.Sprint("holds", i), h.Monitor)
		words := h.Lasting(d.Moment)
		if h.Shared {
			words = "as a reader, " + words
		}
		if h.Waiters > 0 {
			words += "; " + tracefeed.Plural(h.Waiters, "thread") + " waiting"
		}
		p.UI.Detail(report.Safe(words))
		if h.Monitor == most.Monitor && d.Monitor == tracefeed.NoMonitor {
			p.lane.LayOut(&p.Trace, h.Monitor)
		}
	}
}

func (p *Selection) waiters(d *report.Description) {
	if len(d.Waiters) == 0 {
		return
	}
	widget.Section(fmt.Sprintf("Waiting for it (%d)", len(d.Waiters)))
	for i, w := range d.Waiters {
		if i == panel.MaxNames {
			p.UI.Faint(fmt.Sprintf("and %d more", len(d.Waiters)-i))
			return
		}
		panel.ThreadLink(p.UI, p.Document, fmt.Sprint("waiter", i), w.Thread)
		where := ""
		if w.Monitor != tracefeed.NoMonitor {
			where = " at " + p.MonitorName(w.Monitor)
		}
		p.UI.Detail(fmt.Sprintf("for %v%s (%v)", d.Moment-w.Since, where, w.Evidence))
	}
}

// work lists the regions of the thread at the moment.
func (p *Selection) work(d *report.Description) {
	tl := p.Workspace.Timeline
	if len(p.regions) > 0 {
		widget.Section("Regions")
		for _, r := range p.regions[:min(len(p.regions), panel.MaxNames)] {
			widget.Wrapped(report.Safe(tl.Names[r.Name]))
			p.UI.Detail(fmt.Sprintf("since %s (%v)", p.Workspace.Look.Clock().Text(r.Start), d.Moment-r.Start))
		}
	}
}

// noHolder says that the trace names no holder, and how to get one that does.
func (p *Selection) noHolder(d *report.Description) {
	tl := p.Workspace.Timeline
	switch {
	case d.Monitor != tracefeed.NoMonitor && tl.HandedOver(d.Monitor):
		p.UI.FaintWrapped("The holder is unknown: another thread than its holder has released this lock.")
	case tl.Header.Format != "go" || p.Workspace.Report.Owners:
		p.UI.FaintWrapped("The holder is unknown.")
	default:
		p.UI.FaintWrapped("The holder is unknown. Go execution traces do not name lock holders. Record with:")
		records := session.RecordingOf("")
		widget.Text(records)
		p.UI.MarkText("no holder", records)
		if imgui.SmallButton("Copy command") {
			p.session.Do(command.CopyRecording{})
		}
		p.UI.Mark("copy record command", widget.LastItem())
		widget.Tip("Copies a command that records a Go program with the holders of its locks.")
	}
}

// NewSelection returns the panel of the selected threads of a trace.
func NewSelection(on panel.Trace, s *panel.Services, lock *menu.Lock) Selection {
	return Selection{Trace: on, keys: s.Keys, session: s.Session, do: s.Do,
		locks: lock, task: chosenTask{Trace: on, session: s.Session},
		source: sourceLines{wake: s.Wake}, group: selectedGroup{Trace: on, locks: lock, now: presence{Trace: on}}}
}
