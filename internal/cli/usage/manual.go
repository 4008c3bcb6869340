package usage

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ManualPage returns the manual page of a version of TIV with all commands, as source for man.
func ManualPage(root *cobra.Command, version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH TIV 1 \"\" \"tiv %s\"\n.SH NAME\ntiv \\- %s\n.SH SYNOPSIS\n", version, roff(root.Short))
	for _, c := range append([]*cobra.Command{root}, root.Commands()...) {
		fmt.Fprintf(&b, "%s\n.br\n", roff(usage(c)))
	}
	b.WriteString(".SH OPTIONS\n")
	manualFlags(&b, root, root.Flag("memory"), root.Flag("version"))
	b.WriteString(".SH COMMANDS\n")
	for _, c := range root.Commands() {
		fmt.Fprintf(&b, ".SS %s\n", roff(c.Name()))
		manualText(&b, c.Long)
		manualFlags(&b, c)
		if c.Example != "" {
			b.WriteString(".PP\nExamples:\n")
			manualText(&b, c.Example)
		}
	}
	for _, s := range sections() {
		fmt.Fprintf(&b, ".SH %s\n", strings.ToUpper(s.heading))
		manualText(&b, s.text)
	}
	return b.String()
}

// manualFlags writes flags of a command, and more flags after them.
func manualFlags(b *strings.Builder, cmd *cobra.Command, more ...*pflag.Flag) {
	write := func(f *pflag.Flag) { fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(flagName(f)), roff(flagUsage(f))) }
	visibleFlags(cmd, write)
	for _, f := range more {
		write(f)
	}
}

// manualText writes prose with its line breaks.
func manualText(b *strings.Builder, text string) {
	b.WriteString(".nf\n")
	for line := range strings.Lines(text) {
		fmt.Fprintf(b, "%s\n", roff(strings.TrimSuffix(line, "\n")))
	}
	b.WriteString(".fi\n")
}

// roff escapes a line of text for man.
func roff(line string) string {
	var b strings.Builder
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		b.WriteString(`\&`)
	}
	for _, r := range line {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r > unicode.MaxASCII:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
