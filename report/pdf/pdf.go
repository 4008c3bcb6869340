package pdf

import (
	"bytes"
	"fmt"
	"io"

	"codeberg.org/go-pdf/fpdf"

	"tiv/assets"
	"tiv/internal/replace"
	"tiv/report/contents"
	"tiv/scene/paint"
)

// creator is the value of the file's creator. Kind knows a report by it.
const creator = "TIV report"

// Kind is the kind of reports that Write writes. A PDF names its creator at its end, so
// any PDF counts as one.
var Kind = replace.Magic("a PDF", "%PDF-")

// Write writes the document. The error is from w, or about a picture that is no PNG.
func Write(w io.Writer, d *contents.Document) error {
	p := newPrinter(d)
	p.head()
	p.findings()
	p.notes()
	p.overview()
	for i := range d.Tables {
		p.table(1, &d.Tables[i])
	}
	p.words()
	if err := p.pdf.Output(w); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// The page, in millimetres.
const (
	pageWidth, pageHeight = 210, 297
	margin                = 15
	footer                = 14 // from the lower edge
	textWidth             = pageWidth - 2*margin
)

// pageCount stands for the number of pages until it is known. No font has the character, so
// no other text contains it: see printable.
const pageCount = "\uE000"

// font is a size in points and a style of text.
type font struct {
	size  float64
	bold  bool
	color paint.Color
}

// height returns the height of a line in millimetres.
func (f font) height() float64 { return f.size * 25.4 / 72 * 1.35 }

// printer is a file in the making. It breaks lines and pages itself.
type printer struct {
	pdf      *fpdf.Fpdf
	d        *contents.Document
	palette  *paint.Palette
	y        float64 // of the next line
	indent   float64 // of texts, from the margin
	links    map[int]int
	pictures int

	body, small, faint, strong, h1, h2, h3 font
}

func newPrinter(d *contents.Document) *printer {
	p := &printer{pdf: fpdf.New("P", "mm", "A4", ""), d: d, palette: paint.Light(), y: margin, links: map[int]int{}}
	ink, grey := p.palette.Text, p.palette.Faint
	p.body, p.small, p.faint, p.strong = font{9.5, false, ink}, font{7.5, false, ink}, font{8, false, grey}, font{9.5, true, ink}
	p.h1, p.h2, p.h3 = font{17, true, ink}, font{13, true, ink}, font{10.5, true, ink}
	f := p.pdf
	f.SetMargins(margin, margin, margin)
	f.SetAutoPageBreak(false, 0)
	f.SetCellMargin(0)
	f.AddUTF8FontFromBytes("go", "", assets.Regular())
	f.AddUTF8FontFromBytes("go", "B", assets.Bold())
	f.SetTitle(assets.Printable(d.Title)+": why its threads wait", true)
	f.SetCreator(creator+" "+d.Version, true)
	f.AliasNbPages(pageCount)
	f.SetFooterFunc(func() {
		p.use(p.faint)
		f.SetXY(margin, pageHeight-footer+4)
		f.CellFormat(textWidth/2, 4, p.fitting(assets.Printable(d.Title), textWidth/2), "", 0, "L", false, 0, "")
		f.CellFormat(textWidth/2-4, 4, fmt.Sprintf("%d / %s", f.PageNo(), pageCount), "", 0, "R", false, 0, "")
	})
	f.AddPage()
	return p
}

// use sets the font of the next texts.
func (p *printer) use(f font) {
	style := ""
	if f.bold {
		style = "B"
	}
	p.pdf.SetFont("go", style, f.size)
	p.pdf.SetTextColor(int(f.color.R), int(f.color.G), int(f.color.B))
}

// fitting returns a text that is cut to a width.
func (p *printer) fitting(s string, width float64) string {
	if p.pdf.GetStringWidth(s) <= width {
		return s
	}
	lines := p.pdf.SplitText(s, width-p.pdf.GetStringWidth("…"))
	if len(lines) == 0 {
		return ""
	}
	return lines[0] + "…"
}

// need begins a new page unless there is room for some height.
func (p *printer) need(height float64) {
	if p.y+height > pageHeight-footer && p.y > margin {
		p.pdf.AddPage()
		p.y = margin
	}
}

// gap leaves some room, unless at the top of a page.
func (p *printer) gap(height float64) {
	if p.y > margin {
		p.y += height
	}
}

// text writes a paragraph.
func (p *printer) text(f font, s string) {
	p.use(f)
	for _, l := range p.pdf.SplitText(assets.Printable(s), textWidth-p.indent) {
		p.need(f.height())
		p.use(f) // a new page has the font of the footer
		p.cell(margin+p.indent, p.y, textWidth-p.indent, f.height(), l, "L")
		p.y += f.height()
	}
}

// cell writes a line of text into a box.
func (p *printer) cell(x, y, width, height float64, s, align string) {
	p.pdf.SetXY(x, y)
	p.pdf.CellFormat(width, height, s, "", 0, align, false, 0, "")
}

// heading writes a title with a bookmark, and keeps it together with some height that
// follows it.
func (p *printer) heading(level int, s string, together float64) {
	f := []font{p.h1, p.h2, p.h3}[level]
	p.gap(5.5 - 2*float64(level)/2)
	p.need(2*f.height() + together)
	p.pdf.Bookmark(assets.Printable(s), level, p.y)
	p.text(f, s)
	if level == 1 {
		p.line(p.y)
		p.y++
	}
	p.y++
}

// line draws a thin line over the width of the page.
func (p *printer) line(y float64) {
	c := p.palette.Grid
	p.pdf.SetDrawColor(int(c.R), int(c.G), int(c.B))
	p.pdf.SetLineWidth(0.2)
	p.pdf.Line(margin, y, margin+textWidth, y)
}

// show draws pictures with their captions.
func (p *printer) show(pictures []contents.Picture) {
	for _, pic := range pictures {
		height := textWidth * float64(pic.Height) / float64(pic.Width)
		p.gap(1.5)
		p.need(height + p.faint.height())
		p.pictures++
		name := fmt.Sprint("picture ", p.pictures)
		options := fpdf.ImageOptions{ImageType: "PNG"}
		p.pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(pic.PNG))
		p.pdf.ImageOptions(name, margin, p.y, textWidth, height, false, options, 0, "")
		p.y += height + 0.5
		p.text(p.faint, pic.Caption)
	}
}
