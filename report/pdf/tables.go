package pdf

import (
	"fmt"

	"tiv/assets"
	"tiv/report/contents"
)

// Limits of the pages.
const (
	maxRows    = 20 // of a table
	maxThreads = 10 // of a finding
	maxStacks  = 5  // of a finding
	maxLines   = 6  // of a cell
)

// column is the head of a column.
type column struct {
	title  string
	number bool
}

// cells is a row of texts. link is the target of the first text, a finding; 0 for none.
type cells struct {
	texts []string
	link  int
}

// grid writes a table. Columns are as wide as their longest cells; if there is not enough
// room for that, columns with texts share the rest.
func (p *printer) grid(columns []column, rows []cells) {
	f, gap := p.small, columnGap
	widths := p.widths(columns, rows)
	height := f.height()
	head := func() {
		grey := font{f.size, true, p.faint.color}
		p.use(grey)
		x := float64(margin)
		for i, c := range columns {
			p.cell(x, p.y, widths[i], height, p.fitting(c.title, widths[i]), align(c.number))
			x += widths[i] + gap
		}
		p.y += height + 0.3
		p.line(p.y)
		p.y += 0.5
	}
	p.gap(1)
	p.need(4 * height)
	head()
	for _, r := range rows {
		p.use(f)
		lines, most := make([][]string, len(columns)), 1
		for i := range columns {
			lines[i] = p.wrapped(r.texts[i], widths[i])
			most = max(most, len(lines[i]))
		}
		if p.y+float64(most)*height+1 > pageHeight-footer {
			p.need(pageHeight)
			head()
		}
		p.use(f)
		x := float64(margin)
		for i, c := range columns {
			for k, l := range lines[i] {
				p.cell(x, p.y+float64(k)*height, widths[i], height, l, align(c.number))
			}
			x += widths[i] + gap
		}
		if r.link > 0 {
			p.pdf.Link(margin, p.y, textWidth, float64(most)*height, p.linkTo(r.link))
		}
		p.y += float64(most)*height + 0.4
		p.line(p.y)
		p.y += 0.4
	}
}

// columnGap is the room between columns in millimetres.
const columnGap = 2.0

// grids writes a table of columns of which the first says what a row is. Columns for which there is
// no room follow in a second table with the first column.
func (p *printer) grids(columns []column, rows []cells) {
	const least = 25 // for texts
	room := func(number bool, width float64) float64 {
		if number {
			return width + columnGap
		}
		return columnGap
	}
	widths, used, n := p.widths(columns, rows), 0.0, 0
	for ; n < len(columns); n++ {
		if used += room(columns[n].number, widths[n]); n > 1 && used > textWidth-least {
			break
		}
	}
	p.grid(columns[:n], some(rows, func(texts []string) []string { return texts[:n] }))
	if n < len(columns) {
		p.grids(append([]column{columns[0]}, columns[n:]...),
			some(rows, func(texts []string) []string { return append([]string{texts[0]}, texts[n:]...) }))
	}
}

// some returns rows with some of their texts.
func some(rows []cells, of func(texts []string) []string) (out []cells) {
	for _, r := range rows {
		out = append(out, cells{of(r.texts), r.link})
	}
	return out
}

func align(number bool) string {
	if number {
		return "R"
	}
	return "L"
}

// wrapped returns the lines of a cell, at most maxLines.
func (p *printer) wrapped(s string, width float64) []string {
	lines := p.pdf.SplitText(assets.Printable(s), width)
	if len(lines) > maxLines {
		lines = lines[:maxLines]
		lines[maxLines-1] = p.fitting(lines[maxLines-1]+"……", width)
	}
	return lines
}

// widths returns the widths of columns.
func (p *printer) widths(columns []column, rows []cells) []float64 {
	const widest = 70 // that a text may ask for
	widths, rest, texts := make([]float64, len(columns)), textWidth-columnGap*float64(len(columns)-1), 0.0
	for i, c := range columns {
		p.use(font{p.small.size, true, p.small.color})
		w := p.pdf.GetStringWidth(c.title)
		p.use(p.small)
		for _, r := range rows {
			w = max(w, p.pdf.GetStringWidth(assets.Printable(r.texts[i])))
		}
		widths[i] = min(w+0.5, widest)
		if c.number {
			rest -= widths[i]
		} else {
			texts += widths[i]
		}
	}
	for i, c := range columns {
		if !c.number && texts > rest {
			widths[i] *= max(rest, 20) / texts
		}
	}
	return widths
}

// table writes the first rows of a table, without bars and without columns of zeros.
// level is that of its heading.
func (p *printer) table(level int, t *contents.Table) {
	title := t.Title
	if t.Count > 0 {
		title = fmt.Sprintf("%s (%d)", t.Title, t.Count)
	}
	p.heading(level, title, 20)
	p.text(p.faint, t.Help)
	for _, w := range t.Words {
		p.gap(0.8)
		p.text(p.body, w)
	}
	show := t.Telling()
	var columns []column
	for _, c := range show {
		columns = append(columns, column{t.Heads[c].Title, t.Heads[c].Number})
	}
	var rows []cells
	for _, r := range t.Rows[:min(len(t.Rows), maxRows)] {
		var texts []string
		for _, c := range show {
			texts = append(texts, r[c].Text)
		}
		rows = append(rows, cells{texts: texts})
	}
	if len(rows) == 0 {
		p.text(p.body, "There are none.")
	} else {
		p.grids(columns, rows)
	}
	if more := len(t.Rows) - len(rows) + t.More; more > 0 {
		s := fmt.Sprintf("and %d that are not listed here", more)
		if t.All != "" {
			s += "; tiv dump TRACE " + t.All + " writes all of them"
		}
		p.text(p.faint, s)
	}
	if t.Note != "" {
		p.text(p.faint, t.Note)
	}
	for i := range t.Parts {
		p.table(level+1, &t.Parts[i])
	}
}
