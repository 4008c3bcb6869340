package threads

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction"
	"tiv/interaction/totals"
	"tiv/internal/background"
	"tiv/report"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui/menu"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// selectedGroup shows the totals of several selected threads in the time shown.
type selectedGroup struct {
	panel.Trace
	locks *menu.Lock
	sum   background.Latest[statsKey, groupTotals]
	begun time.Time // when it was added up last
	now   presence
}

// groupTotals are the totals of some threads, and their top blockers, the first first.
type groupTotals struct {
	totals.Summary
	blockers []blockerTotal
}

// blockerTotal is a thread that held locks, and the time that others waited for them.
type blockerTotal struct {
	thread tracefeed.ThreadID
	total  tracefeed.Time
}

// layOutAll shows the monitors that all threads shown waited for in the whole trace, and the
// threads that blocked them. While the trace grows, it does so now and then.
func (g *selectedGroup) layOutAll() {
	tl, threads := g.Workspace.Timeline, g.Workspace.Look.Threads
	if len(threads) == 0 {
		return
	}
	g.now.layOut(threads)
	key := statsKey{tl: tl, to: tl.End}
	if !tl.Complete {
		if wanted, busy := g.sum.Running(); busy && !wanted.selected {
			key = wanted
		} else if k := g.sum.Key; g.sum.Present && !k.selected && time.Since(g.begun) < statsEvery {
			key = k
		}
	}
	if g.refresh(threads, key) {
		g.begun = time.Now()
	}
	if g.sum.Present && !g.sum.Key.selected {
		g.topLocks(&g.sum.Value)
		g.topBlockers(&g.sum.Value)
	}
}

// layOut shows the number of selected threads, the sums of their states, the monitors that
// they wait for, and the threads that block them.
func (g *selectedGroup) layOut() {
	threads := g.Workspace.Look.Selection
	title := tracefeed.Plural(len(threads), "thread") + " selected"
	if i := slices.IndexFunc(g.Workspace.Look.Clusters, func(c view.Cluster) bool { return slices.Equal(c.Threads, threads) }); i >= 0 {
		title = fmt.Sprintf("%s: %s", report.Safe(g.Workspace.Look.Clusters[i].Name), tracefeed.Plural(len(threads), "thread"))
	}
	g.UI.Bold(widget.Shorten(title, imgui.ContentRegionAvail().X))
	g.UI.MarkText("selected group", title)
	g.now.layOut(threads)
	g.sums(threads)
	g.members(threads)
}

// sums shows the totals of some threads in the interval that is counted.
func (g *selectedGroup) sums(threads []tracefeed.ThreadID) {
	from, to := g.Workspace.Look.Counted()
	key := statsKey{tl: g.Workspace.Timeline, from: max(from, 0), to: to, selected: true}
	if same := g.sum.Key; g.Workspace.Playback.Playing && g.sum.Present && same.selected && same.threads == &threads[0] {
		key = same // frames need the processors
	}
	of := "This thread"
	if len(threads) > 1 {
		of = "These " + tracefeed.Plural(len(threads), "thread")
	}
	of += " · " + g.Workspace.Look.CountedName() // the legend has the same states, of all
	widget.Section(of)
	g.UI.MarkText("sums of", of)
	g.refresh(threads, key)
	if k := &g.sum.Key; !g.sum.Present || !k.selected || k.threads != &threads[0] {
		g.UI.Faint("Adding up …")
		return
	}
	k, s := &g.sum.Key, &g.sum.Value
	clock := g.Workspace.Look.Clock()
	said := fmt.Sprintf("from %s to %s", clock.Moving(k.from), clock.Moving(k.to))
	if k.base != nil {
		said += ", in the base"
	}
	g.UI.FaintWrapped(said)
	g.states(s)
	g.topLocks(s)
	g.topBlockers(s)
}

