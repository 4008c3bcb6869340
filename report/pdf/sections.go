package pdf

import (
	"fmt"
	"strings"

	"tiv/assets"
	"tiv/report/contents"
	"tiv/scene/paint"
)

// head writes the title, the facts and the remarks.
func (p *printer) head() {
	d := p.d
	p.heading(0, d.Title+": why its threads wait", 0)
	made := "A report by TIV " + d.Version
	if d.Made != "" {
		made += ", made by " + d.Made
	}
	p.text(p.faint, made)
	for _, r := range d.Remarks {
		p.remark(r)
	}
	if d.Minor != "" {
		p.text(p.faint, d.Minor)
	}
	if d.Without != "" {
		p.remark("There are no pictures: " + d.Without)
	}
	var columns []column
	var row cells
	for _, f := range d.Facts {
		columns = append(columns, column{f.Name, false})
		row.texts = append(row.texts, strings.TrimSpace(f.Value+" "+f.Remark))
	}
	p.gap(1)
	p.grid(columns, []cells{row})
}

// remark writes a warning to the reader.
func (p *printer) remark(s string) {
	p.gap(1)
	p.text(font{p.body.size, true, p.palette.Warning}, s)
}

// linkTo returns the link to a finding.
func (p *printer) linkTo(number int) int {
	if _, ok := p.links[number]; !ok {
		p.links[number] = p.pdf.AddLink()
	}
	return p.links[number]
}

// findings writes the table of the findings to fix first, and the findings.
func (p *printer) findings() {
	d := p.d
	p.heading(1, "What to fix first", 30)
	if d.Verdict != "" {
		p.text(p.strong, d.Verdict)
	}
	p.toFix()
	noted := false
	for i := range d.Findings {
		f := &d.Findings[i]
		if f.Note && !noted {
			noted = true
			p.heading(1, "Also worth knowing", 10)
		}
		p.heading(2, fmt.Sprintf("%d. %s", f.Number, f.Title()), 15)
		p.pdf.SetLink(p.linkTo(f.Number), max(margin, p.y-10), p.pdf.PageNo())
		p.text(p.body, f.Text)
		if !f.Folded {
			p.finding(f)
		}
	}
	if d.MoreFindings > 0 {
		p.text(p.faint, fmt.Sprintf("and %d more; tiv check lists all.", d.MoreFindings))
	}
}

func (p *printer) toFix() {
	fixes := p.d.ToFix()
	if len(fixes) == 0 {
		p.text(p.body, "Nothing to fix was found.")
		return
	}
	var rows []cells
	for _, f := range fixes[:min(len(fixes), maxRows)] {
		rows = append(rows, cells{[]string{fmt.Sprint(f.Number), f.Kind, f.Lost, f.Share, f.Cause, f.Place}, f.Number})
	}
	p.grid([]column{{"rank", true}, {"finding", false}, {"time lost", true}, {"of all thread time", true},
		{"caused by", false}, {"in the code", false}}, rows)
	if n := len(fixes) - len(rows); n > 0 {
		p.text(p.faint, fmt.Sprintf("and %d more below", n))
	}
	p.text(p.faint, contents.RankHelp)
}

// terms writes words with their explanations beside them.
func (p *printer) terms(terms []contents.Term, width float64) {
	for _, t := range terms {
		p.need(2 * p.body.height())
		y := p.y
		p.use(p.faint)
		p.cell(margin, y, width, p.body.height(), assets.Printable(t.Name), "L")
		p.indent = width
		p.text(p.body, t.Help)
		p.indent = 0
	}
}

