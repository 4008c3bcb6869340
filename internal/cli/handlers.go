package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	registry "tiv/command"
	"tiv/execution"
	"tiv/execution/slice"
	"tiv/handler"
	"tiv/internal/cli/usage"
	"tiv/internal/cli/watch"
	"tiv/report/handlers"
	"tiv/task/definition"
	"tiv/task/found"
	"tiv/timeline"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/loader"
)

// handling is the flags of commands that find handlers.
type handling struct {
	handler.Patterns
	paper  bool
	tick   usage.Time
	limits []string
}

// handlingFlags are the flags.
var handlingFlags = []string{"paper", "user", "system", "thread-start", "limit", "tick"}

// add adds the flags.
func (h *handling) add(fs *pflag.FlagSet) {
	fs.BoolVar(&h.paper, "paper", false, "Find handlers by the rules of the paper alone (docs/handlers.md)")
	fs.StringArrayVar(&h.User, "user", nil, "Functions, packages, modules or files `PATTERN` are the user's; repeatable")
	fs.StringArrayVar(&h.System, "system", nil, "Those of `PATTERN` are the system's; repeatable")
	fs.StringArrayVar(&h.ThreadStart, "thread-start", nil, "Functions `PATTERN` call the one with which a thread begins; repeatable")
	fs.StringArrayVar(&h.limits, "limit", nil, "Change a limit by which handlers are found: `NAME=VALUE`, such as begins=1; repeatable")
	fs.Var(&h.tick, "tick", "Time that counts as a sample, where a trace has stacks of waits")
	for _, name := range handlingFlags {
		_ = fs.SetAnnotation(name, usage.Rare, nil) // only an unknown flag is an error
	}
}

// options returns how handlers are found.
func (h *handling) options() (o handler.Options, th handler.Thresholds, err error) {
	th = handler.DefaultThresholds()
	for _, s := range h.limits {
		if err := th.Change(s); err != nil {
			return o, th, fmt.Errorf("--limit %s: %w", s, err)
		}
	}
	if h.tick < 0 {
		return o, th, errors.New("--tick: want a time above 0")
	}
	return handler.Options{Patterns: h.Patterns, Paper: h.paper, Tick: tracefeed.Time(h.tick)}, th, nil
}

// checkHandling checks the flags about handlers of attach.
func (a *attachCommand) checkHandling(fs *pflag.FlagSet) error {
	if _, _, err := a.handling.options(); err != nil || a.handlers {
		return err
	}
	for _, name := range handlingFlags {
		if fs.Changed(name) {
			return fmt.Errorf("--%s needs --handlers", name)
		}
	}
	return nil
}

// panel returns the commands that show the panel of handlers in the window, with the limits and the code that the
// flags change; none without --handlers.
func (a *attachCommand) panel() (list []workspace.Command) {
	if !a.handlers {
		return nil
	}
	_, th, _ := a.handling.options() // checked before
	if a.handling.paper {
		list = append(list, workspace.SetPaperRules{On: true})
	}
	for _, pattern := range a.handling.User {
		list = append(list, workspace.SetSystemCode{Code: pattern})
	}
	for _, pattern := range a.handling.System {
		list = append(list, workspace.SetSystemCode{Code: pattern, On: true})
	}
	for _, l := range handler.Limits() {
		list = append(list, workspace.SetHandlerLimit{Name: l.Name, Value: l.Value(&th)})
	}
	return append(list, workspace.OpenPanel{Name: registry.HandlersPanel, Open: true})
}

// printHandlers prints the handlers of a trace that is being recorded, in a goroutine, once their set has settled.
// The function that it returns waits for the end.
func (a *attachCommand) printHandlers(e *environment, x *attached) (wait func() error) {
	o, th, _ := a.handling.options() // checked before
	grown, done := make(chan struct{}, 1), make(chan error, 1)
	l, err := e.startLoader(x.file.Name(), loader.Options{Follow: true, Writing: x.writing.Load, Notify: func() {
		select {
		case grown <- struct{}{}:
		default:
		}
	}})
	if err != nil {
		return func() error { return fmt.Errorf("attach: --handlers: %w", err) }
	}
	h := watch.Handlers{Options: o, Limits: th, Out: e.out, Tell: tell}
	go func() { done <- h.Follow(context.Background(), l, grown) }()
	return func() error {
		if err := errors.Join(<-done, l.Close()); err != nil {
			return fmt.Errorf("attach: --handlers: %w", err)
		}
		return nil
	}
}

