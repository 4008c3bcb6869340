package ui

import (
	"fmt"
	"slices"

	"tiv/interaction"
	"tiv/report"
	"tiv/scene"
	"tiv/tracefeed"
)

// link describes an edge.
func (s *sceneTips) link(l *scene.Link) (head string, body []string) {
	when := s.when(l)
	word := "waits for"
	switch over := when.text != "" && !when.now; {
	case l.Kind == interaction.Signal && over:
		word = "was signalled by"
	case l.Kind == interaction.Signal:
		word = "is signalled by"
	case over:
		word = "waited for"
	}
	head = fmt.Sprintf("%s %s %s", s.endName(l.Waits), word, s.endName(l.Holds))
	if l.Monitor != tracefeed.NoMonitor {
		at := "at "
		if !l.Single && l.Count > 1 {
			at = "mostly at "
		}
		body = append(body, at+s.MonitorName(l.Monitor))
	}
	if when.text != "" {
		body = append(body, when.text)
	}
	body = append(body, s.sum(l))
	if l.Hub != tracefeed.NoThread {
		body = append(body, fmt.Sprintf("%s of it for %s", tracefeed.Percent(l.HubTotal, l.Total), s.ThreadName(l.Hub)))
	}
	return head, append(body, report.EvidenceHelp(l.Evidence))
}

// endName names an end of an edge.
func (s *sceneTips) endName(pick scene.PickID) string {
	if pick.Kind != scene.PickCluster {
		return s.ThreadName(tracefeed.ThreadID(pick.Index))
	}
	c := &s.Frame.Clusters[pick.Index]
	if len(c.Threads) == 1 {
		return s.ThreadName(c.Threads[0])
	}
	return fmt.Sprintf("%s × %d", report.Safe(c.Name), len(c.Threads))
}

// sum describes the time of an edge's waits, and their number.
func (s *sceneTips) sum(l *scene.Link) string {
	of, in := "of", "the last"
	if i := s.Workspace.Look.Interval; i.Start < i.End {
		in = "the selected"
	}
	if l.Waits.Kind == scene.PickCluster {
		of = "of all threads together in"
	}
	times := "once"
	if l.Count > 1 {
		times = fmt.Sprintf("%d times, the longest %v", l.Count, l.Longest)
	}
	return fmt.Sprintf("for %v %s %s %s, %s", l.Total, of, in, scene.StepName(l.To-l.From), times)
}

// waitTime is the time of a wait of one thread for another: the one at the moment or, if
// there is none, the last one before it.
type waitTime struct {
	start tracefeed.Time
	now   bool   // in progress at the moment
	text  string // "" if no wait is known
}

// maxLastWait bounds the search for the last wait, in hold intervals.
const maxLastWait = 20_000

// when returns the time of an edge's last wait, if the edge is one of two threads.
func (s *sceneTips) when(l *scene.Link) (w waitTime) {
	if l.Waits.Kind != scene.PickThread || l.Holds.Kind != scene.PickThread {
		return w
	}
	tl, moment, clock := s.Workspace.Timeline, s.Workspace.Look.Moment, s.Workspace.Look.Clock()
	d := report.Span(tl, l.Blocked, moment)
	suspended := d.State == tracefeed.Suspended
	if moment == l.To && slices.Contains(d.Blockers, l.Blocker) && suspended == (l.Kind == interaction.Signal) &&
		(!l.Single || d.Monitor == l.Monitor) {
		return waitTime{d.Since, true, fmt.Sprintf("since %s: %s", clock.Text(d.Since), d.Lasting())}
	}
	from := interaction.LatestPart(tl, l.From, l.To, maxLastWait)
	interaction.EachMergedEdge(tl, l.Blocked, from, l.To, func(e interaction.Edge) {
		if e.Blocker == l.Blocker && e.Kind == l.Kind && (!l.Single || e.Monitor == l.Monitor) {
			w = waitTime{e.Start, false, fmt.Sprintf("last from %s to %s (%v)", clock.Text(e.Start), clock.Text(e.End), e.End-e.Start)}
		}
	})
	return w
}
