// Package usage describes and checks the command line: help, the manual page, forms of
// flags, and messages about misuse.
//
// Described commands go in; texts, arguments in the form of the library cobra, and errors
// come out. Nothing here runs a command.
package usage

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Misuse is a fault of a command line. Its hints are lines after the message: the
// usage, and the way to the help.
type Misuse struct {
	error
	Hints []string
}

// Misused returns the Misuse of a command by a fault.
func Misused(cmd *cobra.Command, fault error, hints ...string) error {
	name := ""
	if cmd.HasParent() {
		fault = fmt.Errorf("%s: %w", cmd.Name(), fault)
		name = " " + cmd.Name()
	}
	return &Misuse{fault, append(hints, fmt.Sprintf("See tiv%s -h.", name))}
}

// needsOutput reports whether a command requires -o.
func needsOutput(cmd *cobra.Command) bool { return strings.Contains(cmd.Use, " -o ") }

// wordNames returns the placeholders of a command's words: TRACE, FILE.
func wordNames(cmd *cobra.Command) []string {
	line, _, _ := strings.Cut(cmd.Use, " -o ")
	line, program, _ := strings.Cut(line, " -- ")
	names := strings.Fields(line)[1:]
	if program != "" {
		names = append(names, "-- COMMAND")
	}
	return names
}

// CheckWords returns the Misuse of a command if its words do not match its usage line, where
// words in brackets are optional, and one with … stands for several, or if it lacks an -o of that line.
func CheckWords(cmd *cobra.Command, words []string) error {
	if !cmd.HasParent() && len(words) > 0 && !isTraceName(words[0]) {
		return unknownCommand(cmd, words[0])
	}
	brief := "usage: " + Brief(cmd)
	names := wordNames(cmd)
	most := len(names)
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, "…") }) {
		most = max(most, len(words))
	}
	switch {
	case len(words) < len(names) && !strings.HasPrefix(names[len(words)], "["):
		missing := names[len(words)]
		if choices := cmd.Annotations[LastWords]; choices != "" && len(words) == len(names)-1 {
			missing = strings.Replace(choices, " is one of ", ", one of ", 1)
		}
		return Misused(cmd, errors.New("missing "+missing), brief)
	case PassesArgs(cmd):
	case len(words) > most && most == 0:
		return Misused(cmd, fmt.Errorf("unexpected %q", words[0]), brief)
	case len(words) > most && strings.HasPrefix(names[most-1], "TRACE"):
		return Misused(cmd, fmt.Errorf("unexpected %q after %q: one trace at a time", words[most], words[most-1]), brief)
	case len(words) > most:
		return Misused(cmd, fmt.Errorf("unexpected %q after %q", words[most], words[most-1]), brief)
	}
	if o := cmd.Flags().Lookup("output"); o != nil && needsOutput(cmd) && o.Value.String() == "" {
		_, file, _ := strings.Cut(cmd.Use, " -o ")
		return Misused(cmd, errors.New("missing -o "+file), brief)
	}
	return nil
}

// isTraceName reports whether a word can name a trace or a picture: an existing file, or
// no plain word.
func isTraceName(word string) bool {
	_, err := os.Stat(word)
	return err == nil || strings.ContainsAny(word, "./\\-:")
}

// unknownCommand returns the Misuse of a word as a command.
func unknownCommand(cmd *cobra.Command, word string) error {
	return Misused(cmd, fmt.Errorf("unknown command or file %q%s", word, DidYouMean(word, CommandNames(cmd.Root()), "tiv ")))
}

// Brief returns the usage line of a command without its flags.
func Brief(cmd *cobra.Command) string {
	line := cmd.Use
	if cmd.HasParent() {
		line = "tiv " + line
	}
	line, program, passes := strings.Cut(line, " -- ")
	visibleFlags(cmd, func(f *pflag.Flag) {
		if !strings.HasSuffix(line, " [flags]") && (f.Name != "output" || !needsOutput(cmd)) {
			line += " [flags]"
		}
	})
	if passes {
		line += " -- " + program
	}
	return line
}

// usage returns the usage line of a command with its flags.
func usage(cmd *cobra.Command) string {
	var flags string
	visibleFlags(cmd, func(f *pflag.Flag) {
		if f.Shorthand == "" || !needsOutput(cmd) {
			flags += " [" + shortName(f) + "]"
		}
	})
	return strings.Replace(Brief(cmd), " [flags]", flags, 1)
}

// FlagError returns the Misuse of a command for an error of the library.
func FlagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var absent *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	switch {
	case errors.As(err, &invalid):
		return Misused(cmd, invalidValue(invalid))
	case errors.As(err, &absent) && absent.GetSpecifiedShortnames() == "":
		return Misused(cmd, fmt.Errorf("unknown flag --%s%s", absent.GetSpecifiedName(),
			DidYouMean(absent.GetSpecifiedName(), flagNames(cmd), "--")))
	case errors.As(err, &absent):
		name := absent.GetSpecifiedShortnames()
		near := DidYouMean(name, flagNames(cmd), "--")
		if f := cmd.Flags().ShorthandLookup(strings.ToUpper(name[:1])); f != nil {
			near = fmt.Sprintf("; did you mean -%s?", f.Shorthand)
		}
		return Misused(cmd, fmt.Errorf("unknown flag -%s%s", name, near))
	case errors.As(err, &empty):
		return Misused(cmd, fmt.Errorf("missing value: %s", shortName(empty.GetFlag())))
	}
	return Misused(cmd, err)
}

// invalidValue returns the cause of an invalid value of a flag.
func invalidValue(err *pflag.InvalidValueError) error {
	cause := err.Unwrap()
	if word := new(wordError); errors.As(cause, &word) {
		return cause // it names the flag's thing
	}
	if number := new(strconv.NumError); errors.As(cause, &number) {
		cause = fmt.Errorf("%q: %w", number.Num, number.Err)
	}
	return fmt.Errorf("--%s: %w", err.GetFlag().Name, cause)
}

// flagNames lists the flags of a command that are not hidden.
func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	slices.Sort(names)
	return names
}

// CommandNames lists the commands of TIV.
func CommandNames(root *cobra.Command) (names []string) {
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return names
}