const handlersLong = `Find the functions that process what arrives: requests, messages, items of a queue. They need
no definitions: stacks are enough, of samples or of waits. docs/handlers.md says how.

A handler is a function of the user that a loop calls after it waited (NODE_WAIT) or read
(NODE_IO), or for which it starts a thread. A callback is one that a library calls when
something has arrived. --paper has the rules of Dynamic Detection of Event Handlers (Reiss,
2008) alone, which find less in busy programs. A trie that --trie wrote can be given in
place of a trace; of it the rules of the paper tell the handlers.

Limits decide, by default:

`

// handlersCommand finds handlers.
type handlersCommand struct {
	handling
	format string
	trie   bool
	time   bool
	tasks  target // of --write-tasks
	// from, to and slicing are the part of the trace that counts.
	from, to usage.Time
	slicing  slicing
}

// handlerFormats are the formats of the command, the default first.
var handlerFormats = []string{"text", "csv", "json", "xml"}

func (c *handlersCommand) describe() *cobra.Command {
	c.format, c.to = handlerFormats[0], math.MaxInt64
	cmd := &cobra.Command{
		Use:   "handlers TRACE…",
		Short: "Find the functions that process requests and other events",
		Long:  handlersLong + handlerLimits(handler.DefaultThresholds()),
		Example: `tiv handlers trace.bin                         a row a function, and why
tiv handlers trace.bin --system acme.framework with its code for the system's
tiv handlers trace.bin --limit begins=1        also what was seen once
tiv handlers trace.bin --format xml            the form of figure 3 of the paper
tiv handlers trace.bin --time                  the time of threads in each
tiv handlers trace.bin --from 1s --to 1.5s     of a part of the trace
tiv handlers trace.bin --write-tasks my.xml    definitions of tasks, for tiv tasks --tasks my.xml
tiv handlers trace.bin --trie > trie.xml       the form of figure 1
tiv handlers trie.xml
`,
	}
	fs := cmd.Flags()
	c.handling.add(fs)
	for _, name := range []string{"user", "system", "limit"} {
		fs.Lookup(name).Annotations = nil
	}
	fs.Var(&c.from, "from", "Count from time T")
	fs.Var(&c.to, "to", "Count up to time T; default: the end of the trace")
	c.slicing.add(fs)
	fs.BoolVar(&c.trie, "trie", false, "Print all stacks as a trie, in XML")
	fs.BoolVar(&c.time, "time", false, "Show the time of threads in each: each moment counts for the innermost one on the stack")
	fs.StringVar(&c.tasks.path, "write-tasks", "", "Write definitions to `FILE` by which calls of what was found begin tasks; "+
		"- is standard output")
	fs.BoolVar(&c.tasks.force, "force", false, "Replace the file of --write-tasks")
	for _, name := range []string{"force", "slices", "base"} {
		_ = fs.SetAnnotation(name, usage.Rare, nil) // only an unknown flag is an error
	}
	usage.AddWords(fs, &c.format, "format", "format", handlerFormats, "Format of the output")
	return cmd
}

// handlerLimits lists the limits with their values.
func handlerLimits(th handler.Thresholds) string {
	var b strings.Builder
	for _, l := range handler.Limits() {
		fmt.Fprintf(&b, "  %-13s %s: %s\n", l.Name, l.Label, l.Text(&th))
	}
	return b.String()
}

func (c *handlersCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	if err := c.show(e, cmd, words); err != nil {
		return fmt.Errorf("handlers: %w", err)
	}
	return nil
}

func (c *handlersCommand) show(e *environment, cmd *cobra.Command, words []string) error {
	if err := c.check(cmd); err != nil {
		return err
	}
	o, th, err := c.options()
	if err != nil {
		return err
	}
	path := asOne(words)
	if trie, err := readTrie(path, &o); trie != nil || err != nil {
		if err != nil {
			return err
		}
		for _, name := range []string{"time", "from", "to", "slices"} {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s needs a trace: a trie has no times of its own", name)
			}
		}
		return c.write(e, handler.OfTrie(trie, o), th, func([]handler.Found) map[string]handler.Use { return nil }, path)
	}
	definitions, err := c.slicing.read()
	if err != nil {
		return err
	}
	all, done, err := e.load(loading{command: "handlers", path: path, findings: slice.NamesLocks(definitions)})
	if err != nil {
		return err
	}
	defer done()
	if err := c.limit(&o, path, all, definitions); err != nil {
		return err
	}
	warnOfLosses("handlers", path, caveats.Losses(all.Timeline))
	return c.find(e, cmd.Context(), all.Timeline, o, th, path)
}