// refresh requests the totals of some threads in the interval of key, and in the base, if
// their input has changed. It reports whether it began to add up.
func (g *selectedGroup) refresh(threads []tracefeed.ThreadID, key statsKey) (begun bool) {
	key.threads, key.count, key.base = &threads[0], len(threads), g.Workspace.Look.Slicing.Base(g.Workspace.Look.Base)
	return g.sum.Update(key, func(ctx context.Context, progress func(float64)) (groupTotals, error) {
		sum, ok := totals.Sum(ctx, key.tl, key.query(threads, progress))
		return background.OrCanceled(groupTotals{sum, topBlockers(sum.Pairs)}, ok)
	}, g.Wake)
}

// states lists the times in each state and their shares.
func (g *selectedGroup) states(s *groupTotals) {
	all := max(s.States.Alive(), 1)
	for _, state := range report.StateOrder {
		t := s.States[state]
		if t == 0 {
			continue
		}
		style := g.UI.Palette.Layers[state.Word()]
		g.UI.Swatch(style.Color, style.Pattern)
		imgui.SameLine()
		widget.Text(state.Word())
		g.value(t, panel.Percent(float32(float64(t)/float64(all))))
		g.UI.MarkText("sum "+state.Word(), t.String())
	}
}

// value writes a time and a share at the right of the line.
func (g *selectedGroup) value(t tracefeed.Time, share string) {
	s := fmt.Sprintf("%v  %s", t, share)
	widget.AlignRight(imgui.CalcTextSize(s).X)
	g.UI.Faint(s)
}

// maxTopInGroup is the length of the lists of locks and of blockers.
const maxTopInGroup = 5

func (g *selectedGroup) topLocks(s *groupTotals) {
	if len(s.Monitors) == 0 {
		return
	}
	widget.Section("Most contended" + g.interval())
	for i, m := range s.Monitors[:min(len(s.Monitors), maxTopInGroup)] {
		if m.Monitor == tracefeed.NoMonitor {
			widget.Text("locks without a name in the trace")
		} else {
			g.locks.Link(fmt.Sprint("group", i), m.Monitor)
		}
		g.UI.Detail(fmt.Sprintf("%v in %s", m.Total, tracefeed.Plural(m.Count, "wait")))
	}
}

func (g *selectedGroup) topBlockers(s *groupTotals) {
	if len(s.blockers) == 0 {
		return
	}
	widget.Section("Top blockers" + g.interval())
	for i, b := range s.blockers {
		panel.ThreadLink(g.UI, g.Document, fmt.Sprint("blocks group", i), b.thread)
		g.UI.MarkText(fmt.Sprint("blocks group ", i), g.ThreadName(b.thread))
		g.UI.Detail(b.total.String())
	}
}

// topBlockers returns the threads that block others longest, at most maxTopInGroup.
func topBlockers(pairs []interaction.Pair) (list []blockerTotal) {
	total := map[tracefeed.ThreadID]tracefeed.Time{}
	for _, p := range pairs {
		if p.Kind == interaction.Lock {
			total[p.Blocker] += p.Total
		}
	}
	for t, time := range total {
		list = append(list, blockerTotal{t, time})
	}
	slices.SortFunc(list, func(a, b blockerTotal) int {
		return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(a.thread, b.thread))
	})
	return list[:min(len(list), maxTopInGroup)]
}

// interval returns a phrase for totals of the whole trace or base; "" for those of the
// visible range.
func (g *selectedGroup) interval() string {
	switch k := &g.sum.Key; {
	case k.selected:
		return ""
	case k.base != nil:
		return " in the whole base"
	case !k.tl.Complete:
		return " so far"
	}
	return " in the whole trace"
}

// members lists the first of the selected threads.
func (g *selectedGroup) members(threads []tracefeed.ThreadID) {
	if !widget.Fold("threads") {
		return
	}
	for i, t := range threads[:min(len(threads), panel.MaxNames)] {
		panel.ThreadLink(g.UI, g.Document, fmt.Sprint("member", i), t)
	}
	if left := len(threads) - panel.MaxNames; left > 0 {
		g.UI.Faint(fmt.Sprintf("and %d more", left))
	}
	imgui.TreePop()
}
