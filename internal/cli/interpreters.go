package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"al.essio.dev/pkg/shellescape"
	"github.com/spf13/cobra"

	"tiv/internal/cli/usage"
	"tiv/tracefeed"
	"tiv/tracefeed/interpreter"
	"tiv/workspace/loader"
	"tiv/workspace/prefs"
)

// interpretersCommand lists, explains, tries and trusts interpreters.
type interpretersCommand struct {
	try           bool
	trust, forget string
}

func (c *interpretersCommand) describe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "interpreters [TRACE] [NAME]",
		Short: "List or try commands that read other files",
		Long: `List the interpreters: commands that read traces of formats that TIV does not know, from
standard input, and write them as text traces. They are in interpreters.json in the folder
of your settings, or in the folder of a trace or one around it; docs/interpreters.md.
With a TRACE, say which one reads it, and why. --try runs that one, or the one with NAME,
and prints its first events, its messages, and what it took.
Your own file always counts, that of a project once you have trusted it as it is.
`,
		Example: `tiv interpreters
tiv interpreters app.strace
tiv interpreters --try app.strace
tiv interpreters --trust interpreters.json
`,
		ValidArgsFunction: completeTrace,
		Annotations:       map[string]string{usage.Seldom: ""},
	}
	fs := cmd.Flags()
	fs.BoolVar(&c.try, "try", false, "Run an interpreter on TRACE, and show what it does")
	fs.StringVar(&c.trust, "trust", "", "Allow the commands of `FILE`, an interpreters.json; until it changes")
	fs.StringVar(&c.forget, "forget", "", "Take back the trust in `FILE`")
	return cmd
}

func (c *interpretersCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	trace, name := "", ""
	if len(words) > 0 {
		trace = words[0]
	}
	if len(words) > 1 {
		name = words[1]
	}
	switch {
	case (c.trust != "" || c.forget != "") && len(words) > 0, c.trust != "" && c.forget != "":
		return usage.Misused(cmd, errors.New("--trust FILE and --forget FILE stand alone"))
	case name != "" && !c.try:
		return usage.Misused(cmd, errors.New("NAME is for --try"))
	case c.try && trace == "":
		return usage.Misused(cmd, errors.New("--try needs a TRACE"))
	case trace != "" && !isFile(trace):
		return fmt.Errorf("interpreters: %s: only a file can be tried or explained", shown(trace))
	case c.trust != "":
		return trustInterpreters(e.out, c.trust)
	case c.forget != "":
		return prefs.DistrustInterpreters(c.forget)
	case c.try:
		return tryInterpreter(e.out, trace, name)
	}
	files := prefs.Interpreters(trace)
	listInterpreters(e.out, files)
	if trace == "" {
		return nil
	}
	return explainChoice(e.out, trace, files)
}

