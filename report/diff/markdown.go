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
	fmt.Fprintf(&b, "%s**%s**\n\n%s%s to %s. %s\n\n", markdownBegin, escaped(d.Summary()), textBegin, escaped(names(d.Before)), escaped(names(d.After)), escaped(d.confidence()))
	writeMarkdown(&b, d.facts())
	for _, note := range d.notes() {
		b.WriteString("\n> " + escaped(note) + "\n")
	}
	for _, s := range d.sections() {
		if len(s.rows) == 0 {
			fmt.Fprintf(&b, "\n%s: %s.\n", s.title, s.nothing())
			continue
		}
		fmt.Fprintf(&b, "\n#### %s\n\n", s.title)
		if s.help != "" {
			b.WriteString(capital(s.help) + ".\n\n")
		}
		writeMarkdown(&b, s)
		if s.more != "" {
			b.WriteString("\nAnd " + s.more + ".\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func writeMarkdown(b *strings.Builder, s section) {
	if s.below != nil {
		s.heads, s.left = append(s.heads, s.belowHead), s.left+1
		for i := range s.rows {
			s.rows[i] = append(s.rows[i], s.below[i])
		}
	}
	line := func(cells []string) {
		b.WriteByte('|')
		for _, c := range cells {
			b.WriteString(" " + escaped(c) + " |")
		}
		b.WriteByte('\n')
	}
	line(s.heads)
	b.WriteByte('|')
	for i := range s.heads {
		if i < len(s.heads)-s.left && (i > 0 || !s.named) {
			b.WriteString("--:|")
		} else {
			b.WriteString("---|")
		}
	}
	b.WriteByte('\n')
	for _, r := range s.rows {
		line(r)
	}
}

// markup escapes the characters with a meaning in Markdown: names come from the traces.
var markup = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", ">", "&gt;", "[", `\[`, "]", `\]`,
	"&", "&amp;", "~", `\~`, "@", "&#64;", "#", `\#`, "\n", " ")

func escaped(text string) string { return markup.Replace(text) }
