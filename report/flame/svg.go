package flame

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

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
	paths []path
	// perTime is the width of a nanosecond.
	perTime float64
	looks   *scene.Palette
	small   int // calls that are too small to be drawn
}

// writeSVG writes a picture: the outermost calls at the top, what they call below them, the
// longest first. The strip in a call is the states of its thread.
func writeSVG(w io.Writer, g *Graph) error {
	s := &svg{Writer: bufio.NewWriter(w), g: g, paths: g.paths(), looks: scene.Light()}
	if total := s.paths[0].total.Alive(); total > 0 {
		s.perTime = (svgWidth - 2*svgMargin) / float64(total)
	}
	boxes, rows := s.boxes()
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
		if s.paths[0].total[state] > 0 {
			c := color(s.state(state))
			item(c, c, "", fmt.Sprintf("%s %.1f %%", stateName(state), 100*float64(s.paths[0].total[state])/float64(s.paths[0].total.Alive())))
		}
	}
	item(color(s.fill(execution.Measured)), color(s.looks.Faint), "", "measured calls")
	item(color(s.fill(execution.Sampled)), color(s.looks.Faint), dashes, "calls from stacks of waits and samples")
}

const dashes = ` stroke-dasharray="3 2"`

// stateName is the name of a state in pictures.
func stateName(state tracefeed.State) string {
	if state == tracefeed.IO {
		return "IO"
	}
	return state.String()
}

func (s *svg) state(state tracefeed.State) scene.Color {
	return s.looks.Layers[stateName(state)].Color
}

// fill is the colour of a call.
func (s *svg) fill(e execution.Evidence) scene.Color {
	share := float32(0.16)
	if e == execution.Sampled {
		share = 0.05
	}
	return s.looks.Ground.Toward(s.looks.Text, share)
}

func (s *svg) footnote() string {
	text := "wide: much time; below a call is what it called"
	if s.small > 0 {
		text += fmt.Sprintf("; %d call paths are too short to be seen", s.small)
	}
	return text
}

// svgBox is a call path in the picture.
type svgBox struct {
	path *path
	x    float64
}

// boxes returns the paths that are wide enough, and the number of rows.
func (s *svg) boxes() (boxes []svgBox, rows int) {
	waiting := []svgBox{{&s.paths[0], svgMargin}}
	for len(waiting) > 0 {
		b := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		x := b.x
		for _, c := range b.path.children {
			p := &s.paths[c]
			width := float64(p.total.Alive()) * s.perTime
			if width < svgLeast {
				s.small++
			} else {
				boxes = append(boxes, svgBox{p, x})
				waiting = append(waiting, svgBox{p, x})
				rows = max(rows, p.depth)
			}
			x += width
		}
	}
	return boxes, rows
}

// box draws a call path.
func (s *svg) box(b svgBox) {
	p := b.path
	total := p.total.Alive()
	width, y := float64(total)*s.perTime, svgHead+(p.depth-1)*svgRow
	dash := ""
	if p.node.Evidence == execution.Sampled {
		dash = dashes
	}
	s.WriteString("<g><title>")
	xml.EscapeText(s, []byte(s.about(p)))
	fmt.Fprintf(s, `</title><rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s" stroke="%s" stroke-width="0.4"%s/>`+"\n",
		b.x, y, width, svgRow-1, color(s.fill(p.node.Evidence)), color(s.looks.Faint), dash)
	x := b.x
	for _, state := range s.g.States {
		if part := float64(p.total[state]) * s.perTime; part > 0 {
			fmt.Fprintf(s, `<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s"/>`, x, y+svgRow-1-svgStrip, part, svgStrip, color(s.state(state)))
			x += part
		}
	}
	if text := fit(s.g.name(p.node.Function), int((width-6)/svgChar)); text != "" {
		s.text(b.x+3, float64(y+11), s.looks.Text, text)
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

// about is the tooltip of a call path.
func (s *svg) about(p *path) string {
	var b strings.Builder
	total, all := p.total.Alive(), s.paths[0].total.Alive()
	fmt.Fprintf(&b, "%s\n%v, %.1f %%; %v in itself; %d calls, %s", s.g.name(p.node.Function), total,
		100*float64(total)/float64(all), p.self.Alive(), p.node.Calls, p.node.Evidence)
	for _, state := range s.g.States {
		if d := p.total[state]; d > 0 {
			fmt.Fprintf(&b, "\n%s %v, %.1f %%", stateName(state), d, 100*float64(d)/float64(total))
		}
	}
	return b.String()
}
