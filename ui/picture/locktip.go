package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tiv/interaction/turns"
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
	switch held := turns.Sum(s.Held); {
	case held > 0:
		body = append(body, "held by "+parts(s.Held, s.To-s.From, d))
	case len(l.Monitors) == 1 && len(s.Waited) == 0:
		body = append(body, "free")
	case len(l.Monitors) == 1:
		body = append(body, "its holder is unknown")
	}
	waited := turns.Sum(s.Waited)
	if waited == 0 {
		return lockName(l, d), append(body, "no thread waited for it")
	}
	body = append(body, fmt.Sprintf("%.3g waiting threads on average, %v in all", float64(waited)/float64(s.To-s.From), waited))
	return lockName(l, d), append(body, "they waited for "+parts(s.Waited, waited, d))
}

// mostParts is the number of threads that a tip lists.
const mostParts = 4

// parts lists the largest parts of a step, in per cent of a time.
func parts(list []turns.Part, of tracefeed.Time, d *session.Document) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b turns.Part) int { return cmp.Compare(b.Time, a.Time) })
	var words []string
	for _, p := range list[:min(len(list), mostParts)] {
		name := "nobody known"
		if p.Thread != tracefeed.NoThread {
			name = d.ThreadName(p.Thread)
		}
		if p.Inferred {
			name += ", inferred"
		}
		words = append(words, fmt.Sprintf("%s (%s)", name, tracefeed.Percent(p.Time, of)))
	}
	text := strings.Join(words, ", ")
	if left := len(list) - mostParts; left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}

// lockName names a lock, or a group of them.
func lockName(l *scene.Lock, d *session.Document) string {
	if n := len(l.Monitors); n > 1 {
		return fmt.Sprintf("%d locks of %s", n, report.Safe(l.Place))
	}
	return d.MonitorName(l.Monitors[0])
}
