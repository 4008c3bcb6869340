package main

import (
	"fmt"
	"strings"
)

// tableOf returns the results as Markdown.
func tableOf(results []result) string {
	var b strings.Builder
	b.WriteString("| program | is | handlers | found | further right ones | missed | wrong | found, wrong by the paper |\n" +
		"|---|---|--:|--:|--:|---|---|--:|\n")
	for _, r := range results {
		if len(r.Handlers) > 0 {
			b.WriteString(r.line() + "\n")
		}
	}
	b.WriteString("\n| program without handlers | is | wrong | by the paper |\n|---|---|---|--:|\n")
	for _, r := range results {
		if len(r.Handlers) == 0 {
			fmt.Fprintf(&b, "| %s | %s | %s | %d |\n", r.name, r.about, r.outcome(r.wrong), len(r.paper.wrong))
		}
	}
	c, p := count(results, ours), count(results, papers)
	fmt.Fprintf(&b, "\nOf %d handlers %d are found: the recall is %s. Of %d functions that are found %d are wrong: the precision is %s.\n"+
		"By the rules of the paper alone (`--paper`) the recall is %s and the precision %s.\n",
		c.handlers, c.right, share(c.right, c.handlers), c.all(), c.wrong, share(c.all()-c.wrong, c.all()),
		share(p.right, p.handlers), share(p.all()-p.wrong, p.all()))
	for _, r := range results {
		if r.beyond != "" {
			fmt.Fprintf(&b, "\n`%s` does not count: %s.\n", r.name, r.beyond)
		}
	}
	return b.String()
}

// line returns the line of a program in the table.
func (r *result) line() string {
	return fmt.Sprintf("| %s | %s | %d | %d | %d | %s | %s | %d, %d |", r.name, r.about, len(r.Handlers), len(r.right), len(r.optional),
		r.outcome(r.missed), r.outcome(r.wrong), len(r.paper.right), len(r.paper.wrong))
}

// outcome returns a list of functions, or that the program has failed.
func (r *result) outcome(functions []string) string {
	if r.failed != nil {
		return "failed"
	}
	var quoted []string
	for _, f := range functions {
		quoted = append(quoted, "`"+f+"`")
	}
	return strings.Join(quoted, ", ")
}

// share returns a share, rounded down to thousandths so that 100 % is exact.
func share(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	tenths := 1000 * part / whole
	return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
}
