package picture

import (
	"fmt"
	"slices"

	"tiv/interaction"
	"tiv/report"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Link describes an edge.
func (s *Tips) Link(l *scene.Link) (head string, body []string) {
	when := s.When(l)
	word := "waits for"
	switch over := when.Text != "" && !when.now; {
	case l.Kind == interaction.Signal && over:
		word = "was signalled by"
	case l.Kind == interaction.Signal:
		word = "is signalled by"
	case over:
		word = "waited for"
	}
	head = fmt.Sprintf("%s %s %s", s.endName(l.Waits), word, s.endName(l.Holds))
	if l.Holds.Kind == shape.PickLock {
		if l.Blocker != tracefeed.NoThread {
			body = append(body, "most of it while "+s.ThreadName(l.Blocker)+" held it")
		}
	} else if l.Monitor != tracefeed.NoMonitor {
		at := "at "
		if !l.Single && l.Count > 1 {
			at = "mostly at "
		}
		body = append(body, at+s.MonitorName(l.Monitor))
	}
	if when.Text != "" {
		body = append(body, when.Text)
	}
	body = append(body, s.sum(l))
	if l.Hub != tracefeed.NoThread {
		body = append(body, fmt.Sprintf("%s of it for %s", tracefeed.Percent(l.HubTotal, l.Total), s.ThreadName(l.Hub)))
	}
	return head, append(body, report.EvidenceHelp(l.Evidence))
}

// endName names an end of an edge.
func (s *Tips) endName(pick shape.PickID) string {
	switch pick.Kind {
	case shape.PickThread:
		return s.ThreadName(tracefeed.ThreadID(pick.Index))
	case shape.PickLock:
		return lockName(&s.Frame.Locks[pick.Index], s.Document)
	}
	c := &s.Frame.Clusters[pick.Index]
	if len(c.Threads) == 1 {
		return s.ThreadName(c.Threads[0])
	}
	return report.Safe(c.Title())
}

// sum describes the time of an edge's waits, and their number.
func (s *Tips) sum(l *scene.Link) string {
	of, in := "of", "the last"
	if i := s.Workspace.Look.Interval; i.Start < i.End {
		in = "the selected"
	}
	if l.Waits.Kind == shape.PickCluster {
		of = "of all threads together in"
	}
	times := ""
	switch {
	case l.Count > 1:
		times = fmt.Sprintf(", %d times, the longest %v", l.Count, l.Longest)
	case l.Count == 1:
		times = ", once"
	}
	return fmt.Sprintf("for %v %s %s %s%s", l.Total, of, in, view.StepName(l.To-l.From), times)
}

// WaitTime is the time of a wait of one thread for another: the one at the moment or, if
// there is none, the last one before it.
type WaitTime struct {
	Start tracefeed.Time // of the wait
	now   bool           // in progress at the moment
	Text  string         // "" if no wait is known
}

// maxLastWait bounds the search for the last wait, in hold intervals.
const maxLastWait = 20_000

// When returns the time of an edge's last wait, if the edge is one of two threads.
func (s *Tips) When(l *scene.Link) (w WaitTime) {
	if l.Waits.Kind != shape.PickThread || l.Holds.Kind != shape.PickThread {
		return w
	}
	tl, moment, clock := s.Workspace.Timeline, s.Workspace.Look.Moment, s.Workspace.Look.Clock()
	d := report.Span(tl, l.Blocked, moment)
	suspended := d.State == tracefeed.Suspended
	if moment == l.To && slices.Contains(d.Blockers, l.Blocker) && suspended == (l.Kind == interaction.Signal) &&
		(!l.Single || d.Monitor == l.Monitor) {
		return WaitTime{d.Since, true, fmt.Sprintf("since %s: %s", clock.Text(d.Since), d.Lasting())}
	}
	from := interaction.LatestPart(tl, l.From, l.To, maxLastWait)
	interaction.EachMergedEdge(tl, l.Blocked, from, l.To, func(e interaction.Edge) {
		if e.Blocker == l.Blocker && e.Kind == l.Kind && (!l.Single || e.Monitor == l.Monitor) {
			w = WaitTime{e.Start, false, fmt.Sprintf("last from %s to %s (%v)", clock.Text(e.Start), clock.Text(e.End), e.End-e.Start)}
		}
	})
	return w
}
