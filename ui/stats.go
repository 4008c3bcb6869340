package ui

import (
	"context"
	"fmt"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/totals"
	"tiv/internal/task"
	"tiv/report"
	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// statsPanel is the statistics of the selected threads in the time shown.
type statsPanel struct {
	sum   task.Latest[statsKey, summary]
	time  timeRange
	seen  bool      // it was laid out in this frame
	begun time.Time // when the last summary was begun
}

// summary is a summary and the time it took to compute.
type summary struct {
	totals.Summary
	took time.Duration
}

// statsKey is the input of a summary.
type statsKey struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	threads  *tracefeed.ThreadID // the first in a list that never changes
	count    int
	selected bool // they are the selected ones
}

// waitStates are the states whose waits the panel counts.
var waitStates = [...]tracefeed.State{tracefeed.Blocking, tracefeed.Suspended, tracefeed.IO}

func (a *app) statsPanel() {
	a.stats.seen = false
	defer func() {
		if !a.stats.seen {
			a.stats.sum.Pause()
		}
	}()
	a.panelThatCloses(statsName, func() {
		a.stats.seen = true
		a.refreshStats()
		l := &a.stats.sum
		a.statsHead(l)
		if l.Present {
			a.statsParts(&l.Value.Summary)
		}
	})
}

// panelThatCloses lays out a docked panel that the user opens and closes.
func (a *app) panelThatCloses(name string, body func()) {
	open := a.ws.Panels[name]
	if !open {
		return
	}
	if imgui.BeginV(name, &open, 0) {
		body()
	}
	imgui.End()
	if !open {
		a.send(workspace.OpenPanel{Name: name})
	}
}

// toggle opens or closes a panel.
func toggle(name string) func(*app) {
	return func(a *app) { a.send(workspace.OpenPanel{Name: name, Open: !a.ws.Panels[name]}) }
}

// isOpen reports whether a panel is open.
func isOpen(name string) func(*app) bool { return func(a *app) bool { return a.ws.Panels[name] } }

// statsWidth is the smallest width of a part of the statistics, in text sizes.
const statsWidth = 19

// statsParts lays out the parts in columns, as many as fit.
func (a *app) statsParts(s *totals.Summary) {
	parts := []func(){func() { a.stateShares(s) }}
	for _, state := range waitStates {
		if s.Waits[state].Count > 0 {
			parts = append(parts, func() { a.waitLengths(state, &s.Waits[state]) })
		}
	}
	if len(s.Pairs) > 0 {
		parts = append(parts, func() { a.topBlockers(s) })
	}
	if len(s.Monitors) > 0 {
		parts = append(parts, func() { a.topMonitors(s) })
	}
	n := min(max(int(imgui.ContentRegionAvail().X/(statsWidth*imgui.FontSize())), 1), len(parts))
	flags := imgui.TableFlagsSizingStretchSame | imgui.TableFlagsScrollY | imgui.TableFlagsNoSavedSettings
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.Vec2{X: 0.6 * imgui.FontSize(), Y: 2 * a.scale()})
	defer imgui.PopStyleVar()
	if !imgui.BeginTableV("parts", int32(n), imgui.TableFlags(flags), imgui.Vec2{}, 0) {
		return
	}
	for _, part := range parts {
		if imgui.TableNextColumn() {
			part()
		}
	}
	imgui.EndTable()
}

// busy reports whether the summary that is shown is not all there.
func (p *statsPanel) busy() bool {
	_, busy := p.sum.Running()
	return p.seen && busy
}

// statsEvery is the shortest interval of updating the statistics while a trace
// plays or is being read.
const statsEvery = 500 * time.Millisecond

// refreshStats requests the summary, if its input has changed.
func (a *app) refreshStats() {
	look, l := &a.ws.Look, &a.stats.sum
	key := statsKey{tl: a.ws.Timeline}
	threads := look.Threads
	if len(look.Selection) > 0 {
		threads, key.selected = look.Selection, true
	}
	if key.count = len(threads); key.count > 0 {
		key.threads = &threads[0]
	}
	key.from, key.to = a.between(a.stats.time)
	// If the input changes continually, a running task is finished, and started
	// again at intervals, because frames need the processors too.
	if a.ws.Playback.Playing || !key.tl.Complete {
		if wanted, busy := l.Running(); busy {
			key = wanted
		} else if l.Present && time.Since(a.stats.begun) < statsEvery+4*l.Value.took {
			key = l.Key
		}
	}
	if l.Update(key, func(ctx context.Context, progress func(float64)) (summary, error) {
		begun := time.Now()
		sum, ok := totals.Sum(ctx, key.tl, totals.Query{From: key.from, To: key.to, Of: among(key.tl, threads), Tell: progress})
		return uncancelled(summary{sum, time.Since(begun)}, ok)
	}, a.alarm.ring) {
		a.stats.begun = time.Now()
	}
}

