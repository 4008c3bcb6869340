package panel

import (
	"fmt"
	"strings"

	"tiv/report"
	"tiv/session"
	"tiv/task"
	"tiv/task/sentence"
)

// TaskText describes a task in lines: what it is, where its time went, and when it was.
func TaskText(d *session.Document, t *task.Task) (head string, body []string) {
	clock := d.Workspace.Look.Clock()
	head = sentence.Name(t)
	when := fmt.Sprintf("from %s to %s", clock.Text(t.Start), clock.Text(t.End))
	switch {
	case !t.Begun:
		when += "; its start is not in the trace"
	case !t.Ended:
		when += "; its end is not in the trace"
	}
	body = []string{report.Safe(strings.TrimPrefix(sentence.Hint(t), head+": ")), when}
	if t.Total.Times.Alive() == 0 {
		body = append(body, "No thread is known to work for it.")
	}
	if t.Evidence == task.Inferred {
		body = append(body, "Some of the work is known only by the thread that woke or created the worker.")
	}
	return report.Safe(head), body
}
