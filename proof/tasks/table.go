package main

import (
	"fmt"
	"strings"
	"time"
)

// tableOf returns the results as Markdown. Those of applications have the tasks of their requests.
func tableOf(rows []row, accounts bool) string {
	var b strings.Builder
	tasks, line := "", ""
	if accounts {
		tasks, line = "tasks | ", "--:|"
	}
	b.WriteString("| program | variants | " + tasks + "work | right | shared | wrong | no task | conflicts |\n" +
		"|---|--:|" + line + "--:|--:|--:|--:|--:|--:|\n")
	for _, r := range rows {
		b.WriteString(r.line(accounts) + "\n")
	}
	for _, r := range rows {
		if r.beyond != "" {
			fmt.Fprintf(&b, "\n`%v` is beyond the rules: %s.\n", r.program, r.beyond)
		}
		if r.spans > 0 {
			fmt.Fprintf(&b, "\n`%v` has %d spans. Each has a task of its name on its goroutine, which is part of the task of its "+
				"parent. %d of them begin before their task or end after it.\n", r.program, r.spans, r.outside)
		}
	}
	return b.String()
}

// line returns a line of the table.
func (r *row) line(accounts bool) string {
	tasks := ""
	if accounts {
		tasks = fmt.Sprintf("%d | ", r.tasks)
	}
	work := r.right + r.shared + r.wrong + r.left
	return fmt.Sprintf("| %v | %d | %s%v | %s | %s | %s | %s | %d |", r.program, r.variants, tasks, work.Round(time.Millisecond),
		share(r.right, work), share(r.shared, work), share(r.wrong, work), share(r.left, work), r.conflicts)
}

// share returns a share, as a percentage; 0 only for nothing.
func share(part, whole time.Duration) string {
	if part == 0 || whole == 0 {
		return "0"
	}
	return fmt.Sprintf("%.3f %%", 100*float64(part)/float64(whole))
}