// statsHead shows the threads and the interval of the statistics.
func (a *app) statsHead(l *task.Latest[statsKey, summary]) {
	k, busy := l.Running()
	if l.Present {
		k = l.Key
	}
	who := "all threads that are shown"
	switch {
	case k.selected && k.count == 1 && int(*k.threads) < len(a.ws.Timeline.Threads):
		who = a.threadName(*k.threads)
	case k.selected:
		who = plural(k.count, "selected thread")
	}
	a.rangeButtons("stats", &a.stats.time)
	imgui.SameLineV(0, imgui.FontSize())
	imgui.AlignTextToFramePadding()
	a.bold(cut(who, imgui.ContentRegionAvail().X))
	tip("Statistics of the threads that are selected, or of all that are shown, in the time that is chosen to the left.")
	end := a.ws.Timeline.End
	s := fmt.Sprintf("from %s to %s", momentText(k.from, end), momentText(k.to, end))
	if busy {
		s = fmt.Sprintf("working, %.0f %% · ", 100*l.Progress()) + s
	}
	imgui.SameLineV(0, imgui.FontSize())
	if imgui.CalcTextSize(s).X > imgui.ContentRegionAvail().X {
		imgui.NewLine()
	} else {
		imgui.AlignTextToFramePadding()
	}
	a.faint(cut(s, imgui.ContentRegionAvail().X))
}

// stateShares draws the time in each state as parts of one bar, with the
// figures below.
func (a *app) stateShares(s *totals.Summary) {
	imgui.SeparatorText("states")
	p := a.ws.Look.Palette
	all := max(s.States.Alive(), 1)
	at, wide, h := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, 1.3*imgui.TextLineHeight()
	imgui.Dummy(imgui.Vec2{X: wide, Y: h})
	x := at.X
	for _, state := range report.StateOrder {
		next := x + wide*float32(float64(s.States[state])/float64(all))
		a.patterned(imgui.Vec2{X: x, Y: at.Y}, imgui.Vec2{X: next, Y: at.Y + h}, p.Layers[layerName(state)])
		x = next
	}
	for _, state := range report.StateOrder {
		t := s.States[state]
		if t == 0 {
			continue
		}
		style := p.Layers[layerName(state)]
		a.swatch(style.Color, style.Pattern)
		imgui.SameLine()
		text(layerName(state))
		tip(report.LayerHelp(layerName(state)))
		value := fmt.Sprintf("%v  %s", t, perCent(float32(float64(t)/float64(all))))
		right(imgui.CalcTextSize(value).X)
		a.faint(value)
	}
}

// patterned fills a rectangle as bars are.
func (a *app) patterned(low, high imgui.Vec2, style scene.LayerStyle) {
	if high.X <= low.X || high.Y <= low.Y {
		return
	}
	list := imgui.WindowDrawList()
	list.AddRectFilled(low, high, packed(style.Color))
	if a.ws.Look.Plain {
		return
	}
	list.PushClipRectV(low, high, true)
	strokes(list, low, high, packed(style.Ink()), style.Pattern, a.scale())
	list.PopClipRect()
}

// mostTop is the length of the lists of largest entries.
const mostTop = 8

// topBlockers lists the blockers of the threads.
func (a *app) topBlockers(s *totals.Summary) {
	imgui.SeparatorText("held up most")
	tip("Who waited for whom longest: the time is charged to whoever held what was waited for.")
	for i, pair := range s.Pairs[:min(len(s.Pairs), mostTop)] {
		value := pair.Total.String()
		room := imgui.ContentRegionAvail().X - imgui.CalcTextSize(value+" → ").X - 0.7*imgui.FontSize()
		a.nameButton(fmt.Sprint("blocked", i), a.threadName(pair.Blocked), room/2, "A click selects who waited.", func() { a.pickThread(pair.Blocked) })
		imgui.SameLineV(0, 0)
		a.faint(" → ")
		imgui.SameLineV(0, 0)
		a.nameButton(fmt.Sprint("blocks", i), a.threadName(pair.Blocker), room/2, "A click selects who was waited for.", func() { a.pickThread(pair.Blocker) })
		right(imgui.CalcTextSize(value).X)
		text(value)
		at := ""
		if pair.Monitor != tracefeed.NoMonitor {
			at = ", most at " + a.monitorName(pair.Monitor)
		}
		tip(fmt.Sprintf("%s, the longest %v%s (%v)", plural(pair.Count, "time"), pair.Longest, at, pair.Evidence))
	}
	a.more(len(s.Pairs))
}

// topMonitors lists the monitors that the threads waited for.
func (a *app) topMonitors(s *totals.Summary) {
	imgui.SeparatorText("waited for most")
	for i, m := range s.Monitors[:min(len(s.Monitors), mostTop)] {
		name := a.monitorName(m.Monitor)
		if m.Monitor == tracefeed.NoMonitor {
			name = "what the trace does not name"
		}
		value := fmt.Sprintf("%v  %d×", m.Total, m.Count)
		room := imgui.ContentRegionAvail().X - imgui.CalcTextSize(value).X - imgui.FontSize()
		a.nameButton(fmt.Sprint("monitor", i), name, room, "A click goes to the longest wait.", func() { a.goToEnd(m.Longest) })
		right(imgui.CalcTextSize(value).X)
		text(value)
		tip(fmt.Sprintf("%s of %v in all, the longest %v", plural(m.Count, "wait"), m.Total, m.Longest.Length))
	}
	a.more(len(s.Monitors))
}

func (a *app) more(n int) {
	if n > mostTop {
		a.faint(fmt.Sprintf("and %d more", n-mostTop))
	}
}

// nameButton draws a clickable name of a maximal width. The tip describes the
// effect of a click.
func (a *app) nameButton(id, name string, wide float32, does string, do func()) {
	shown := cut(name, wide)
	if shown != name {
		does = name + "\n" + does
	}
	if a.link(id, shown, does) {
		do()
	}
	a.mark("stats "+id, lastItem())
}

// goToEnd goes to the last instant of a wait, so that all of it is in view.
func (a *app) goToEnd(m totals.Moment) { a.goToSpot(m.Thread, m.Start+m.Length-1) }