// finding writes the details of a finding.
func (p *printer) finding(f *contents.Finding) {
	p.gap(0.8)
	p.terms(f.Fix(), 24)
	p.text(p.faint, f.When())
	p.show(f.Pictures)
	for _, a := range f.Also {
		p.gap(0.8)
		p.text(p.faint, "Same cause: "+a.Headline+" "+a.Text)
	}
	n := min(len(f.Threads), maxThreads)
	var rows []cells
	for _, s := range f.Threads[:n] {
		rows = append(rows, cells{texts: []string{s.Thread, s.Does + ", " + s.Lasting, s.Blocker(),
			strings.TrimSpace(s.Function + " " + s.Place)}})
	}
	p.grid([]column{{"thread", false}, {"does", false}, {"waits for", false}, {"where in the program", false}}, rows)
	if more := len(f.Threads) - n + f.MoreThreads; more > 0 {
		p.text(p.faint, fmt.Sprintf("and %d more threads", more))
	}
	for _, s := range f.Sites {
		p.text(p.faint, s)
	}
	p.stacks(f)
}

// stacks writes the call stacks of a finding.
func (p *printer) stacks(f *contents.Finding) {
	n := min(len(f.Stacks), maxStacks)
	for _, s := range f.Stacks[:n] {
		p.gap(1)
		p.need(3 * p.small.height())
		p.text(font{p.small.size, true, p.small.color}, "Stack of "+s.Names())
		p.indent = 4
		for _, c := range s.Calls {
			p.text(p.small, c)
		}
		if s.More > 0 {
			p.text(p.faint, fmt.Sprintf("and %d more calls", s.More))
		}
		p.indent = 0
	}
	if more := len(f.Stacks) - n; more > 0 {
		p.text(p.faint, fmt.Sprintf("and %d other stacks", more))
	}
}

func (p *printer) notes() {
	if len(p.d.Notes) == 0 {
		return
	}
	p.heading(1, "Notes", 15)
	for _, n := range p.d.Notes {
		p.heading(2, fmt.Sprintf("%d. at %s", n.Number, n.At), 5)
		if n.About != "" {
			p.text(p.faint, n.About)
		}
		for line := range strings.SplitSeq(strings.TrimSpace(n.Text), "\n") {
			p.text(p.body, line)
		}
		p.show(n.Pictures)
	}
	if n := p.d.MoreNotes; n > 0 {
		p.text(p.faint, fmt.Sprintf("and %d more notes", n))
	}
}

// overview writes the time in each state, as a bar and in words, and the pictures.
func (p *printer) overview() {
	p.heading(1, "Overview", 25)
	x := float64(margin)
	for _, s := range p.d.States {
		p.fill(p.palette.Layers[s.State.Word()].Color)
		width := textWidth * s.Width / 100
		p.pdf.Rect(x, p.y, width, 4, "F")
		x += width
	}
	p.y += 5
	p.legend()
	p.show(p.d.Overview)
}

func (p *printer) fill(c paint.Color) { p.pdf.SetFillColor(int(c.R), int(c.G), int(c.B)) }

// legend writes the colour, the time and the share of each state.
func (p *printer) legend() {
	const key = 2.5
	p.use(p.small)
	x := float64(margin)
	for i, f := range p.d.Times {
		s := assets.Printable(f.Name + " " + f.Value + " " + f.Remark)
		width := key + 1 + p.pdf.GetStringWidth(s) + 4
		if x+width > margin+textWidth {
			x, p.y = margin, p.y+p.small.height()
		}
		p.fill(p.palette.Layers[contents.LayerAt(i)].Color)
		p.pdf.Rect(x, p.y+0.5, key, key, "F")
		p.cell(x+key+1, p.y, width, p.small.height(), s, "L")
		x += width
	}
	p.y += p.small.height() + 1
}

func (p *printer) words() {
	p.heading(1, "How to read it", 25)
	p.text(p.body, contents.PictureHelp)
	p.gap(1)
	p.terms(p.d.Layers, 24)
	p.gap(1)
	p.text(p.body, contents.EvidenceHelp)
	p.gap(1)
	p.terms(p.d.Evidences, 24)
	p.gap(1)
	p.text(p.body, "Times are since the start of the trace.")
}
