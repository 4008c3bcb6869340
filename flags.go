package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"tiv/interaction"
	"tiv/tracefeed"
)

// errShown is an error of which the user has been told.
var errShown = errors.New("shown")

// parse reads flags that may stand before and after the other words, which it
// returns. usage is what the command takes.
func parse(fs *flag.FlagSet, args []string, usage string, least, most int) (words []string, err error) {
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	addMemoryFlag(fs)
	defer func() { memory.apply() }()
	for {
		if err := fs.Parse(args); err != nil {
			return nil, fmt.Errorf("%s: %w (usage: tiv %s)", fs.Name(), err, usage)
		}
		args = fs.Args()
		if len(args) == 0 {
			break
		}
		words, args = append(words, args[0]), args[1:]
	}
	if len(words) < least || len(words) > most {
		return nil, fmt.Errorf("%s: %d words given (usage: tiv %s)", fs.Name(), len(words), usage)
	}
	return words, nil
}

// timeFlag is a flag that is a time.
type timeFlag tracefeed.Time

func (t *timeFlag) String() string { return tracefeed.Time(*t).Exact() }

func (t *timeFlag) Set(s string) error {
	v, err := tracefeed.ParseTime(s)
	*t = timeFlag(v)
	return err
}

// kinds reads a list of kinds of findings.
func kinds(list string) (map[string]bool, error) {
	known := map[string]bool{}
	for _, k := range interaction.FindingKinds() {
		known[k] = true
	}
	set := map[string]bool{}
	for _, k := range strings.Split(list, ",") {
		if !known[k] {
			return nil, fmt.Errorf("check: %q is no kind of finding: there are %s", k,
				strings.Join(interaction.FindingKinds(), ", "))
		}
		set[k] = true
	}
	return set, nil
}
