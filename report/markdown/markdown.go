// Package markdown writes a report as Markdown, for issue trackers and chats.
//
// A document goes in; text and the pictures that it links to come out. It needs only the
// tables and folded parts that GitHub, GitLab and Gitea show. All texts of a trace are
// escaped.
package markdown

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"

	"tiv/internal/replace"
	"tiv/report"
	"tiv/report/contents"
)

// Kind is the kind of reports that Write writes.
var Kind = replace.Kind{Name: "a report by TIV", Text: true, Has: func(start []byte) bool { return bytes.HasPrefix(start, []byte(mark)) }}

// mark is the first line of a report. Readers do not show it.
const mark = "<!-- a report by TIV -->\n"

// Limits of the text, because an issue has at most 65536 characters on GitHub.
const (
	maxRows    = 20 // of a table
	maxThreads = 10 // of a finding
	maxStacks  = 5  // of a finding
)

// Picture is a picture that the text links to.
type Picture struct {
	Name string // of its file
	PNG  []byte
}

// Write writes the document, and returns the pictures that its links name in a folder.
// Without a folder it has none. The error is that of w.
func Write(w io.Writer, d *contents.Document, folder string) ([]Picture, error) {
	m := writer{d: d, folder: folder}
	m.head()
	m.findings()
	m.notes()
	m.overview()
	for i := range d.Tables {
		m.table("##", &d.Tables[i])
	}
	m.words()
	_, err := w.Write(m.b.Bytes())
	return m.pictures, err
}

// writer is a text in the making.
type writer struct {
	b        bytes.Buffer
	d        *contents.Document
	folder   string
	pictures []Picture
}

func (m *writer) printf(format string, args ...any) { fmt.Fprintf(&m.b, format, args...) }

// item matches the begin of a line that would begin a list or underline a title.
var item = regexp.MustCompile(`^([0-9]*)([-+=.)])([-= ]|$)`)

// escaped returns text of one or more lines as text of one line.
func escaped(s string) string {
	s = strings.ReplaceAll(report.Markdown(strings.TrimSpace(s)), "\n", " ")
	return item.ReplaceAllString(s, `$1\$2`)
}

func (m *writer) head() {
	d := m.d
	m.printf("%s# %s: why its threads wait\n\nA report by TIV %s", mark, escaped(d.Title), escaped(d.Version))
	if d.Made != "" {
		m.printf(", made by %s", report.MarkdownCode(d.Made))
	}
	m.printf(".\n")
	for _, r := range d.Remarks {
		m.printf("\n> %s\n", escaped(r))
	}
	if d.Minor != "" {
		m.printf("\n%s\n", escaped(d.Minor))
	}
	if d.Without != "" {
		m.printf("\nThere are no pictures: %s\n", escaped(d.Without))
	}
	var heads []column
	var row []string
	for _, f := range d.Facts {
		heads = append(heads, column{f.Name, false})
		row = append(row, strings.TrimSpace(f.Value+" "+f.Remark))
	}
	m.rows(heads, [][]string{row})
}

// column is the head of a column.
type column struct {
	title  string
	number bool
}

// rows writes a table.
func (m *writer) rows(heads []column, rows [][]string) {
	m.printf("\n|")
	for _, h := range heads {
		m.printf(" %s |", escaped(h.title))
	}
	m.printf("\n|")
	for _, h := range heads {
		if h.number {
			m.printf("--:|")
		} else {
			m.printf("---|")
		}
	}
	m.printf("\n")
	for _, r := range rows {
		m.printf("|")
		for _, c := range r {
			m.printf(" %s |", escaped(c))
		}
		m.printf("\n")
	}
}

// show writes links to pictures; name is the start of their names.
func (m *writer) show(name string, pictures []contents.Picture) {
	if m.folder == "" {
		return
	}
	for i, p := range pictures {
		file := name + ".png"
		if len(pictures) > 1 {
			file = fmt.Sprintf("%s-%d.png", name, i+1)
		}
		m.pictures = append(m.pictures, Picture{file, p.PNG})
		m.printf("\n![%s](%s/%s)\n\n*%s*\n", escaped(p.Alt), url.PathEscape(m.folder), file, escaped(p.Caption))
	}
}

func (m *writer) notes() {
	if len(m.d.Notes) == 0 {
		return
	}
	m.printf("\n## Notes\n")
	for _, n := range m.d.Notes {
		m.printf("\n### %d. at %s\n\n", n.Number, escaped(n.At))
		if n.About != "" {
			m.printf("%s\n\n", escaped(n.About))
		}
		for line := range strings.SplitSeq(strings.TrimSpace(n.Text), "\n") {
			m.printf("> %s\n", escaped(line))
		}
		m.show(fmt.Sprintf("note-%d", n.Number), n.Pictures)
	}
	if n := m.d.MoreNotes; n > 0 {
		m.printf("\nand %d more notes\n", n)
	}
}

func (m *writer) overview() {
	m.printf("\n## Overview\n\n")
	for i, f := range m.d.Times {
		if i > 0 {
			m.printf(", ")
		}
		m.printf("%s %s (%s)", escaped(f.Name), escaped(f.Value), escaped(f.Remark))
	}
	m.printf("\n")
	m.show("overview", m.d.Overview)
}

// table writes the first rows of a table, without bars and without columns of zeros.
func (m *writer) table(level string, t *contents.Table) {
	m.printf("\n%s %s", level, escaped(t.Title))
	if t.Count > 0 {
		m.printf(" (%d)", t.Count)
	}
	m.printf("\n\n%s\n", escaped(t.Help))
	for _, w := range t.Words {
		m.printf("\n%s\n", escaped(w))
	}
	n := min(len(t.Rows), maxRows)
	columns := t.Telling()
	var heads []column
	for _, c := range columns {
		heads = append(heads, column{t.Heads[c].Title, t.Heads[c].Number})
	}
	var rows [][]string
	for _, r := range t.Rows[:n] {
		var cells []string
		for _, c := range columns {
			cells = append(cells, r[c].Text)
		}
		rows = append(rows, cells)
	}
	if n == 0 {
		m.printf("\nThere are none.\n")
	} else {
		m.rows(heads, rows)
	}
	if more := len(t.Rows) - n + t.More; more > 0 {
		m.printf("\nand %d that are not listed here", more)
		if t.All != "" {
			m.printf("; `tiv dump TRACE %s` writes all of them", t.All)
		}
		m.printf("\n")
	}
	if t.Note != "" {
		m.printf("\n%s\n", escaped(t.Note))
	}
	for i := range t.Parts {
		m.table(level+"#", &t.Parts[i])
	}
}

func (m *writer) words() {
	m.printf("\n## How to read it\n\n")
	if m.folder != "" {
		m.printf("%s\n\n", contents.PictureHelp)
	}
	m.printf("States of threads:\n\n")
	for _, t := range m.d.Layers {
		m.printf("- **%s**: %s\n", escaped(t.Name), escaped(t.Help))
	}
	m.printf("\n%s\n\n", contents.EvidenceHelp)
	for _, t := range m.d.Evidences {
		m.printf("- **%s**: %s\n", escaped(t.Name), escaped(t.Help))
	}
	m.printf("\nTimes are since the start of the trace.\n")
}
