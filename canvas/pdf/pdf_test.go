package pdf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"image/color"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"tiv/canvas"
	"tiv/canvas/raster"
	"tiv/internal/pictures"
)

// A page drawn by its own operators is the figure as drawn at once.
func TestFigure(t *testing.T) {
	t.Parallel()
	c := New(pictures.FigureWidth, pictures.FigureHeight, "a test", "a figure")
	pictures.Figure(c)
	var file bytes.Buffer
	if err := c.Write(&file); err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("TIV_FIGURES"); dir != "" { // to look at
		os.WriteFile(dir+"/figure.pdf", file.Bytes(), 0o600)
	}
	got, want := raster.New(pictures.FigureWidth, pictures.FigureHeight, 2), raster.New(pictures.FigureWidth, pictures.FigureHeight, 2)
	pictures.Figure(want)
	p := &player{t: t, to: got, all: file.Bytes()}
	p.play(page(t, file.Bytes()))
	if err := pictures.Differ(pictures.Plain(got.Image), pictures.Plain(want.Image)); err != nil {
		t.Error(err)
	}
}

// A picture may be higher than a page.
func TestHugePage(t *testing.T) {
	t.Parallel()
	c := New(1200, 28800, "a test", "x\x00")
	c.Rect(canvas.Rect{X0: 10, Y0: 28700, X1: 20, Y1: 28800}, color.NRGBA{A: 255})
	var file bytes.Buffer
	if err := c.Write(&file); err != nil || !bytes.Contains(file.Bytes(), []byte("/MediaBox [0 0 600.00 14400.00]")) {
		t.Errorf("%v: no page of 600 x 14400 points", err)
	}
	if err := New(10, 10, "a test", "").Write(failing{}); err == nil {
		t.Error("no error of the writer")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

var stream = regexp.MustCompile(`(?s)/Filter /FlateDecode /Length (\d+)>>\nstream\n`)

// page returns the operators of the page of a file.
func page(t *testing.T, file []byte) string {
	t.Helper()
	m := stream.FindSubmatchIndex(file)
	n, _ := strconv.Atoi(string(file[m[2]:m[3]]))
	z, err := zlib.NewReader(bytes.NewReader(file[m[1] : m[1]+n]))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// graphics is the graphics state of a page.
type graphics struct {
	fill, stroke color.NRGBA
	width, dash  float32
	font         string
	size         float32
	clips        int
}

// player draws the operators of a page on a canvas.
type player struct {
	t     *testing.T
	to    canvas.Canvas
	all   []byte
	now   graphics
	saved []graphics
	nums  []float32
	word  string // the last name or text
	path  []canvas.Point
	at    canvas.Point
	first string // the font of the first text, which is no bold one
}

var token = regexp.MustCompile(`(?s)\((?:\\.|[^\\)])*\)|[^\s\[\]]+`)

func (p *player) play(page string) {
	for _, s := range token.FindAllString(page, -1) {
		if x, err := strconv.ParseFloat(s, 32); err == nil {
			p.nums = append(p.nums, float32(x))
			continue
		}
		if strings.HasPrefix(s, "(") || strings.HasPrefix(s, "/") {
			p.word = s
			continue
		}
		if !p.paint(s) && !p.set(s) {
			p.t.Errorf("unknown operator %q", s)
		}
		p.nums = p.nums[:0]
	}
}

// point returns the place that the last two numbers are, in pixels.
func (p *player) point() canvas.Point {
	n := p.nums[len(p.nums)-2:]
	return canvas.Point{X: n[0] / pixel, Y: pictures.FigureHeight - n[1]/pixel}
}

// paint takes an operator that draws, or makes a path.
func (p *player) paint(operator string) bool {
	switch operator {
	case "m":
		p.path = []canvas.Point{p.point()}
	case "l":
		p.path = append(p.path, p.point())
	case "h":
		p.path = append(p.path, p.path[0])
	case "re":
		wide, high := p.nums[2]/pixel, -p.nums[3]/pixel
		p.nums = p.nums[:2]
		a := p.point()
		p.path = []canvas.Point{a, {X: a.X + wide, Y: a.Y}, {X: a.X + wide, Y: a.Y + high}, {X: a.X, Y: a.Y + high}}
	case "f":
		p.to.Area(p.now.fill, p.path...)
	case "S":
		p.to.Line(canvas.Pen{Color: p.now.stroke, Width: p.now.width, Dash: p.now.dash}, p.path...)
	case "W":
		p.to.Clip(canvas.Rect{X0: p.path[0].X, Y0: p.path[0].Y, X1: p.path[2].X, Y1: p.path[2].Y})
		p.now.clips++
	case "Td":
		p.at = p.point()
	case "Tj":
		if p.first == "" {
			p.first = p.now.font
		}
		p.to.Text(p.at, canvas.Font{Size: p.now.size, Color: p.now.fill, Bold: p.now.font != p.first}, text(p.word))
	default:
		return operator == "n" || operator == "BT" || operator == "ET" || operator == "J" || operator == "j"
	}
	return true
}

// set takes an operator of the graphics state.
func (p *player) set(operator string) bool {
	of := func(a uint8) color.NRGBA {
		n := p.nums
		if len(n) == 1 {
			n = []float32{n[0], n[0], n[0]}
		}
		part := func(x float32) uint8 { return uint8(math.Round(255 * float64(x))) }
		return color.NRGBA{part(n[0]), part(n[1]), part(n[2]), a}
	}
	switch operator {
	case "q":
		p.saved = append(p.saved, p.now)
		p.now.clips = 0
	case "Q":
		for range p.now.clips {
			p.to.Unclip()
		}
		p.now, p.saved = p.saved[len(p.saved)-1], p.saved[:len(p.saved)-1]
	case "rg", "g":
		p.now.fill = of(p.now.fill.A)
	case "RG", "G":
		p.now.stroke = of(p.now.stroke.A)
	case "w":
		p.now.width = p.nums[0] / pixel
	case "d":
		p.now.dash = 0
		if len(p.nums) == 2 {
			p.now.dash = p.nums[0] / pixel
		}
	case "gs":
		p.now.fill.A = p.opacity(p.word)
		p.now.stroke.A = p.now.fill.A
	case "Tf":
		p.now.font, p.now.size = p.word, p.nums[0]/pixel
	default:
		return false
	}
	return true
}

// opacity returns the opacity that a state by name has: "/GS2" is the second in the file.
func (p *player) opacity(name string) uint8 {
	n, _ := strconv.Atoi(strings.TrimPrefix(name, "/GS"))
	all := regexp.MustCompile(`/ca ([\d.]+)`).FindAllSubmatch(p.all, -1)
	x, err := strconv.ParseFloat(string(all[n-1][1]), 64)
	if err != nil {
		p.t.Error(err)
	}
	return uint8(math.Round(255 * x))
}

// text decodes a text, which is in UTF-16.
func text(s string) string {
	raw := strings.NewReplacer(`\\`, `\`, `\(`, "(", `\)`, ")", `\r`, "\r").Replace(s[1 : len(s)-1])
	var units []uint16
	for i := 0; i+1 < len(raw); i += 2 {
		units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
	}
	return string(utf16.Decode(units))
}
