package storyboard

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"tiv/canvas"
	"tiv/canvas/raster"
	"tiv/interaction/detect"
	"tiv/interaction/subject"
	"tiv/interaction/verdict"
	"tiv/report"
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Board is the storyboard of a workspace.
type Board struct {
	Pictures []Picture
	// verdict says what is wrong in the whole trace, or that nothing is.
	verdict string

	ws *workspace.Workspace
}

// Draw draws the picture of a workspace.
type Draw func(*workspace.Workspace, shape.Canvas) (*image.NRGBA, error)

// Width and Height are the pixels of a sheet if nobody wishes for others.
const Width, Height = 2560, 1440

// New returns the storyboard of a workspace whose trace was read and searched. It changes
// nothing. The error is that of ctx.
func New(ctx context.Context, ws *workspace.Workspace) (*Board, error) {
	list, err := choose(ctx, ws)
	return &Board{list, summary(ctx, ws), ws}, err
}

// At returns a copy of the workspace at the moment of a picture.
func (b *Board) At(picture int) *workspace.Workspace { return at(b.ws, b.Pictures[picture].moment) }

// summary returns the line about the whole trace.
func summary(ctx context.Context, ws *workspace.Workspace) string {
	found := workspace.FindingsOf(ws).Counted()
	wrong := serious(found)
	if len(wrong) == 0 {
		r := ws.Report
		r.Findings = found
		figures := new(report.Slicing).FiguresOf(ctx, ws.Timeline, ws.Look.Locks)
		return "nothing wrong was found. " + verdict.Text(ws.Timeline, ws.Look.Locks, r, figures)
	}
	kinds := subject.Kinds(wrong, func(f *detect.Finding) string { return f.Kind })
	return tracefeed.Plural(len(wrong), "finding") + ": " + kinds
}

// The parts of a sheet, in ems.
const (
	margin   = 1
	head     = 4.2 // the title, and the line below it
	below    = 5.7 // the texts below a picture: four lines
	titleEm  = 1.5
	mostText = 3   // lines of a sentence
	small    = 0.8 // the texts in a picture, relative to those below
)

// Sheet draws all pictures on one sheet, the earliest at the upper left, with the sentence of each
// below it. draw is called once for each picture, in their order.
func (b *Board) Sheet(size shape.Canvas, draw Draw) (image.Image, error) {
	s := newSheet(b, size)
	for i := range b.Pictures {
		img, err := draw(b.framed(i), s.canvas)
		if err != nil {
			return nil, err
		}
		s.add(b, i, img)
	}
	return s.Image, nil
}

// framed returns the workspace of a picture on the sheet, which says the sentence below it.
func (b *Board) framed(i int) *workspace.Workspace {
	ws := b.At(i)
	ws.Look.Caption, ws.Look.NoSentence = false, true
	return ws
}

// sheet is a sheet being drawn.
type sheet struct {
	*raster.Canvas
	em          float32
	text, faint color.NRGBA
	grid        color.NRGBA
	columns     int
	// canvas is that of a picture, cell the distance of pictures.
	canvas shape.Canvas
	cell   canvas.Point
}

// fit chooses the columns in which pictures in the form of a screen are largest. wide and high are
// the room for all.
func (s *sheet) fit(pictures int, wide, high float32) {
	const form, tallest = 1.6, 0.75 // width of pictures by height, and largest height by width
	largest := float32(0)
	for columns := 1; columns <= pictures; columns++ {
		cell := canvas.Point{X: wide / float32(columns), Y: high / float32((pictures+columns-1)/columns)}
		if size := min(cell.X, form*(cell.Y-below*s.em)); size > largest {
			largest, s.columns, s.cell = size, columns, cell
		}
	}
	s.canvas.Width = int(s.cell.X - margin*s.em)
	s.canvas.Height = int(min(s.cell.Y-below*s.em, tallest*float32(s.canvas.Width)))
	s.cell.Y = min(s.cell.Y, float32(s.canvas.Height)+below*s.em)
}

// newSheet returns a sheet with its title.
func newSheet(b *Board, size shape.Canvas) *sheet {
	p, em := b.ws.Look.Palette, shape.Em(size.Scale)
	s := &sheet{Canvas: raster.New(float32(size.Width), float32(size.Height), 1), em: em,
		text: color.NRGBA(p.Text), faint: color.NRGBA(p.Faint), grid: color.NRGBA(p.Grid)}
	wide, high := float32(size.Width), float32(size.Height)
	s.fit(len(b.Pictures), wide-margin*em, high-head*em)
	s.canvas.Scale = small * size.Scale
	s.Rect(canvas.Rect{X1: wide, Y1: high}, color.NRGBA(p.Ground))
	title := canvas.Font{Size: titleEm * em, Color: s.text, Bold: true}
	s.Text(canvas.Point{X: margin * em, Y: 2 * em}, title, shape.Fit(b.ws.Look.Title, title.Size, wide-2*margin*em, true))
	line := fmt.Sprintf("%v, %s · %s", b.ws.Timeline.End, tracefeed.Plural(len(b.ws.Look.Threads), "thread"), b.verdict)
	s.Text(canvas.Point{X: margin * em, Y: 3.5 * em}, canvas.Font{Size: em, Color: s.faint}, shape.Fit(line, em, wide-2*margin*em, false))
	return s
}

// add adds a picture, with its texts.
func (s *sheet) add(b *Board, i int, img image.Image) {
	em, p := s.em, &b.Pictures[i]
	x, y := margin*em+float32(i%s.columns)*s.cell.X, head*em+float32(i/s.columns)*s.cell.Y
	box := canvas.Rect{X0: x, Y0: y, X1: x + float32(s.canvas.Width), Y1: y + float32(s.canvas.Height)}.Round()
	draw.Draw(s.Image, image.Rect(int(box.X0), int(box.Y0), int(box.X1), int(box.Y1)), img, img.Bounds().Min, draw.Src)
	canvas.Outline(s, box, canvas.Pen{Color: s.grid, Width: max(em/12, 1)})
	y = box.Y1 + 1.3*em
	s.Text(canvas.Point{X: x, Y: y}, canvas.Font{Size: em, Color: s.text, Bold: true}, shape.Fit(b.label(i), em, box.Width(), true))
	for _, line := range shape.Wrap(p.sentence, em, box.Width(), false, mostText) {
		y += 1.3 * em
		s.Text(canvas.Point{X: x, Y: y}, canvas.Font{Size: em, Color: s.text}, line)
	}
}

// label is the bold line below a picture: its number, its moment, and why it was chosen.
func (b *Board) label(i int) string {
	p := &b.Pictures[i]
	return fmt.Sprintf("%d · %v · %s", i+1, p.moment, p.why)
}
