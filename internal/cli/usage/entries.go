package usage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Width is the width of help in columns.
const Width = 84

const (
	shortWidth = 80 // of short help
	helpColumn = 30 // of descriptions
)

// LastWords annotates a command with the choices for its last word.
const LastWords = "words"

// Rare annotates flags and commands that short help leaves out.
const Rare = "rare"

// Seldom annotates commands that the short help of TIV names without a description.
const Seldom = "seldom"

// writeFlags writes the flags of a command: all that are not hidden, or the named.
func writeFlags(b *strings.Builder, cmd *cobra.Command, names ...string) {
	for _, name := range names {
		f := cmd.Flag(name)
		writeEntry(b, "  "+flagName(f), flagUsage(f), Width)
	}
	if len(names) == 0 {
		visibleFlags(cmd, func(f *pflag.Flag) { writeEntry(b, "  "+flagName(f), flagUsage(f), Width) })
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

// flagName returns the names of a flag and the placeholder of its value.
func flagName(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return fmt.Sprintf("-%s, %s", f.Shorthand, longName(f))
	}
	return longName(f)
}

// shortName returns the shortest name of a flag and the placeholder of its value.
func shortName(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return strings.Replace(longName(f), "--"+f.Name, "-"+f.Shorthand, 1)
	}
	return longName(f)
}

// longName returns the long name of a flag and the placeholder of its value; for a flag
// that is set by default, the way to unset it. A value that may be missing is in brackets.
func longName(f *pflag.Flag) string {
	name := "--" + f.Name
	if f.DefValue == "true" {
		return name + "=false"
	}
	value, _ := pflag.UnquoteUsage(f)
	switch {
	case value == "":
		return name
	case f.NoOptDefVal != "":
		return name + "[=" + value + "]"
	}
	return name + " " + value
}

// flagUsage returns the description of a flag, with its default.
func flagUsage(f *pflag.Flag) string {
	_, text := pflag.UnquoteUsage(f)
	switch f.DefValue {
	case "", "0", "0s", "[]", "false", "true":
		return text
	}
	return text + " (default " + f.DefValue + ")"
}

// gist returns the first part of a description: up to a full stop, a semicolon or a
// parenthesis.
func gist(text string) string {
	for _, end := range []string{". ", "; ", " ("} {
		text, _, _ = strings.Cut(text, end)
	}
	return text
}

// writeEntry writes a name and, in a column of its own, its description.
func writeEntry(b *strings.Builder, name, text string, width int) {
	lines := strings.Split(strings.TrimSuffix(Wrap(text, "", width-helpColumn), "\n"), "\n")
	name = Wrap(name, "       ", width)
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

// Wrap breaks a text into lines of a width. Lines after the first begin with an
// indent; every one ends with a newline.
func Wrap(text, indent string, width int) string {
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
