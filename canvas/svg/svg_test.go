package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"tiv/canvas"
	"tiv/canvas/raster"
	"tiv/internal/pictures"
)

// A file drawn by its own elements is the figure as drawn at once.
func TestFigure(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	c := New(&file, pictures.FigureWidth, pictures.FigureHeight, "a figure")
	pictures.Figure(c)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("TIV_FIGURES"); dir != "" { // to look at
		os.WriteFile(dir+"/figure.svg", file.Bytes(), 0o600)
	}
	got, want := raster.New(pictures.FigureWidth, pictures.FigureHeight, 2), raster.New(pictures.FigureWidth, pictures.FigureHeight, 2)
	pictures.Figure(want)
	(&player{t: t, to: got, clips: map[string]canvas.Rect{}}).play(&file)
	if err := pictures.Differ(pictures.Plain(got.Image), pictures.Plain(want.Image)); err != nil {
		t.Error(err)
	}
}

// player draws the elements of a file on a canvas.
type player struct {
	t     *testing.T
	to    canvas.Canvas
	clips map[string]canvas.Rect
	in    string   // the clip that is being defined
	ends  []func() // of the open elements
	texts strings.Builder
}

func (p *player) play(file io.Reader) {
	p.t.Helper()
	for d := xml.NewDecoder(file); ; {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			p.t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			p.texts.Reset()
			end := func() {}
			p.start(element{p.t, x}, &end)
			p.ends = append(p.ends, end)
		case xml.CharData:
			p.texts.Write(x)
		case xml.EndElement:
			last := len(p.ends) - 1
			p.ends[last]()
			p.ends = p.ends[:last]
		}
	}
}

func (p *player) start(e element, end *func()) {
	switch name := e.Name.Local; name {
	case "clipPath":
		p.in = e.text("id")
		*end = func() { p.in = "" }
	case "g":
		if clip := e.text("clip-path"); clip != "" {
			p.to.Clip(p.clips[strings.Trim(clip, "url(#)")])
			*end = p.to.Unclip
		}
	case "rect":
		r := canvas.Rect{X0: e.number("x", 0), Y0: e.number("y", 0)}
		r.X1, r.Y1 = r.X0+e.number("width", 0), r.Y0+e.number("height", 0)
		if p.in != "" {
			p.clips[p.in] = r
		} else {
			p.to.Rect(r, e.color("fill"))
		}
	case "polygon", "polyline":
		points := e.points()
		if e.text("fill") != "none" {
			p.to.Area(e.color("fill"), points...)
			return
		}
		if name == "polygon" {
			points = append(points, points[0])
		}
		p.to.Line(canvas.Pen{Color: e.color("stroke"), Width: e.number("stroke-width", 1),
			Dash: e.number("stroke-dasharray", 0)}, points...)
	case "text":
		*end = func() {
			f := canvas.Font{Size: e.number("font-size", 0), Color: e.color("fill"), Bold: e.text("font-weight") == "bold"}
			if wide, want := p.to.Width(f, p.texts.String()), e.number("textLength", 0); math.Abs(float64(wide-want)) > 0.01 {
				p.t.Errorf("%q is %v wide, the file says %v", p.texts.String(), wide, want)
			}
			p.to.Text(canvas.Point{X: e.number("x", 0), Y: e.number("y", 0)}, f, p.texts.String())
		}
	}
}

// element is an element with its attributes.
type element struct {
	t *testing.T
	xml.StartElement
}

func (e *element) text(name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) number(name string, otherwise float32) float32 {
	s := e.text(name)
	if s == "" {
		return otherwise
	}
	return e.parse(s)
}

func (e *element) parse(s string) float32 {
	x, err := strconv.ParseFloat(s, 32)
	if err != nil {
		e.t.Error(err)
	}
	return float32(x)
}

func (e *element) points() (points []canvas.Point) {
	for word := range strings.FieldsSeq(e.text("points")) {
		x, y, _ := strings.Cut(word, ",")
		points = append(points, canvas.Point{X: e.parse(x), Y: e.parse(y)})
	}
	return points
}

func (e *element) color(name string) color.NRGBA {
	rgb, err := strconv.ParseUint(strings.TrimPrefix(e.text(name), "#"), 16, 24)
	if err != nil {
		e.t.Error(err)
	}
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), uint8(math.Round(float64(255 * e.number(name+"-opacity", 1))))}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestTitles(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	var c canvas.Titled = New(&file, 10, 10, "a figure")
	c.Begin("<a>\n\x00b")
	c.Rect(canvas.Rect{X1: 5, Y1: 5}, color.NRGBA{A: 255})
	c.End()
	if err := c.(*Canvas).Close(); err != nil || !strings.Contains(file.String(), "<g><title>&lt;a&gt;&#xA;\uFFFDb</title>") {
		t.Errorf("%v: %s", err, file.String())
	}
	if err := New(failing{}, 10, 10, "a figure").Close(); err == nil {
		t.Error("no error of the writer")
	}
}
