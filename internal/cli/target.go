package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"tiv/internal/replace"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/textfeed"
	"tiv/workspace"
)

// target is the file that a command writes.
type target struct {
	path  string
	force bool // files of other kinds may be replaced
}

// flags adds the flags of a target. Its path is the default.
func (t *target) flags(fs *pflag.FlagSet) {
	fs.StringVarP(&t.path, "output", "o", t.path, "write `FILE`")
	fs.BoolVar(&t.force, "force", false, "replace FILE even if it is of another kind")
}

// check returns an error if the file must not be replaced by one of a kind that is
// made of the sources.
func (t *target) check(kind replace.Kind, sources ...replace.Source) error {
	err := replace.Check(t.path, kind, sources...)
	switch foreign := errors.Is(err, replace.ErrForeign); {
	case err == nil || foreign && t.force:
		return nil
	case foreign:
		err = fmt.Errorf("%w, or replace it with --force", err)
	}
	return fmt.Errorf("%s: %w", t.path, err)
}

// The kinds of traces that commands write.
var (
	binKind  = replace.Kind{Name: "a trace.bin", Has: binfeed.Format().Sniff}
	textKind = replace.Kind{Name: "a text trace", Has: textfeed.Format().Sniff}
	// anyTrace is the kind of file that a recording may replace.
	anyTrace = replace.Kind{Name: "a trace", Has: func(start []byte) bool {
		start = start[:min(len(start), tracefeed.SniffLen)]
		for _, f := range workspace.Formats() {
			if f.Sniff(start) {
				return true
			}
		}
		return false
	}}
)

// traceAt returns the trace at path as a source.
func traceAt(path string) replace.Source { return replace.Source{Path: path, What: "trace"} }
