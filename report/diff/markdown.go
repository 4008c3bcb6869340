package diff

import (
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes the comparison for a comment on a pull request. The error is that
// of w.
func (d *Document) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s**%s**\n\n%s%s to %s. %s\n\n", markdownBegin, escaped(d.Summary()), textBegin, escaped(names(d.Before)),
		escaped(names(d.After)), escaped(d.Confidence()))
	writeMarkdown(&b, d.facts())
	for _, note := range d.Notes() {
		b.WriteString("\n> " + escaped(note) + "\n")
	}
	for _, s := range d.Sections() {
		if len(s.Rows) == 0 {
			fmt.Fprintf(&b, "\n%s: %s.\n", s.Title, s.Nothing())
			continue
		}
		fmt.Fprintf(&b, "\n#### %s\n\n", s.Title)
		if s.Help != "" {
			b.WriteString(capital(s.Help) + ".\n\n")
		}
		writeMarkdown(&b, s)
		if s.More != "" {
			b.WriteString("\nAnd " + s.More + ".\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func writeMarkdown(b *strings.Builder, s Section) {
	if s.Below != nil {
		s.Heads, s.Left = append(s.Heads, s.belowHead), s.Left+1
		for i := range s.Rows {
			s.Rows[i] = append(s.Rows[i], s.Below[i])
		}
	}
	line := func(cells []string) {
		b.WriteByte('|')
		for _, c := range cells {
			b.WriteString(" " + escaped(c) + " |")
		}
		b.WriteByte('\n')
	}
	line(s.Heads)
	b.WriteByte('|')
	for i := range s.Heads {
		if i < len(s.Heads)-s.Left && (i > 0 || !s.named) {
			b.WriteString("--:|")
		} else {
			b.WriteString("---|")
		}
	}
	b.WriteByte('\n')
	for _, r := range s.Rows {
		line(r)
	}
}

// markup escapes the characters with a meaning in Markdown: names come from the traces.
var markup = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", ">", "&gt;", "[", `\[`, "]", `\]`,
	"&", "&amp;", "~", `\~`, "@", "&#64;", "#", `\#`, "\n", " ")

func escaped(text string) string { return markup.Replace(text) }
