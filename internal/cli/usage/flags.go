package usage

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tiv/tracefeed"
)

// Time is a flag that is a time.
type Time tracefeed.Time

// String returns the time; nothing for the values that mean no time at all.
func (t *Time) String() string {
	if *t < 0 || *t == math.MaxInt64 {
		return ""
	}
	return tracefeed.Time(*t).Exact()
}

// Set parses a time.
func (t *Time) Set(s string) error {
	v, err := tracefeed.ParseTime(s)
	*t = Time(v)
	return err
}

// Type returns the placeholder of the value in help.
func (t *Time) Type() string { return "T" }

// count is a flag that is a number from 1 to most, or 0 if it is not given.
type count struct {
	value *int
	most  int
}

// AddCount adds a flag that is a number from 1 to most.
func AddCount(fs *pflag.FlagSet, to *int, name string, most int, usage string) {
	fs.Var(&count{to, most}, name, usage)
}

// String returns the number; nothing for none.
func (c *count) String() string {
	if *c.value == 0 {
		return ""
	}
	return strconv.Itoa(*c.value)
}

// Set parses a number.
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > c.most {
		return fmt.Errorf("want a number from 1 to %d", c.most)
	}
	*c.value = n
	return nil
}

// Type returns the placeholder of the value in help.
func (c *count) Type() string { return "N" }

// wordFlag is a flag that is one of some words for a kind of thing, or empty.
type wordFlag struct {
	value *string
	kind  string
	words []string
}

// AddWords adds a wordFlag, for which to has the default.
func AddWords(fs *pflag.FlagSet, to *string, name, kind string, words []string, usage string) {
	fs.Var(&wordFlag{to, kind, words}, name, usage)
}

// String returns the word.
func (w *wordFlag) String() string { return *w.value }

// Set sets a known word.
func (w *wordFlag) Set(s string) error {
	if s != "" && !slices.Contains(w.words, s) {
		return Unknown(w.kind, s, w.words)
	}
	*w.value = s
	return nil
}

// Type returns the words, as help shows them; their kind, if they do not fit in a line.
func (w *wordFlag) Type() string {
	const fits = 72
	if s := strings.Join(w.words, "|"); len(s) <= fits {
		return s
	}
	return strings.ToUpper(w.kind)
}

// listFlag annotates flags whose values are all words up to the next flag.
const listFlag = "list"

// AddList adds a flag with a list of words.
func AddList(fs *pflag.FlagSet, to *[]string, name, usage string) {
	fs.StringArrayVar(to, name, nil, usage)
	fs.Lookup(name).Annotations = map[string][]string{listFlag: nil}
}

// Args returns the arguments of TIV in the form that the library parses.
func Args(root *cobra.Command, args []string) []string {
	return wholeLists(root, twoDashes(root, args))
}

// wholeLists returns args with the flag before each word of a list but the first, as the
// library wants it. Flags have two dashes.
func wholeLists(root *cobra.Command, args []string) (out []string) {
	cmd, _, err := root.Find(args)
	if err != nil || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return args
	}
	list := "" // the flag of the current list
	for _, a := range args {
		name, _, hasValue := strings.Cut(strings.TrimPrefix(a, "--"), "=")
		switch f := cmd.Flag(name); {
		case strings.HasPrefix(a, "--") && f != nil && isList(f):
			list = "--" + name
			if hasValue {
				out = append(out, a)
			}
		case strings.HasPrefix(a, "-") && a != tracefeed.StandardInput:
			list = ""
			out = append(out, a)
		case list != "":
			out = append(out, list+"="+a)
		default:
			out = append(out, a)
		}
	}
	return out
}

func isList(f *pflag.Flag) bool {
	_, list := f.Annotations[listFlag]
	return list
}

// twoDashes returns args with two dashes before each flag that has a long name: the
// library wants them, and -format works, too. The arguments of a recorded program
// stay.
func twoDashes(root *cobra.Command, args []string) []string {
	cmd, _, err := root.Find(args)
	if err != nil || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return args
	}
	args = slices.Clone(args)
	plain := 0
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return args
		case a == "-" || !strings.HasPrefix(a, "-"):
			if plain++; plain > 1 && PassesArgs(cmd) {
				return args
			}
			continue
		}
		body := strings.TrimLeft(args[i], "-")
		name, _, hasValue := strings.Cut(body, "=")
		f := cmd.Flag(name)
		if f == nil && len(name) == 1 {
			if f = cmd.Flags().ShorthandLookup(name); f != nil {
				args[i] = "-" + body
			}
		} else if f != nil {
			args[i] = "--" + body
		}
		if f != nil && !hasValue && f.NoOptDefVal == "" {
			i++ // the value
		}
	}
	return args
}

// PassesArgs reports whether a command passes all after its flags to a program.
func PassesArgs(cmd *cobra.Command) bool { return strings.Contains(cmd.Use, " -- ") }

// CompleteFlags lets shells complete the values of a command's flags: words of a kind, and
// values by the name of a flag.
func CompleteFlags(cmd *cobra.Command, values map[string][]string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		list := values[f.Name]
		if w, ok := f.Value.(*wordFlag); ok {
			list = w.words
		}
		if list != nil {
			// Only a second function for one flag is an error.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp))
		}
	})
}
