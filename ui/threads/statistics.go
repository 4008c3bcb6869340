package threads

import (
	"context"
	"fmt"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/interaction/totals"
	"tiv/internal/background"
	"tiv/report"
	"tiv/session"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Statistics is the statistics of the selected threads in an interval.
type Statistics struct {
	panel.Trace
	sum     background.Latest[statsKey, summary]
	visit   *session.Session
	seen    bool      // it was laid out in this frame
	started time.Time // when the last summary was begun
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
	selected bool       // they are the selected ones
	base     *slice.Set // the only time that counts; nil for all
}

// query is the query of a summary for its threads.
func (k *statsKey) query(threads []tracefeed.ThreadID, progress func(float64)) totals.Query {
	q := totals.Query{From: k.from, To: k.to, Of: panel.MemberOf(k.tl, threads), Progress: progress}
	if k.base != nil {
		q.Base = k.base
	}
	return q
}

// waitStates are the states whose waits the panel counts.
var waitStates = [...]tracefeed.State{tracefeed.Blocking, tracefeed.Suspended, tracefeed.IO}

// LayOut lays the panel out.
func (p *Statistics) LayOut() {
	p.seen = false
	defer func() {
		if !p.seen {
			p.sum.Pause()
		}
	}()
	panel.Closable(p.Document, panel.Statistics, func() {
		p.seen = true
		p.refresh()
		l := &p.sum
		p.head(l)
		if l.Present {
			p.parts(&l.Value.Summary)
		}
	})
}

// statsWidth is the smallest width of a part of the statistics, in text sizes.
const statsWidth = 19

// parts lays out the parts in columns, as many as fit.
func (p *Statistics) parts(s *totals.Summary) {
	parts := []func(){func() { p.stateShares(s) }}
	for _, state := range waitStates {
		if s.Waits[state].Count > 0 {
			parts = append(parts, func() { p.waitLengths(state, &s.Waits[state]) })
		}
	}
	if len(s.Pairs) > 0 {
		parts = append(parts, func() { p.topBlockers(s) })
	}
	if len(s.Monitors) > 0 {
		parts = append(parts, func() { p.topMonitors(s) })
	}
	n := min(max(int(imgui.ContentRegionAvail().X/(statsWidth*imgui.FontSize())), 1), len(parts))
	flags := imgui.TableFlagsSizingStretchSame | imgui.TableFlagsScrollY | imgui.TableFlagsNoSavedSettings
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.Vec2{X: 0.6 * imgui.FontSize(), Y: 2 * p.UI.Scale})
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

// Close ends all work.
func (p *Statistics) Close() { p.sum.Close() }

// Busy reports whether the summary that is shown is not all there.
func (p *Statistics) Busy() bool {
	_, busy := p.sum.Running()
	return p.seen && busy
}

// statsEvery is the shortest interval of updating the statistics while a trace
// plays or is being read.
const statsEvery = 500 * time.Millisecond

// refresh requests the summary, if its input has changed.
func (p *Statistics) refresh() {
	look, l := &p.Workspace.Look, &p.sum
	key := statsKey{tl: p.Workspace.Timeline}
	threads := look.Threads
	if len(look.Selection) > 0 {
		threads, key.selected = look.Selection, true
	}
	if key.count = len(threads); key.count > 0 {
		key.threads = &threads[0]
	}
	key.from, key.to = workspace.Interval(&p.Workspace.Look, p.StatisticsWhole)
	key.base = p.Workspace.Look.Slicing.Base(p.Workspace.Look.Base)
	// If the input changes continually, a running task is finished, and started
	// again at intervals, because frames need the processors too.
	if p.Workspace.Playback.Playing || !key.tl.Complete {
		if wanted, busy := l.Running(); busy {
			key = wanted
		} else if l.Present && time.Since(p.started) < statsEvery+4*l.Value.took {
			key = l.Key
		}
	}
	if l.Update(key, func(ctx context.Context, progress func(float64)) (summary, error) {
		begun := time.Now()
		sum, ok := totals.Sum(ctx, key.tl, key.query(threads, progress))
		return background.OrCanceled(summary{sum, time.Since(begun)}, ok)
	}, p.Wake) {
		p.started = time.Now()
	}
}

// head shows the threads and the interval of the statistics.
func (p *Statistics) head(l *background.Latest[statsKey, summary]) {
	k, busy := l.Running()
	if l.Present {
		k = l.Key
	}
	who := "all threads shown"
	switch {
	case k.selected && k.count == 1 && int(*k.threads) < len(p.Workspace.Timeline.Threads):
		who = p.ThreadName(*k.threads)
	case k.selected:
		who = tracefeed.Plural(k.count, "selected thread")
	}
	if time := panel.TimeOf(p.StatisticsWhole); time.Choose(p.UI, p.Workspace, "stats") {
		p.visit.Do(command.SetStatisticsWhole{On: time == panel.TimeAll})
	}
	imgui.SameLineV(0, imgui.FontSize())
	imgui.AlignTextToFramePadding()
	p.UI.Bold(widget.Shorten(who, imgui.ContentRegionAvail().X))
	widget.Tip("Statistics of the selected threads, or of all threads shown, in the interval chosen at the left.")
	clock := p.Workspace.Look.Clock()
	s := fmt.Sprintf("from %s to %s", clock.Moving(k.from), clock.Moving(k.to))
	if k.base != nil {
		s = "in the base: " + report.Safe(slice.PathTitle(p.Workspace.Look.Base)) + " · " + s
	}
	if busy {
		s = fmt.Sprintf("working, %.0f %% · ", 100*l.Progress()) + s
	}
	imgui.SameLineV(0, imgui.FontSize())
	if imgui.CalcTextSize(s).X > imgui.ContentRegionAvail().X {
		imgui.NewLine()
	} else {
		imgui.AlignTextToFramePadding()
	}
	p.UI.Faint(widget.Shorten(s, imgui.ContentRegionAvail().X))
}

// stateShares draws the time in each state as parts of one bar, with the
// figures below.
func (p *Statistics) stateShares(s *totals.Summary) {
	widget.Section("States")
	palette := p.UI.Palette
	all := max(s.States.Alive(), 1)
	at, wide, h := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, 1.3*imgui.TextLineHeight()
	imgui.Dummy(imgui.Vec2{X: wide, Y: h})
	x := at.X
	for _, state := range report.StateOrder {
		next := x + wide*float32(float64(s.States[state])/float64(all))
		p.UI.Patterned(imgui.Vec2{X: x, Y: at.Y}, imgui.Vec2{X: next, Y: at.Y + h}, palette.Layers[state.Word()])
		x = next
	}
	for _, state := range report.StateOrder {
		t := s.States[state]
		if t == 0 {
			continue
		}
		style := palette.Layers[state.Word()]
		p.UI.Swatch(style.Color, style.Pattern)
		imgui.SameLine()
		widget.Text(state.Word())
		widget.Tip(report.LayerHelp(state.Word()))
		value := fmt.Sprintf("%v  %s", t, panel.Percent(float32(float64(t)/float64(all))))
		widget.AlignRight(imgui.CalcTextSize(value).X)
		p.UI.Faint(value)
	}
}

// maxTop is the length of the lists of largest entries.
const maxTop = 8

// topBlockers lists the blockers of the threads.
func (p *Statistics) topBlockers(s *totals.Summary) {
	widget.Section("Blocked by")
	widget.Tip("Pairs of threads by total waiting time, which is charged to the holders of the locks.")
	for i, pair := range s.Pairs[:min(len(s.Pairs), maxTop)] {
		value := pair.Total.String()
		room := imgui.ContentRegionAvail().X - imgui.CalcTextSize(value+" → ").X - 0.7*imgui.FontSize()
		p.nameButton(fmt.Sprint("blocked", i), p.ThreadName(pair.Blocked), room/2, "Click to select the waiting thread.",
			func() { p.SelectThread(pair.Blocked) })
		imgui.SameLineV(0, 0)
		p.UI.Faint(" → ")
		imgui.SameLineV(0, 0)
		p.nameButton(fmt.Sprint("blocks", i), p.ThreadName(pair.Blocker), room/2, "Click to select the thread it waited for.",
			func() { p.SelectThread(pair.Blocker) })
		widget.AlignRight(imgui.CalcTextSize(value).X)
		widget.Text(value)
		at := ""
		if pair.Monitor != tracefeed.NoMonitor {
			at = ", mostly at " + p.MonitorName(pair.Monitor)
		}
		widget.Tip(fmt.Sprintf("%s, the longest %v%s (%v)", tracefeed.Plural(pair.Count, "time"), pair.Longest, at, pair.Evidence))
	}
	andMore(p.UI, len(s.Pairs))
}

// topMonitors lists the monitors that the threads waited for.
func (p *Statistics) topMonitors(s *totals.Summary) {
	widget.Section("Most contended")
	for i, m := range s.Monitors[:min(len(s.Monitors), maxTop)] {
		name := p.MonitorName(m.Monitor)
		if m.Monitor == tracefeed.NoMonitor {
			name = "not named in the trace"
		}
		value := fmt.Sprintf("%v  %d×", m.Total, m.Count)
		room := imgui.ContentRegionAvail().X - imgui.CalcTextSize(value).X - imgui.FontSize()
		p.nameButton(fmt.Sprint("monitor", i), name, room, "Click to go to the longest wait.", func() { p.goToEnd(m.Longest) })
		widget.AlignRight(imgui.CalcTextSize(value).X)
		widget.Text(value)
		widget.Tip(fmt.Sprintf("%s of %v in all, the longest %v", tracefeed.Plural(m.Count, "wait"), m.Total, m.Longest.Length))
	}
	andMore(p.UI, len(s.Monitors))
}

// andMore says how many entries are left out of a list.
func andMore(w *widget.Kit, n int) {
	if n > maxTop {
		w.Faint(fmt.Sprintf("and %d more", n-maxTop))
	}
}

// nameButton draws a clickable name of a maximal width. The tip describes the
// effect of a click.
func (p *Statistics) nameButton(id, name string, wide float32, does string, do func()) {
	shown := widget.Shorten(name, wide)
	if shown != name {
		does = name + "\n" + does
	}
	if p.UI.Link(id, shown, does) {
		do()
	}
	p.UI.Mark("stats "+id, widget.LastItem())
}

// goToEnd goes to the last instant of a wait, so that all of it is in view.
func (p *Statistics) goToEnd(m totals.Episode) {
	session.GoToSpot(p.Document, m.Thread, m.Start+m.Length-1)
}

// NewStatistics returns the panel of the statistics of a trace.
func NewStatistics(on panel.Trace, s *panel.Services) Statistics {
	return Statistics{Trace: on, visit: s.Session}
}
