package flame

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"

	"tiv/execution"
	"tiv/internal/replace"
	"tiv/scene"
	"tiv/tracefeed"
)

const svgMark = "<!-- flame graph by TIV -->"

var svgKind = replace.Kind{Name: "a flame graph by TIV", Text: true, Has: func(start []byte) bool {
	return bytes.Contains(start, []byte(svgMark))
}}

// The measures of a picture, in pixels.
const (
	svgWidth  = 1200
	svgMargin = 10
	svgHead   = 44 // title and legend
	svgRow    = 18
	svgStrip  = 4   // the states of a call
	svgChar   = 7.3 // the width of a character
	svgLeast  = 0.4 // the width from which on a call is drawn
)

// svg is a picture that is being written.
type svg struct {
	*bufio.Writer
	g     *Graph
	paths []Path
	looks *scene.Palette
	small int // calls that are too small to be drawn
}

// writeSVG writes a picture: the outermost calls at the top, what they call below them, the
// longest first. The strip in a call is the states of its thread.
func writeSVG(w io.Writer, g *Graph) error {
	s := &svg{Writer: bufio.NewWriter(w), g: g, paths: g.Paths(), looks: scene.Light()}
	boxes, short := Boxes(s.paths, 0, svgMargin, svgWidth-2*svgMargin, svgLeast)
	s.small = short
	rows := 0
	for _, b := range boxes {
		rows = max(rows, s.paths[b.Path].Depth)
	}
	height := svgHead + (rows+1)*svgRow + svgMargin
	fmt.Fprintf(s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n%s\n", svgMark)
	fmt.Fprintf(s, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12">`+"\n",
		svgWidth, height)
	fmt.Fprintf(s, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", color(s.looks.Ground))
	s.text(svgMargin, 17, s.looks.Text, g.Title)
	s.legend()
	for _, b := range boxes {
		s.box(b)
	}
	s.text(svgMargin, float64(height-svgMargin), s.looks.Faint, s.footnote())
	s.WriteString("</svg>\n")
	return s.Flush()
}

func color(c scene.Color) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (s *svg) text(x, y float64, c scene.Color, text string) {
	fmt.Fprintf(s, `<text x="%.1f" y="%.1f" fill="%s">`, x, y, color(c))
	xml.EscapeText(s, []byte(text))
	s.WriteString("</text>\n")
}

// legend explains the colours.
func (s *svg) legend() {
	x := float64(svgMargin)
	item := func(fill, stroke, dash, text string) {
		fmt.Fprintf(s, `<rect x="%.1f" y="25" width="16" height="11" fill="%s" stroke="%s"%s/>`+"\n", x, fill, stroke, dash)
		s.text(x+22, 35, s.looks.Text, text)
		x += 22 + svgChar*float64(len([]rune(text))) + 20
	}
	for _, state := range s.g.States {
		if s.paths[0].Total[state] > 0 {
			c := color(s.state(state))
			item(c, c, "", fmt.Sprintf("%s %.1f %%", StateName(state), 100*float64(s.paths[0].Total[state])/float64(s.paths[0].Total.Alive())))
		}
	}
	item(color(Fill(s.looks, execution.Measured)), color(s.looks.Faint), "", "measured calls")
	item(color(Fill(s.looks, execution.Sampled)), color(s.looks.Faint), dashes, "calls from stacks of waits and samples")
}

const dashes = ` stroke-dasharray="3 2"`

func (s *svg) state(state tracefeed.State) scene.Color {
	return s.looks.Layers[StateName(state)].Color
}

func (s *svg) footnote() string {
	text := "wide: much time; below a call is what it called"
	if s.small > 0 {
		text += fmt.Sprintf("; %d call paths are too short to be seen", s.small)
	}
	return text
}

// box draws a call path.
func (s *svg) box(b Box) {
	p := &s.paths[b.Path]
	y, dash := svgHead+(p.Depth-1)*svgRow, ""
	if p.Node.Evidence == execution.Sampled {
		dash = dashes
	}
	s.WriteString("<g><title>")
	xml.EscapeText(s, []byte(s.g.About(s.paths, b.Path)))
	fmt.Fprintf(s, `</title><rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s" stroke="%s" stroke-width="0.4"%s/>`+"\n",
		b.X, y, b.Width, svgRow-1, color(Fill(s.looks, p.Node.Evidence)), color(s.looks.Faint), dash)
	x, total := b.X, p.Total.Alive()
	for _, state := range s.g.States {
		if part := b.Width * float64(p.Total[state]) / float64(total); part > 0 {
			fmt.Fprintf(s, `<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s"/>`, x, y+svgRow-1-svgStrip, part, svgStrip, color(s.state(state)))
			x += part
		}
	}
	if text := fit(s.g.Name(p.Node.Function), int((b.Width-6)/svgChar)); text != "" {
		s.text(b.X+3, float64(y+11), s.looks.Text, text)
	}
	s.WriteString("</g>\n")
}

// fit cuts a name from its start, which is what names have in common.
func fit(name string, most int) string {
	r := []rune(name)
	switch {
	case len(r) <= most:
		return name
	case most < 3:
		return ""
	}
	return "…" + string(r[len(r)-most+1:])
}
