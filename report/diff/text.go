package diff

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"tiv/interaction/patterns"
)

// WriteText writes the comparison for people, with aligned columns. The error is that of
// w.
func (d *Document) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s to %s\n\n%s\n%s\n\n", textBegin, names(d.Before), names(d.After), d.Summary(), d.Confidence())
	writeAligned(&b, d.facts())
	for _, note := range d.Notes() {
		b.WriteString(note + "\n")
	}
	for _, s := range d.Sections() {
		if len(s.Rows) == 0 {
			fmt.Fprintf(&b, "\n%s: %s\n", s.Title, s.Nothing())
			continue
		}
		fmt.Fprintf(&b, "\n%s%s\n", s.Title, prefixed(": ", s.Help))
		writeAligned(&b, s)
		if s.More != "" {
			b.WriteString("  and " + s.More + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// names lists traces.
func names(traces []Trace) string {
	if len(traces) > 1 {
		return fmt.Sprintf("%s and %s", traces[0].Name, counted(len(traces)-1, "more run"))
	}
	return traces[0].Name
}

// facts returns the figures of both sides as a whole.
func (d *Document) facts() Section {
	total := &d.Diff.Total
	rows := [][]string{
		{"length", spread(d.Before, length), spread(d.After, length), ""},
		{"threads", number(total.Threads.Before), number(total.Threads.After), ""},
		{"time lost " + d.each(), duration(total.Time.Before), duration(total.Time.After),
			ratio(total.Time) + ": runnable, blocking and IO of all threads"},
		{"of the threads' time", share(total.Share.Before), share(total.Share.After), ""},
	}
	if total.Test != nil {
		rows[2][3] = factor(total) + ", p " + probability(total.Test.Adjusted) + rows[2][3][strings.Index(rows[2][3], ":"):]
	}
	if before, after := spread(d.Before, collecting), spread(d.After, collecting); before != "0 %" || after != "0 %" {
		rows = append(rows, []string{"garbage collection", before, after, "of the trace"})
	}
	for kind := patterns.Unknown; kind > patterns.Other; kind-- {
		figure := func(t *Trace) (float64, string) { x := t.Patterns[wordOf(kind)]; return x, share(x) }
		if before, after := spread(d.Before, figure), spread(d.After, figure); before != "0 %" || after != "0 %" {
			rows = append(rows, []string{kind.String(), before, after, "of the trace"})
		}
	}
	return Section{Heads: []string{"", "before", "after", ""}, Rows: rows, Left: 1, named: true}
}

func length(t *Trace) (float64, string) { return float64(t.Length), t.Length.String() }

func collecting(t *Trace) (float64, string) {
	x := float64(t.Collecting) / float64(max(1, t.Length))
	return x, share(x)
}

// spread returns the figures of traces, from the least to the largest.
func spread(traces []Trace, figure func(*Trace) (float64, string)) string {
	least, most := 0, 0
	value := func(i int) float64 { x, _ := figure(&traces[i]); return x }
	for i := range traces {
		if value(i) < value(least) {
			least = i
		}
		if value(i) > value(most) {
			most = i
		}
	}
	_, from := figure(&traces[least])
	_, to := figure(&traces[most])
	if from == to {
		return to
	}
	return from + " to " + to
}

// Notes returns the losses of each trace, and the uncertainty of each side.
func (d *Document) Notes() (all []string) {
	for side, traces := range [][]Trace{d.Before, d.After} {
		name := [2]string{"before", "after"}[side]
		for _, t := range traces {
			for _, note := range t.Notes {
				all = append(all, fmt.Sprintf("%s, %s: %s", name, t.Name, note))
			}
		}
		if s := spread(traces, func(t *Trace) (float64, string) { return t.Unnamed, share(t.Unnamed) }); s != "0 %" {
			all = append(all, fmt.Sprintf("%s: the trace does not name the locks of %s of the waiting for locks: "+
				"these are known by place alone", name, s))
		}
		if s := spread(traces, func(t *Trace) (float64, string) { return t.Guessed, share(t.Guessed) }); s != "0 %" {
			all = append(all, fmt.Sprintf("%s: %s of the waiting for locks is charged to the thread that ended the "+
				"wait, because the owner is not known", name, s))
		}
	}
	return all
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// writeAligned writes a table with aligned columns.
func writeAligned(b *strings.Builder, s Section) {
	widths := make([]int, len(s.Heads))
	lines := append([][]string{s.Heads}, s.Rows...)
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for k, line := range lines {
		text := " "
		for i, cell := range line {
			if widths[i] == 0 {
				continue
			}
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < len(line)-s.Left && (i > 0 || !s.named) {
				text += " " + space + cell + " "
			} else {
				text += " " + cell + space + " "
			}
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
		if k > 0 && s.Below != nil && s.Below[k-1] != "" {
			b.WriteString("      " + s.Below[k-1] + "\n")
		}
	}
}