// trustInterpreters trusts a file, and lists the commands that it allows.
func trustInterpreters(out io.Writer, path string) error {
	list, err := prefs.TrustInterpreters(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s is trusted until it changes; it runs:\n", path)
	for _, d := range list {
		fmt.Fprintf(out, "  %s\n", shellescape.QuoteCommand(d.Command))
	}
	return nil
}

// listInterpreters writes all files, and what they define.
func listInterpreters(out io.Writer, files []interpreter.File) {
	if len(files) == 0 {
		fmt.Fprintln(out, "There are no interpreters; docs/interpreters.md says how to write one.")
	}
	for i := range files {
		f := &files[i]
		switch {
		case f.Err != nil:
			fmt.Fprintf(out, "%s: %v\n", f.Path, f.Err)
		case f.Own:
			fmt.Fprintf(out, "%s: your own\n", f.Path)
		case f.Trusted:
			fmt.Fprintf(out, "%s: trusted\n", f.Path)
		default:
			fmt.Fprintf(out, "%s: not trusted; if you trust it: %s\n", f.Path, interpreter.TrustCommand(f.Path))
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		for _, d := range f.Definitions {
			command := shellescape.StripUnsafe(shellescape.QuoteCommand(d.Command))
			if _, err := (&interpreter.Choice{Definition: d, File: f}).Executable(); err != nil {
				command += " (" + err.Error() + ")"
			}
			for j := range d.When {
				fmt.Fprintf(w, "  %s\t%s\t%s\n", d.Name, command, d.When[j].String())
				d.Name, command = "", ""
			}
		}
		w.Flush()
	}
}

// explainChoice says which interpreter reads a trace, and why.
func explainChoice(out io.Writer, trace string, files []interpreter.File) error {
	f, err := tracefeed.OpenPath(trace)
	if err != nil {
		return err
	}
	defer f.Close()
	start, err := tracefeed.Plain(f)
	if err != nil {
		return fmt.Errorf("open trace: %s: %w", trace, err)
	}
	first, _ := start.Peek(tracefeed.SniffLen)
	choice, ok := interpreter.Choose(files, trace, first)
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("open trace: %s: %w", trace, err)
	}
	format, err := tracefeed.Detect(tracefeed.Input{Name: trace, Reader: f}, loader.Formats())
	switch {
	case !ok && err != nil:
		fmt.Fprintf(out, "%s: no format and no condition of an interpreter is true of it; it starts with %q\n", trace, first)
	case !ok || err == nil && format != choice.Name:
		fmt.Fprintf(out, "%s: read as %s, without an interpreter\n", trace, format)
	case choice.File.Trusted:
		fmt.Fprintf(out, "%s: read by %s of %s, because of: %s\n", trace, choice.Name, choice.File.Path, choice.Why)
	default:
		fmt.Fprintf(out, "%s: %s of %s would read it, because of: %s; that file is not trusted\n",
			trace, choice.Name, choice.File.Path, choice.Why)
	}
	return nil
}

// maxShown is the number of lines of output that --try shows.
const maxShown = 15

// tryInterpreter runs an interpreter on a trace, the one with a name or the one that is chosen, and
// writes what it does.
func tryInterpreter(out io.Writer, trace, name string) error {
	f, err := tracefeed.OpenPath(trace)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := tracefeed.Plain(f)
	if err != nil {
		return fmt.Errorf("open trace: %s: %w", trace, err)
	}
	start, _ := in.Peek(tracefeed.SniffLen)
	choice, err := interpreterFor(prefs.Interpreters(trace), trace, name, start)
	if err != nil {
		return fmt.Errorf("interpreters: %w", err)
	}
	began := time.Now()
	feed, err := interpreter.Open(choice, tracefeed.Input{Name: trace, Reader: in}, nil)
	if err != nil {
		return err
	}
	defer feed.Close()
	fmt.Fprintf(out, "%s: %s\n", choice.Name, shellescape.StripUnsafe(shellescape.QuoteCommand(choice.Command)))
	events, first, err := countEvents(feed, began)
	a := feed.Account()
	lines := strings.SplitAfter(a.Start, "\n")
	for _, line := range lines[:min(len(lines), maxShown)] {
		if line != "" {
			fmt.Fprintf(out, "  %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	if a.Lines > maxShown {
		fmt.Fprintln(out, "  …")
	}
	if a.Earlier > 0 {
		fmt.Fprintf(out, "standard error: %d earlier lines\n", a.Earlier)
	}
	for _, p := range a.Printed {
		fmt.Fprintf(out, "standard error, at line %d of the output: %s\n", p.Line, p.Text)
	}
	fmt.Fprintf(out, "events         %d, the first after %v\n", events, first.Round(time.Millisecond))
	fmt.Fprintf(out, "read           %s of input\n", size(a.Read))
	fmt.Fprintf(out, "written        %d lines, %s\n", a.Lines, size(a.Written))
	fmt.Fprintf(out, "took           %v, %s\n", time.Since(began).Round(time.Millisecond), a.Resources)
	return err
}

// interpreterFor returns the interpreter with a name, or for "" the one that reads a trace.
func interpreterFor(files []interpreter.File, trace, name string, start []byte) (interpreter.Choice, error) {
	choice, ok := interpreter.Choose(files, trace, start)
	if name != "" {
		var names []string
		choice, ok = interpreter.Choice{}, false
		for i := range files {
			for _, d := range files[i].Definitions {
				names = append(names, d.Name)
				if d.Name == name && (!ok || !choice.File.Trusted && files[i].Trusted) {
					choice, ok = interpreter.Choice{Definition: d, File: &files[i]}, true
				}
			}
		}
		if !ok {
			return choice, usage.Unknown("interpreter", name, names)
		}
	}
	switch {
	case !ok:
		return choice, fmt.Errorf("%s: no condition of an interpreter is true of it; it starts with %q", trace, start)
	case !choice.File.Trusted:
		return choice, fmt.Errorf("%s is not trusted; if you trust it: %s", choice.File.Path, interpreter.TrustCommand(choice.File.Path))
	}
	return choice, nil
}

// countEvents reads a feed to its end. It returns the number of events, and the time of the first
// since began.
func countEvents(feed tracefeed.Feed, began time.Time) (n int, first time.Duration, err error) {
	for _, err := range tracefeed.All(feed) {
		if err != nil {
			return n, first, err
		}
		if n == 0 {
			first = time.Since(began)
		}
		n++
	}
	return n, first, nil
}
