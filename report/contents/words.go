package contents

import (
	"strings"
	"unicode"

	"tiv/interaction"
	"tiv/report"
	"tiv/scene/view"
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
func line(s string) string { return text(view.OneLine(s, maxName), maxText) }

// text returns safe text of several lines: without control characters and changes of
// the direction, and cut.
func text(s string, most int) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Map(func(c rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, c):
			return '\uFFFD'
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

// Sentences that explain a document.
const (
	PictureHelp = "In pictures, a bar is a thread, and along it lies time; the moment is its near or right end. " +
		"At each step the colours share its height as the states shared the step; its front is the last step before the moment. " +
		"A triangle is waiting: its narrow end at the thread that waits, its wide end at the thread it waits for, as " +
		"thick as the share of the time. " +
		"A magenta ring is a deadlock. A number on a flag is that of a note."
	EvidenceHelp = "How it is known for whom a thread waits, the evidence:"
)

// Term is a term of the document with its explanation.
type Term struct{ Name, Help string }

func layers() (terms []Term) {
	for _, s := range report.StateOrder {
		terms = append(terms, Term{s.Word(), report.LayerHelp(s.Word())})
	}
	return terms
}

// LayerAt returns the state of Document.Times with an index, in a word.
func LayerAt(i int) string { return report.StateOrder[i].Word() }

func evidences() (terms []Term) {
	for _, e := range []interaction.Evidence{interaction.Observed, interaction.Inferred, interaction.NoEvidence} {
		_, help, _ := strings.Cut(report.EvidenceHelp(e), ": ")
		terms = append(terms, Term{e.String(), help})
	}
	return terms
}

// facts fills in the facts of tiv info. Damage and the like are among the
// remarks.
func (d *Document) facts(tl *timeline.Timeline) {
	all := report.Facts(tl, "")
	first := len(all) - len(report.StateOrder)
	d.Facts, d.Times = all[:first], all[first:]
	for i := range d.Facts {
		d.Facts[i].Value = line(d.Facts[i].Value)
	}
	d.States = statesOf(tl.Totals())
}

// States are the shares of the states in some time.
type States []Share

// Share is a state's part of a time.
type Share struct {
	State tracefeed.State
	// Percent is the part as text, Width as a number from 0 to 100.
	Percent string
	Width   float64
}

// Name returns the state in a word.
func (s Share) Name() string { return s.State.Word() }

// statesOf returns the states with a share above 0.
func statesOf(b tracefeed.StateTimes) (all States) {
	alive := max(b.Alive(), 1)
	for _, s := range report.StateOrder {
		if b[s] > 0 {
			all = append(all, Share{s, tracefeed.Percent(b[s], alive), 100 * float64(b[s]) / float64(alive)})
		}
	}
	return all
}

// Words returns the states in a line.
func (s States) Words() string {
	var words []string
	for _, x := range s {
		words = append(words, x.Name()+" "+x.Percent)
	}
	return strings.Join(words, ", ")
}
