package markdown

import (
	"fmt"
	"strings"

	"tiv/report/contents"
)

// findings writes the table of what to fix first, and the findings.
func (m *writer) findings() {
	d := m.d
	m.printf("\n## What to fix first\n")
	if d.Verdict != "" {
		m.printf("\n**%s**\n", escaped(d.Verdict))
	}
	m.toFix()
	noted := false
	for i := range d.Findings {
		f := &d.Findings[i]
		if f.Note && !noted {
			noted = true
			m.printf("\n## Also worth knowing\n")
		}
		if f.Folded {
			m.printf("\n%d\\. **%s** %s\n", f.Number, escaped(f.Title()), escaped(f.Text))
			continue
		}
		m.printf("\n### %d. %s\n\n%s\n", f.Number, escaped(f.Title()), escaped(f.Text))
		m.finding(f)
	}
	if d.MoreFindings > 0 {
		m.printf("\nand %d more; `tiv check` lists all.\n", d.MoreFindings)
	}
}

func (m *writer) toFix() {
	fixes := m.d.ToFix()
	if len(fixes) == 0 {
		m.printf("\nNothing to fix was found.\n")
		return
	}
	var rows [][]string
	for _, f := range fixes[:min(len(fixes), maxRows)] {
		rows = append(rows, []string{fmt.Sprint(f.Number), f.Kind, f.Lost, f.Share, f.Cause, f.Place})
	}
	m.rows([]column{{"rank", true}, {"finding", false}, {"time lost", true}, {"of all thread time", true}, {"caused by", false},
		{"in the code", false}}, rows)
	if n := len(fixes) - len(rows); n > 0 {
		m.printf("\nand %d more below\n", n)
	}
	m.printf("\n%s\n", contents.RankHelp)
}

// finding writes the details of a finding.
func (m *writer) finding(f *contents.Finding) {
	m.printf("\n")
	for _, t := range f.Fix() {
		m.printf("- **%s**: %s\n", t.Name, escaped(t.Help))
	}
	m.printf("- **When**: %s\n", escaped(f.When()))
	for _, a := range f.Also {
		m.printf("- **Same cause**: %s %s\n", escaped(a.Headline), escaped(a.Text))
	}
	m.show(fmt.Sprintf("finding-%d", f.Number), f.Pictures)
	n := min(len(f.Threads), maxThreads)
	var rows [][]string
	for _, s := range f.Threads[:n] {
		rows = append(rows, []string{s.Thread, s.Does + ", " + s.Lasting, s.Blocker(), strings.TrimSpace(s.Function + " " + s.Place)})
	}
	m.rows([]column{{"thread", false}, {"does", false}, {"waits for", false}, {"where in the program", false}}, rows)
	if more := len(f.Threads) - n + f.MoreThreads; more > 0 {
		m.printf("\nand %d more threads\n", more)
	}
	for i, s := range f.Sites {
		if i == 0 {
			m.printf("\n")
		}
		m.printf("- %s\n", escaped(s))
	}
	m.stacks(f)
}

// stacks writes the stacks of a finding, folded.
func (m *writer) stacks(f *contents.Finding) {
	if len(f.Stacks) == 0 {
		return
	}
	m.printf("\n<details><summary>Stacks</summary>\n")
	n := min(len(f.Stacks), maxStacks)
	for _, s := range f.Stacks[:n] {
		m.printf("\n%s\n\n", escaped(s.Names()))
		fence := fenceFor(s.Calls)
		m.printf("%s\n%s\n", fence, strings.Join(s.Calls, "\n"))
		if s.More > 0 {
			m.printf("and %d more calls\n", s.More)
		}
		m.printf("%s\n", fence)
	}
	if more := len(f.Stacks) - n; more > 0 {
		m.printf("\nand %d other stacks\n", more)
	}
	m.printf("\n</details>\n")
}

// fenceFor returns a fence that no line begins with.
func fenceFor(lines []string) string {
	fence := "```"
	for strings.Contains(strings.Join(lines, "\n"), fence) {
		fence += "`"
	}
	return fence
}
