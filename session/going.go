package session

import (
	"fmt"
	"slices"

	"tiv/command"
	"tiv/report"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace"
)

// goHandlers carry out the commands that go somewhere from what is shown.
var goHandlers = command.Handlers[*Session]{
	command.Does(func(s *Session, c command.NextFinding) { goOn(s.Shown.Document, c.By, workspace.FindingWorst) }),
	command.Simply[command.PlayFinding](func(s *Session) { goOn(s.Shown.Document, 0, workspace.FindingPlayed) }),
	command.Does(func(s *Session, c command.ListFindings) {
		if c.Slice != "" {
			if _, ok := sliceNamed(s.Messages, s.Shown.Document, c.Slice); !ok {
				return
			}
		}
		s.Shown.Ranking.Only = c.Slice
	}),
	command.Simply[command.FollowBlocker](func(s *Session) {
		follow(s.Messages, s.Shown.Document, func(d *report.Description) []tracefeed.ThreadID { return d.Blockers },
			"It waits for no known thread at this moment.")
	}),
	command.Simply[command.FollowWaiter](func(s *Session) {
		follow(s.Messages, s.Shown.Document, func(d *report.Description) (list []tracefeed.ThreadID) {
			for _, w := range d.Waiters {
				list = append(list, w.Thread)
			}
			return list
		}, "No thread waits for it at this moment.")
	}),
	command.Does(func(s *Session, c command.NextState) { toState(s.Shown.Document, c.By) }),
	command.Does(func(s *Session, c command.NextWait) { toWait(s.Messages, s.Shown.Document, c.By) }),
	command.Does(func(s *Session, c command.GoToPattern) { toPattern(s, s.Shown.Document, c) }),
	command.Does(func(s *Session, c command.SelectNote) {
		if hasNote(s.Messages, s.Shown.Document, c.Index) {
			s.Shown.CurrentNote = c.Index + 1
			s.Shown.SelectThread(s.Shown.Workspace.Look.Notes[c.Index].Thread)
		}
	}),
	command.Does(func(s *Session, c command.NextNote) {
		if i, ok := s.Shown.Workspace.NextNote(c.By); ok {
			GoToNote(s.Shown.Document, i)
			return
		}
		s.Messages.Say("There is no further note in that direction.")
	}),
	command.Does(func(s *Session, c command.Bookmark) { toBookmark(s.Messages, s.Shown.Document, c) }),
	command.Simply[command.FoldSelected](func(s *Session) { foldSelected(s.Messages, s.Shown.Document) }),
}

// follow goes along the wait of the selected thread to the first of some threads, or says that
// there is none.
func follow(m *Messages, doc *Document, of func(*report.Description) []tracefeed.ThreadID, none string) {
	l := &doc.Workspace.Look
	if l.Selected == tracefeed.NoThread {
		return
	}
	d := report.Describe(doc.Workspace.Timeline, l.Selected, l.Moment)
	if list := of(&d); len(list) > 0 {
		doc.Send(workspace.Follow{Thread: list[0]})
		return
	}
	m.Chose(none)
}

// toState goes to the next or the last moment at which the selected thread began to do something
// else.
func toState(d *Document, direction int) {
	t, moment, tl := d.Workspace.Look.Selected, d.Workspace.Look.Moment, d.Workspace.Timeline
	if t == tracefeed.NoThread {
		return
	}
	span := report.Span(tl, t, moment)
	switch {
	case direction > 0:
		moment = span.Until
	case span.Since < moment:
		moment = span.Since
	default:
		moment = report.Span(tl, t, max(0, moment-1)).Since
	}
	d.Send(workspace.SeekTo{Moment: moment})
}

// toWait goes to the next or the last moment at which a thread began or ceased to wait for
// another.
func toWait(m *Messages, d *Document, direction int) {
	if at, ok := d.Workspace.GraphChange(direction); ok {
		d.Send(workspace.SeekTo{Moment: at})
		return
	}
	side := "after"
	if direction < 0 {
		side = "before"
	}
	m.Say("No wait between threads starts or ends " + side + " this moment.")
}

// toBookmark goes to a bookmark. It sets the bookmark if it is unset, or to be replaced.
func toBookmark(m *Messages, d *Document, c command.Bookmark) {
	ws := d.Workspace
	switch n := c.Number; {
	case n < 0 || n >= len(ws.Bookmarks):
		m.Say(fmt.Sprintf("There is no bookmark %d.", n))
	case ws.Bookmarks[n].Set && !c.Replace:
		d.Glide(workspace.GoToBookmark{Number: n})
	default:
		d.Send(workspace.SetBookmark{Number: n})
		m.add(Message{Text: fmt.Sprintf("Bookmark %d is set here", n), Entry: fmt.Sprint("bookmark ", n)})
	}
}

// foldSelected folds the clusters of the selected threads, or unfolds them if all of these are
// folded. Without clusters it opens the selected groups of a crowd, or closes them.
func foldSelected(m *Messages, d *Document) {
	var some []int
	l := &d.Workspace.Look
	folded := true
	for i, c := range l.Clusters {
		if slices.ContainsFunc(c.Threads, d.IsSelected) {
			some = append(some, i)
			folded = folded && c.Folded
		}
	}
	for _, i := range some {
		d.Send(workspace.FoldCluster{Cluster: i, Folded: !folded})
	}
	open := !slices.ContainsFunc(l.Selection, func(t tracefeed.ThreadID) bool { return !view.Has(l.Detailed, t) })
	switch {
	case len(some) > 0:
	case !open && (d.Frame == nil || len(d.Frame.Clusters) == 0):
		m.Say("The selected threads are in no cluster.")
	default:
		OpenGroup(d, &view.Cluster{Threads: l.Selection, Calm: holdsCalm(d)})
	}
}

// holdsCalm reports whether the bar of the calm groups is in the picture, and all its threads
// are selected.
func holdsCalm(d *Document) bool {
	return d.Frame != nil && slices.ContainsFunc(d.Frame.Clusters, func(c view.Cluster) bool {
		return c.Calm && !slices.ContainsFunc(c.Threads, func(t tracefeed.ThreadID) bool { return !d.IsSelected(t) })
	})
}