// limit limits what counts to the interval and the base.
func (c *handlersCommand) limit(o *handler.Options, path string, all *loader.Loaded, definitions []slice.Definition) error {
	if err := checkTimes("handlers", path, c.from, c.to, all.Timeline.End); err != nil {
		return err
	}
	if o.From = tracefeed.Time(c.from); c.to < math.MaxInt64 {
		o.To = tracefeed.Time(c.to)
	}
	if definitions == nil {
		return nil
	}
	sliced, err := c.slicing.compute(c.slicing.finder(path, all.Timeline), all, definitions,
		func(sentence string) { warnOfLosses("handlers", path, sentence) })
	o.Within = sliced.Query(execution.Query{}).Within
	return err
}

// find finds handlers in a trace, and writes them.
func (c *handlersCommand) find(e *environment, ctx context.Context, tl *timeline.Timeline, o handler.Options, th handler.Thresholds,
	path string) error {
	x := handler.New(ctx, tl, o)
	if x == nil {
		return ctx.Err()
	}
	if c.time {
		list := x.Spent(ctx, tl, o, x.Outermost(x.Find(th)))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return writeTable(e, handlers.SpentTable(list), c.format)
	}
	uses := func(all []handler.Found) map[string]handler.Use { return x.Uses(ctx, tl, o, all) }
	if err := c.write(e, x, th, uses, path); err != nil {
		return err
	}
	return ctx.Err()
}

// write writes a trie, or what is found in it.
func (c *handlersCommand) write(e *environment, x *handler.Trace, th handler.Thresholds, uses func([]handler.Found) map[string]handler.Use,
	path string) error {
	if c.trie {
		return x.Write(e.out)
	}
	all := x.Find(th)
	for _, sentence := range handlers.Doubts(x.Trie, all) {
		warnOfLosses("handlers", path, sentence)
	}
	if c.tasks.path != "" {
		return c.writeTasks(found.Definitions(x.Trie, all))
	}
	if c.format == "xml" {
		return handler.WriteReaction(e.out, all)
	}
	list := handlers.Rows(x.Trie, all, uses(all))
	if c.format != "text" {
		return writeTable(e, handlers.Table(list), c.format)
	}
	return handlers.WriteText(e.out, x, th, list)
}

// check returns an error if flags contradict each other, or a file must not be replaced.
func (c *handlersCommand) check(cmd *cobra.Command) error {
	var given []string
	for _, name := range []string{"trie", "time", "write-tasks"} {
		if cmd.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	switch {
	case c.from >= c.to:
		return fmt.Errorf("--from %s is not before --to %s", &c.from, &c.to)
	case c.slicing.path != "" && len(c.slicing.bases) == 0:
		return errors.New("--slices needs --base NAME")
	case len(given) > 1:
		return fmt.Errorf("%s and %s write different things: give one of them", given[0], given[1])
	case c.trie && cmd.Flags().Changed("format") && c.format != "xml":
		return errors.New("--trie is XML, and has no other format")
	case c.time && c.format == "xml":
		return errors.New("--format xml is for what was found, not for --time")
	case cmd.Flags().Changed("write-tasks") && c.tasks.path == "":
		return errors.New("--write-tasks: want the name of a file")
	case c.tasks.path != "" && cmd.Flags().Changed("format"):
		return errors.New("--write-tasks is XML, and has no other format")
	case c.tasks.path != "" && !c.tasks.force && !c.tasks.streams() && c.tasks.exists():
		return c.tasks.taken()
	}
	return nil
}

// writeTasks writes definitions of tasks, and says how they are used.
func (c *handlersCommand) writeTasks(list definition.List) error {
	if len(list) == 0 {
		return errors.New("nothing was found that could begin tasks")
	}
	err := c.tasks.write(func(f *os.File) error {
		_, err := f.WriteString(list.Text())
		return err
	})
	if err == nil && !c.tasks.streams() {
		fmt.Fprintf(os.Stderr, "tiv: handlers: wrote %s to %s; use them with --tasks %[2]s, or call the file %s and put it beside "+
			"the trace\n",
			tracefeed.Plural(len(list), "definition"), c.tasks.path, definition.FileName)
	}
	return err
}

// readTrie reads a trie in XML. It returns nil for other files, which are left as they were.
func readTrie(path string, o *handler.Options) (*handler.Trie, error) {
	if !isFile(path) {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil // opening it as a trace says what is wrong
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, nil // a pipe can be read once
	}
	start := make([]byte, 4096)
	n, _ := io.ReadFull(f, start)
	if start = start[:n]; !handler.IsTrie(start) {
		return nil, nil
	}
	return handler.Read(path, io.MultiReader(bytes.NewReader(start), f), handler.NewSplit(nil, o.Patterns))
}
