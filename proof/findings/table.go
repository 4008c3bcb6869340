package main

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction/detect"
)

// score counts programs of one kind.
type score struct {
	kind                           string
	present, found, healthy, wrong int
	// beyond are the programs beyond the definition, asExpected those of them that
	// are missed or accused, as docs/proof.md says.
	beyond, asExpected int
}

// scores counts the results by the kind of the program. A false finding counts for
// its own kind.
func scores(results []result) []score {
	var all []score
	at := func(kind string) *score {
		n := slices.IndexFunc(all, func(s score) bool { return s.kind == kind })
		if n < 0 {
			n = len(all)
			all = append(all, score{kind: kind})
		}
		return &all[n]
	}
	for _, kind := range detect.Kinds() {
		at(kind)
	}
	for _, r := range results {
		for _, d := range r.cases {
			s := at(d.kind)
			switch {
			case r.program.Beyond != "":
				s.beyond++
				if r.missed() || len(r.wrong) > 0 {
					s.asExpected++
				}
			case d.present:
				s.present++
				if d.found {
					s.found++
				}
			default:
				s.healthy++
			}
		}
		for _, kind := range kindsOf(r.wrong) {
			if r.program.Random {
				kind += ofRandom
			}
			if r.program.Beyond == "" {
				at(kind).wrong++
			}
		}
	}
	return all
}

// kindsOf returns the kinds of some findings.
func kindsOf(claims []claim) (kinds []string) {
	for _, c := range claims {
		if !slices.Contains(kinds, c.kind) {
			kinds = append(kinds, c.kind)
		}
	}
	return kinds
}

// tableOf returns the scores and the single misses as Markdown.
func tableOf(results []result) string {
	var b strings.Builder
	b.WriteString("| kind | present | found | healthy | false | precision | recall | beyond |\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, s := range scores(results) {
		beyond := ""
		if s.beyond > 0 {
			beyond = fmt.Sprintf("%d of %d", s.asExpected, s.beyond)
		}
		if s.kind == lostWakeup {
			s.kind += ", as stuck or leak"
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %s | %s | %s |\n", s.kind, s.present, s.found, s.healthy, s.wrong,
			ratio(s.found, s.found+s.wrong), ratio(s.found, s.present), beyond)
	}
	b.WriteString("\n")
	for _, r := range results {
		switch {
		case r.failed != nil:
			fmt.Fprintf(&b, "- `%s` failed: %v\n", r.program.Name, r.failed)
		case r.program.Beyond == "" && r.missed():
			fmt.Fprintf(&b, "- Missed: `%s`\n", r.program.Name)
		}
		for _, c := range r.wrong {
			if r.program.Beyond == "" {
				fmt.Fprintf(&b, "- False: `%s`: %s\n", r.program.Name, strings.ReplaceAll(c.text, "\n", " "))
			}
		}
	}
	b.WriteString(beyondNotes(results))
	return b.String()
}

// beyondNotes lists the shapes of programs beyond the definitions.
func beyondNotes(results []result) string {
	var b strings.Builder
	for n, r := range results {
		if r.program.Beyond != "" && (n == 0 || results[n-1].program.Shape() != r.program.Shape() || results[n-1].program.Beyond == "") {
			word := "Missed"
			if !r.program.Present {
				word = "False"
			}
			fmt.Fprintf(&b, "- %s by definition: `%s`: %s.\n", word, r.program.Shape(), r.program.Beyond)
		}
	}
	return b.String()
}

// ratio returns a share of the whole with two digits, rounded down so that 1.00 is
// exact; a dash if there is no whole.
func ratio(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%d.%02d", part/whole, 100*part/whole%100)
}
