package picture

import (
	"fmt"

	"tiv/report"
	"tiv/scene"
	"tiv/session"
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

// lockName names a lock, or a group of them.
func lockName(l *scene.Lock, d *session.Document) string {
	if n := len(l.Monitors); n > 1 {
		return fmt.Sprintf("%d locks of %s", n, report.Safe(l.Place))
	}
	return d.MonitorName(l.Monitors[0])
}
