package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const (
	helpWidth  = 84
	helpColumn = 34 // of descriptions
)

// writeFlags writes the flags of a command: all that are not hidden, or the named.
func writeFlags(b *strings.Builder, cmd *cobra.Command, names ...string) {
	for _, name := range names {
		f := cmd.Flag(name)
		writeEntry(b, "      "+flagName(f), flagUsage(f))
	}
	if len(names) == 0 {
		visibleFlags(cmd, func(f *pflag.Flag) { writeEntry(b, "      "+flagName(f), flagUsage(f)) })
	}
}

// visibleFlags calls f for the flags of a command that help shows with it.
func visibleFlags(cmd *cobra.Command, f func(*pflag.Flag)) {
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		if common := []string{"help", "version", "memory"}; !flag.Hidden && !slices.Contains(common, flag.Name) {
			f(flag)
		}
	})
}

// flagName returns a flag and the placeholder of its value; for a flag that is set
// by default, the way to unset it.
func flagName(f *pflag.Flag) string {
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand
	}
	if f.DefValue == "true" {
		return name + "=false"
	}
	if value, _ := pflag.UnquoteUsage(f); value != "" {
		name += " " + value
	}
	return name
}

// flagUsage returns the description of a flag, with its default.
func flagUsage(f *pflag.Flag) string {
	_, text := pflag.UnquoteUsage(f)
	switch f.DefValue {
	case "", "0", "0s", "false", "true":
		return text
	}
	return text + " (default " + f.DefValue + ")"
}

// writeEntry writes a name and, in a column of its own, its description.
func writeEntry(b *strings.Builder, name, text string) {
	lines := strings.Split(strings.TrimSuffix(wrap(text, "", helpWidth-helpColumn), "\n"), "\n")
	name = wrap(name, "       ", helpWidth)
	name = strings.TrimSuffix(name, "\n")
	if len([]rune(name)) < helpColumn-1 {
		fmt.Fprintf(b, "%-*s%s\n", helpColumn, name, lines[0])
		lines = lines[1:]
	} else {
		b.WriteString(name + "\n")
	}
	for _, l := range lines {
		fmt.Fprintf(b, "%*s%s\n", helpColumn, "", l)
	}
}

// wrap breaks a text into lines of a width. Lines after the first begin with an
// indent; every one ends with a newline.
func wrap(text, indent string, width int) string {
	lead := text[:len(text)-len(strings.TrimLeft(text, " "))]
	line, out := lead, ""
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			line += word
		case len([]rune(line))+1+len([]rune(word)) > width:
			out += line + "\n"
			line = indent + word
		default:
			line += " " + word
		}
	}
	return out + line + "\n"
}
