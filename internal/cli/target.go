package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"tiv/internal/replace"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/chrome"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/jfr"
	"tiv/tracefeed/perfetto"
	"tiv/tracefeed/textfeed"
)

// target is the file that a command writes, or standard output.
type target struct {
	path  string // standardOutput for standard output
	force bool   // files of other kinds may be replaced
	// parts are the paths of the traces that were opened by a list, perhaps one from a pipe. They
	// must not be replaced.
	parts []string
}

// standardOutput is the path of standard output.
const standardOutput = "-"

// flags adds the flags of a target. Its path is the default.
func (t *target) flags(fs *pflag.FlagSet) {
	fs.StringVarP(&t.path, "output", "o", t.path, "Write `FILE`; - is standard output")
	fs.BoolVar(&t.force, "force", false, "Replace FILE even if it is of another kind")
}

// check returns an error if the file must not be replaced by one of a kind that is
// made of the sources.
func (t *target) check(kind replace.Kind, sources ...replace.Source) error {
	if t.path == standardOutput {
		return checkOutput(kind, sources...)
	}
	err := replace.Check(t.path, kind, sources...)
	switch foreign := errors.Is(err, replace.ErrForeign); {
	case err == nil || foreign && t.force:
		return nil
	case foreign:
		err = fmt.Errorf("%w, or replace it with --force", err)
	}
	return fmt.Errorf("%s: %w", t.path, err)
}

// checkParts returns an error if the target is one of the traces of a list.
func (t *target) checkParts() error {
	st, err := os.Stdout.Stat()
	if t.path != standardOutput {
		st, err = os.Stat(t.path)
	}
	if err != nil || !st.Mode().IsRegular() {
		return nil // it does not exist, or is not replaced
	}
	var sources []replace.Source
	for _, path := range t.parts {
		sources = append(sources, replace.Source{Path: path, What: "trace"})
	}
	if err := replace.Distinct(st, sources...); err != nil {
		return fmt.Errorf("%s: %w", t.name(), err)
	}
	return nil
}

// exists reports whether there is a file with any contents.
func (t *target) exists() bool {
	st, err := os.Stat(t.path)
	return err == nil && st.Size() > 0
}

// taken is the error for a recording over a file that exists: a recording cannot be
// repeated, because no two runs of a program are the same.
func (t *target) taken() error {
	return fmt.Errorf("%s exists; name another file, or replace it with --force", t.path)
}

// checkOutput is check for standard output.
func checkOutput(kind replace.Kind, sources ...replace.Source) error {
	if !kind.Text && term.IsTerminal(int(os.Stdout.Fd())) {
		return fmt.Errorf("standard output is a terminal, which cannot show %s; name a file, or use a pipe", kind.Name)
	}
	st, err := os.Stdout.Stat()
	if err == nil && st.Mode().IsRegular() {
		err = replace.Distinct(st, sources...)
	}
	if err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

// streams reports whether the target receives bytes in their order: standard output,
// a pipe or a device. Other targets are files, which are replaced as a whole.
func (t *target) streams() bool {
	if t.path == standardOutput {
		return true
	}
	st, err := os.Stat(t.path)
	return err == nil && !st.Mode().IsRegular() && !st.IsDir()
}

// write writes the target. A file is replaced once it is complete. The error names
// the target.
func (t *target) write(write func(*os.File) error) (err error) {
	if err := t.checkParts(); err != nil {
		return err
	}
	if t.streams() {
		err = t.stream(write)
	} else {
		err = replace.File(t.path, write)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.name(), err)
	}
	return nil
}

// stream writes a target that streams.
func (t *target) stream(write func(*os.File) error) error {
	if t.path == standardOutput {
		return replace.Bare(write(os.Stdout))
	}
	f, err := os.OpenFile(t.path, os.O_WRONLY, 0)
	if err != nil {
		return replace.Bare(err)
	}
	return replace.Bare(errors.Join(write(f), f.Close()))
}

// name returns the name of the target in messages.
func (t *target) name() string {
	if t.path == standardOutput {
		return "standard output"
	}
	return t.path
}

// written prints the path of a target that was written, unless it is standard output.
func (t *target) written(out io.Writer) {
	if t.path != standardOutput {
		fmt.Fprintln(out, t.path)
	}
}

// unnamedFile returns a temporary file that is gone once it is closed.
func unnamedFile() (*os.File, error) {
	f, err := os.CreateTemp("", "tiv-*")
	if err == nil {
		os.Remove(f.Name()) // its contents remain until it is closed
	}
	return f, err
}

// The kinds of traces that commands write.
var (
	binKind  = replace.Kind{Name: "a trace.bin", Has: binfeed.Format().Sniff}
	textKind = replace.Kind{Name: "a text trace", Has: textfeed.Format().Sniff, Text: true}
	// writtenKinds are the kinds of traces by the names of their formats.
	writtenKinds = map[string]replace.Kind{"bin": binKind, "text": textKind,
		"chrome":   {Name: "a Chrome trace", Has: chrome.Format().Sniff, Text: true},
		"perfetto": {Name: "a Perfetto trace", Has: perfetto.Format().Sniff}}
	// anyTrace is the kind of file that a recording may replace. Thread dumps are
	// text of other programs.
	anyTrace = replace.Kind{Name: "a trace", Has: func(start []byte) bool {
		start = start[:min(len(start), tracefeed.SniffLen)]
		return binKind.Has(start) || textKind.Has(start) || gotrace.Format().Sniff(start) || jfr.Format().Sniff(start)
	}}
)

// traceAt returns the trace that word names, as in open, as a source.
func traceAt(word string) replace.Source {
	if word == tracefeed.StandardInput {
		word = os.Stdin.Name()
	}
	return replace.Source{Path: word, What: "trace"}
}
