package threads

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/background"
	"tiv/report"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// presence shows what some threads do at the moment: how many are in each state, how many
// a finding accuses, and which of them ran last.
type presence struct {
	panel.Trace
	now   background.Latest[presenceKey, report.Presence]
	begun time.Time // when it was computed last
}

// presenceKey is the input of a presence.
type presenceKey struct {
	tl      *timeline.Timeline
	threads *tracefeed.ThreadID // the first in a list that never changes
	count   int
	moment  tracefeed.Time
}

func (p *presence) layOut(threads []tracefeed.ThreadID) {
	widget.Section("At this moment")
	key := presenceKey{tl: p.Workspace.Timeline, threads: &threads[0], count: len(threads), moment: p.Workspace.Look.Moment}
	moves := p.Workspace.Playback.Playing || !key.tl.Complete
	if moves { // frames need the processors
		if wanted, busy := p.now.Running(); busy {
			key = wanted
		} else if p.now.Present && time.Since(p.begun) < statsEvery {
			key = p.now.Key
		}
	}
	if p.now.Update(key, func(ctx context.Context, _ func(float64)) (report.Presence, error) {
		return background.OrCanceled(report.PresenceAt(ctx, key.tl, threads, key.moment))
	}, p.Wake) {
		p.begun = time.Now()
	}
	if !p.now.Present || p.now.Key != key && !moves {
		p.UI.Faint("Adding up …")
		return
	}
	now := &p.now.Value
	var states []string
	alive := 0
	for _, s := range report.StateOrder {
		if n := now.In[s]; n > 0 {
			alive += n
			states = append(states, fmt.Sprintf("%s %s", tracefeed.Count(n), s.Word()))
		}
	}
	widget.Wrapped(strings.Join(states, ", "))
	p.UI.MarkText("presence", strings.Join(states, ", "))
	if n := p.accused(threads); n > 0 {
		accused := fmt.Sprintf("%d of %d deadlocked or stuck", n, alive)
		p.UI.Bold(accused)
		p.UI.MarkText("accused", accused)
	}
	p.lastToRun(now)
}

// lastToRun names the thread that ran last.
func (p *presence) lastToRun(now *report.Presence) {
	switch {
	case now.Ran == tracefeed.NoThread:
		p.UI.Faint("none has run so far")
		return
	case now.In[tracefeed.Running] > 0:
		p.UI.Faint("running")
	default:
		p.UI.Faint("last to run")
	}
	imgui.SameLine()
	panel.ThreadLink(p.UI, p.Document, "last to run", now.Ran)
	p.UI.MarkText("last to run", p.ThreadName(now.Ran))
	if now.In[tracefeed.Running] == 0 {
		p.UI.Detail(fmt.Sprintf("until %s, %v before", p.Workspace.Look.Clock().Text(now.At), p.now.Key.moment-now.At))
	}
}

// accused returns how many of some threads findings accuse at the moment.
func (p *presence) accused(threads []tracefeed.ThreadID) (n int) {
	is := map[tracefeed.ThreadID]bool{}
	for i := range p.Workspace.Report.Findings {
		f := &p.Workspace.Report.Findings[i]
		if !f.Severity.Accuses() || p.Workspace.Look.Moment < f.Start || workspace.FindingsOf(p.Workspace).Dismissal(i) != "" {
			continue
		}
		for _, t := range f.Threads {
			is[t] = true
		}
	}
	if len(is) == 0 {
		return 0
	}
	for _, t := range threads {
		if is[t] {
			n++
		}
	}
	return n
}
