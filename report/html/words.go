package html

import (
	"fmt"
	"strings"
	"unicode"

	"tiv/interaction"
	"tiv/report"
	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
)

// The largest number of bytes of a name, of a sentence, and of a note.
const (
	maxName = 200
	maxText = 4000
	maxNote = 64 << 10
)

// line returns a name as safe text of one line.
func line(s string) string { return text(scene.OneLine(s, maxName), maxText) }

// text returns safe text of several lines: without invisible characters, and
// cut.
func text(s string, most int) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Map(func(c rune) rune {
		switch {
		case c == '\n' || c == '\t' || !unicode.IsControl(c) && !nonCharacter(c):
			return c
		}
		return ' '
	}, s)
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// nonCharacter reports whether a code point is for no text at all.
func nonCharacter(c rune) bool { return c&0xFFFE == 0xFFFE || c >= 0xFDD0 && c <= 0xFDEF }

// security is the content security policy, which keeps a browser from loading
// or running anything, whatever the names in the trace are.
const security = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

// colors returns the colours of the palettes as CSS variables: a light and a
// dark scheme.
func colors() string {
	return ":root{color-scheme:light dark;" + variables(scene.Light()) + "}\n" +
		"@media screen and (prefers-color-scheme:dark){:root{" + variables(scene.Dark()) + "}}\n"
}

func variables(p *scene.Palette) string {
	var b strings.Builder
	for _, c := range []struct {
		name  string
		color scene.Color
	}{{"ground", p.Ground}, {"panel", p.Shade(scene.PanelShade)}, {"field", p.Shade(scene.FieldShade)}, {"grid", p.Grid}, {"text", p.Text},
		{"faint", p.Faint}, {"warning", p.Warning}, {"ring", p.Ring}} {
		fmt.Fprintf(&b, "--%s:%s;", c.name, hex(c.color))
	}
	for _, s := range report.StateOrder {
		fmt.Fprintf(&b, "--%s:%s;", s, hex(p.Layers[layer(s)].Color))
	}
	return b.String()
}

func hex(c scene.Color) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// layer returns the name of a state in pictures.
func layer(s tracefeed.State) string {
	if s == tracefeed.IO {
		return "IO"
	}
	return s.String()
}

// word is a term of the document with its explanation.
type word struct{ Name, Help string }

func layers() (words []word) {
	for _, s := range report.StateOrder {
		words = append(words, word{s.String(), report.LayerHelp(layer(s))})
	}
	return words
}

func evidences() (words []word) {
	for _, e := range []interaction.Evidence{interaction.Observed, interaction.Inferred, interaction.NoEvidence} {
		_, help, _ := strings.Cut(report.EvidenceHelp(e), ": ")
		words = append(words, word{e.String(), help})
	}
	return words
}

// facts fills in the facts of tiv info. Damage and the like are among the
// remarks.
func (d *document) facts(tl *timeline.Timeline) {
	all := report.Facts(tl, "")
	first := len(all) - len(report.StateOrder)
	d.Facts, d.Times = all[:first], all[first:]
	for i := range d.Facts {
		d.Facts[i].Value = line(d.Facts[i].Value)
	}
	d.States = statesOf(tl.Totals())
}

// states are the shares of the states in some time.
type states []share

// share is a state's part of a time.
type share struct {
	Name, Percent string
	Width         float64 // in per cent
}

// statesOf returns the states with a share above 0.
func statesOf(b tracefeed.StateTimes) (all states) {
	alive := max(b.Alive(), 1)
	for _, s := range report.StateOrder {
		if b[s] > 0 {
			all = append(all, share{s.String(), tracefeed.Percent(b[s], alive), 100 * float64(b[s]) / float64(alive)})
		}
	}
	return all
}

// Words returns the states in a line.
func (s states) Words() string {
	var words []string
	for _, x := range s {
		words = append(words, x.Name+" "+x.Percent)
	}
	return strings.Join(words, ", ")
}
