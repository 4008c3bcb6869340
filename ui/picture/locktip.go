package picture

import (
	"fmt"

	"tiv/report"
	"tiv/scene"
	"tiv/session"
	"tiv/tracefeed"
)

// lockTip describes a lock: its name, who holds it, and who waits for it.
func lockTip(l *scene.Lock, d *session.Document) (head string, body []string) {
	look := &d.Workspace.Look
	head = lockName(l, d)
	if len(l.Monitors) == 1 {
		switch {
		case len(l.Holders) > 0:
			body = append(body, "held by "+names(l.Holders, d))
		case len(l.Waiting) > 0:
			body = append(body, "its holder is unknown")
		default:
			body = append(body, "free")
		}
	}
	if len(l.Waiting) > 0 {
		line := "waiting, in the order of arrival: " + names(l.Waiting, d)
		if l.Sampled {
			line = "at least these wait: " + names(l.Waiting, d)
		}
		body = append(body, line)
	}
	from, to := look.Past()
	return head, append(body, fmt.Sprintf("threads waited %v for it in the last %v", l.Total, to-from))
}

// plateTip describes a step of the past of a lock: who held it, and how many threads waited for whom.
func plateTip(l *scene.Lock, s *scene.Turns, d *session.Document) (head string, body []string) {
	if s.Owner != tracefeed.NoThread {
		body = append(body, "this colour: "+d.ThreadName(s.Owner))
	}
	body = append(body, "step "+d.Workspace.Look.Clock().Span(s.From, s.To))
	free := report.Free
	if len(l.Monitors) > 1 {
		free = ""
	}
	of := report.Turns{Name: d.ThreadName, Clock: d.Workspace.Look.Clock()}
	return lockName(l, d), append(body, of.Step(&s.Step, s.To-s.From, free)...)
}

// lockName names a lock, or a group of them.
func lockName(l *scene.Lock, d *session.Document) string {
	if n := len(l.Monitors); n > 1 {
		return fmt.Sprintf("%d locks of %s", n, report.Safe(l.Place))
	}
	return d.MonitorName(l.Monitors[0])
}
