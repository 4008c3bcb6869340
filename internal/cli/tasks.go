package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tiv/handler"
	"tiv/interaction/lockname"
	"tiv/internal/cli/usage"
	"tiv/report/handlers"
	"tiv/report/table"
	"tiv/report/tasks"
	"tiv/task"
	"tiv/task/definition"
	"tiv/task/found"
	"tiv/task/path"
	"tiv/task/waits"
	"tiv/task/where"
	"tiv/timeline"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// tasking is the flags of commands that are about tasks.
type tasking struct {
	files, types []string
	tracking     string
}

// add adds the flags.
func (t *tasking) add(fs *pflag.FlagSet) {
	t.tracking = string(task.Full)
	fs.StringArrayVar(&t.files, "tasks", nil, "Find tasks by the definitions in `FILE`, too; again for more; docs/tasks.md")
	fs.StringSliceVar(&t.types, "task-types", nil, "Use only definitions of these `TYPES`, separated by commas")
	usage.AddWords(fs, &t.tracking, "tracking", "rules", task.Trackings(), "Rules that say which thread works for which task")
	for _, name := range []string{"tasks", "task-types", "tracking"} {
		_ = fs.SetAnnotation(name, usage.Rare, nil) // only an unknown flag is an error
	}
}

// options returns how tasks of a trace are found.
func (t *tasking) options(trace string) (task.Options, error) {
	if paths := joinedPaths(trace); paths != nil {
		trace = paths[0]
	}
	list, err := definition.Load(trace, t.files, t.types)
	return task.Options{Definitions: list, Tracking: task.Tracking(t.tracking)}, err
}

// finder returns what finds the tasks of the trace at path, once they are needed.
func (t *tasking) finder(path string, tl *timeline.Timeline) func(context.Context) (*task.Index, error) {
	return func(ctx context.Context) (*task.Index, error) {
		o, err := t.options(path)
		if err != nil {
			return nil, err
		}
		return task.Build(ctx, tl, o)
	}
}

const tasksLong = `Show what the tasks of a trace cost: requests, messages, whatever the program does for somebody,
from thread to thread. A row a type: their number, how long they took, and the time that threads
worked for them, by state.

Tasks are those that the trace names (Go's tasks, spans of OpenTelemetry, asynchronous
slices), and those that begin with a call of a function that a definition names: the
built-in ones, tiv-tasks.xml beside the trace or in a folder around it, and --tasks FILE.
A queue is time in which no thread worked for a task. Times of states are of all threads
that worked for it and its parts, so they can exceed its duration, or lie below it.

--compare shows by how much states, locks and the tasks that held them, devices, functions,
collections, parts and threads differ between two sets of tasks. They divide the duration
of a task: at each instant, the threads that work for it have equal shares.

Conditions are those of docs/expressions.md, with these words:

`

// tasksCommand shows what tasks cost.
type tasksCommand struct {
	tasking
	tasks.Choice
	format  string
	list    bool
	waits   bool
	path    bool
	slowest int
	task    int64
}

// taskFormats are the formats of the command, the default first.
var taskFormats = []string{"text", "csv", "json", "xml"}

func (c *tasksCommand) describe() *cobra.Command {
	c.format = taskFormats[0]
	cmd := &cobra.Command{
		Use:   "tasks TRACE…",
		Short: "Show what requests and other tasks cost",
		Long:  tasksLong + taskWords(),
		Example: `tiv tasks trace.bin                        a row a type
tiv tasks trace.bin --slowest 10           the tasks that took longest
tiv tasks trace.bin --task 17              who worked for task 17, and when nobody did
tiv tasks trace.bin --task 17 --format csv what its end waited for at each moment
tiv tasks trace.bin --waits                for which tasks others were blocked
tiv tasks front.bin back.bin               of several processes that were recorded apart
tiv tasks trace.bin --type Order --path    what the orders waited for, all together
tiv tasks trace.bin --compare slow         why the slow tasks of each type are slow
tiv tasks trace.bin --list --where 'type == "GET /pay" && blocking > 50%'
tiv tasks trace.bin --tasks my.xml --list --format csv
`,
	}
	fs := cmd.Flags()
	c.tasking.add(fs)
	fs.Lookup("tasks").Annotations = nil
	fs.BoolVar(&c.list, "list", false, "Show a row a task, in order of their starts")
	fs.BoolVar(&c.waits, "waits", false, "Show for tasks of which type, at which locks, tasks were blocked")
	fs.BoolVar(&c.path, "path", false, "Show what the critical paths of tasks consist of, by type")
	usage.AddCount(fs, &c.slowest, "slowest", math.MaxInt32, "Show the `N` tasks that took longest")
	fs.StringVar(&c.Type, "type", "", "Show only tasks of the type `NAME`")
	fs.StringVar(&c.Where, "where", "", "Show only tasks with the condition `EXPR`: 'duration > p95'")
	fs.StringVar(&c.Compare, "compare", "", "Show why tasks with the condition `EXPR`, such as slow, take longer than others")
	fs.StringVar(&c.Against, "against", "", "Compare them with those with the condition `EXPR`, not with the faster half")
	fs.Int64Var(&c.task, "task", 0, "Explain the task with the number `N`")
	usage.AddWords(fs, &c.format, "format", "format", taskFormats, "Format of the output")
	for _, name := range []string{"against", "type"} { // --where can say that, too
		_ = fs.SetAnnotation(name, usage.Rare, nil) // only an unknown flag is an error
	}
	return cmd
}

func (c *tasksCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	if err := c.show(e, cmd, asOne(words)); err != nil {
		return fmt.Errorf("tasks: %w", err)
	}
	return nil
}

func (c *tasksCommand) show(e *environment, cmd *cobra.Command, path string) error {
	warn := func(sentence string) { warnOfLosses("tasks", path, sentence) }
	o, err := c.options(path)
	if err != nil {
		return err
	}
	if err := cmp.Or(c.checkForm(cmd), c.Check()); err != nil {
		return err
	}
	names := cmd.Flags().Changed("task") || c.waits || c.path || c.Compare != "" // of locks, ranked by the search for findings
	all, done, err := e.load(loading{command: "tasks", path: path, findings: names})
	if err != nil {
		return err
	}
	defer done()
	tl := all.Timeline
	warn(caveats.Losses(tl))
	index, err := task.Build(cmd.Context(), tl, o)
	if err != nil {
		return err
	}
	if len(index.Tasks) == 0 {
		found, err := c.byHandlers(e, cmd, tl, o, index, warn)
		if found == nil || err != nil {
			return err
		}
		index = found
	}
	c.doubts(index, warn)
	if err := c.checkType(index); err != nil {
		return err
	}
	if names {
		return c.blame(e, cmd.Context(), all, index)
	}
	return c.tables(e, tl, index)
}

// byHandlers returns the tasks by handlers that are found, for a trace without other tasks, and
// says so. Handlers without calls begin no tasks: it then writes the time in each, and returns
// nil, if nothing but types of tasks was asked for.
func (c *tasksCommand) byHandlers(e *environment, cmd *cobra.Command, tl *timeline.Timeline, o task.Options, index *task.Index,
	warn func(string)) (*task.Index, error) {
	const none = "it names no tasks, and no definition matches a call"
	if len(c.types) > 0 {
		warn(none + "; docs/tasks.md")
		return index, nil
	}
	h, err := found.Find(cmd.Context(), tl, handler.Options{}, handler.DefaultThresholds())
	if err != nil {
		return nil, err
	}
	list := h.Definitions()
	if len(list) == 0 {
		warn(none + ", nor are there handlers that could be found; docs/tasks.md")
		return index, nil
	}
	x, err := h.Build(cmd.Context(), tl, o, index)
	number := tracefeed.Plural(len(list), "handler")
	switch {
	case err != nil:
		return nil, err
	case len(x.Tasks) > 0:
		warn(fmt.Sprintf("%s: these begin with calls of %s found in stacks; tiv handlers --write-tasks %s makes definitions of them",
			none, number, definition.FileName))
		return x, nil
	case c.format == "xml", slices.ContainsFunc([]string{"list", "slowest", "waits", "path", "compare", "task", "type", "where", "against"},
		cmd.Flags().Changed):
		warn(fmt.Sprintf("%s, nor has it calls of the %s found in stacks; docs/handlers.md", none, number))
		return index, nil
	}
	warn(fmt.Sprintf("%s, nor has it calls of the %s found in stacks: this is the time of threads in them, as far as stacks tell; "+
		"docs/handlers.md", none, number))
	c.doubts(index, warn)
	spent := h.Spent(cmd.Context(), tl, handler.Options{}, h.Outermost(h.Found))
	if err := cmd.Context().Err(); err != nil {
		return nil, err
	}
	return nil, c.write(e, handlers.SpentTable(spent))
}

// doubts warns of what tracking left out, or had to decide.
func (c *tasksCommand) doubts(index *task.Index, warn func(string)) {
	if n := index.Counts.Conflicts; n > 0 {
		warn(tracefeed.Plural(int(n), "claim") + " of an object or a thread for a second task; the rules are in docs/tasks.md")
	}
	if c := index.Counts; c.Early > 0 {
		warn(fmt.Sprintf("%d reads were up to %v before the write of their bytes: the clocks of the processes differ, and what was read "+
			"is of no task", c.Early, c.Ahead))
	}
	if n := index.Counts.Deep; n > 0 {
		warn(fmt.Sprintf("%d calls were too deep to begin a task, or to go on with one", n))
	}
	for _, u := range index.Unmatched {
		warn(u.String())
	}
}

// tables shows tasks or their types.
func (c *tasksCommand) tables(e *environment, tl *timeline.Timeline, index *task.Index) error {
	fit, err := c.Fitting(index, tl)
	if err != nil {
		return err
	}
	if c.format == "xml" || c.list || c.slowest > 0 {
		rows := tasks.Rows(index, fit)
		if c.slowest > 0 {
			rows = tasks.Slowest(rows, c.slowest)
		}
		if c.format == "xml" {
			return tasks.WriteXML(e.out, rows)
		}
		return c.writeSome(e, tasks.RowTable(rows, tl))
	}
	return c.writeSome(e, tasks.TypeTable(tasks.Types(index, tl, fit)))
}

// writeSome writes a table of tasks; without rows, people get a sentence.
func (c *tasksCommand) writeSome(e *environment, t *table.Table) error {
	if t.Len == 0 && c.format == "text" {
		_, err := fmt.Fprintln(e.out, "No tasks.")
		return err
	}
	return c.write(e, t)
}

// blame shows for whom tasks were blocked, what they waited for, or why some are slow, or explains
// one task.
func (c *tasksCommand) blame(e *environment, ctx context.Context, all *loader.Loaded, index *task.Index) error {
	names := lockname.New(all.Timeline.Monitors, all.Report.Locks, nil)
	switch {
	case c.path:
		return c.paths(e, ctx, all, index, names)
	case c.Compare != "":
		list, err := c.Comparisons(ctx, all.Timeline, index, names)
		switch {
		case err != nil:
			return err
		case c.format == "text":
			return list.WriteText(e.out)
		}
		return c.write(e, list.Table())
	}
	i := index.Find(c.task, all.Timeline.End)
	if !c.waits && i < 0 {
		return fmt.Errorf("the trace has no task %d", c.task)
	}
	if !c.waits && c.format != "text" {
		p, err := path.Find(ctx, all.Timeline, index, i)
		if err != nil {
			return err
		}
		return c.write(e, tasks.PathTable(index, all.Timeline, p, names.Full))
	}
	list, err := waits.Find(ctx, all.Timeline, index)
	if err != nil {
		return err
	}
	if c.waits {
		return c.showWaits(e, all.Timeline, index, list, names)
	}
	return tasks.Explain(ctx, e.out, index, all.Timeline, i, list, names.Full)
}

// paths shows what the critical paths of tasks consist of.
func (c *tasksCommand) paths(e *environment, ctx context.Context, all *loader.Loaded, index *task.Index, names *lockname.Names) error {
	fit, err := c.Fitting(index, all.Timeline)
	if err != nil {
		return err
	}
	var of []int
	for i := range index.Tasks {
		if fit == nil || fit[i] {
			of = append(of, i)
		}
	}
	list, err := path.Sum(ctx, all.Timeline, index, of)
	if err != nil {
		return err
	}
	sums := tasks.NewPathSums(index, of, list, names.Full)
	if c.format == "text" && len(of) > 0 {
		if _, err := fmt.Fprintln(e.out, sums.Sentences()); err != nil {
			return err
		}
	}
	return c.writeSome(e, sums.Table())
}

// showWaits shows waits by type, for people also as a matrix.
func (c *tasksCommand) showWaits(e *environment, tl *timeline.Timeline, index *task.Index, list []waits.Wait, names *lockname.Names) error {
	fit, err := c.Fitting(index, tl)
	if err != nil {
		return err
	}
	list = tasks.Among(list, fit)
	if c.format == "text" {
		if err := c.write(e, tasks.Matrix(index, list)); err != nil {
			return err
		}
		fmt.Fprintln(e.out)
	}
	return c.write(e, tasks.WaitTable(index, list, names.Full))
}

// checkForm returns an error if flags contradict each other.
func (c *tasksCommand) checkForm(cmd *cobra.Command) error {
	var given []string
	for _, name := range []string{"list", "slowest", "waits", "path", "compare", "task"} {
		if cmd.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) > 0 && given[len(given)-1] != "--list" && given[len(given)-1] != "--slowest" {
		last := given[len(given)-1]
		switch {
		case len(given) > 1:
			return fmt.Errorf("%s and %s show different things: give one of them", given[0], last)
		case c.format == "xml":
			return fmt.Errorf("--format xml is for tasks, not for %s", last)
		case last == "--task" && (c.Type != "" || c.Where != ""):
			return errors.New("--task explains one task: --type and --where choose others")
		}
	}
	return nil
}

// checkType returns an error if there are no tasks of the type.
func (c *tasksCommand) checkType(index *task.Index) error {
	names := map[string]bool{}
	for i := range index.Tasks {
		names[index.Tasks[i].Type] = true
	}
	switch {
	case c.Type == "" || names[c.Type]:
		return nil
	case len(names) == 0:
		return fmt.Errorf("the trace has no tasks of the type %q", c.Type)
	}
	return usage.Unknown("type", c.Type, slices.Sorted(maps.Keys(names)))
}

// taskWords lists the words of conditions for tasks, for a help.
func taskWords() string {
	var b strings.Builder
	for _, w := range where.Words() {
		name := w.Name
		for line := range strings.Lines(usage.Wrap(w.Help, "", 80)) {
			fmt.Fprintf(&b, "  %-12s  %s", name, line)
			name = ""
		}
	}
	return b.String()
}

// write writes all rows of a table.
func (c *tasksCommand) write(e *environment, t *table.Table) error { return writeTable(e, t, c.format) }

// writeTable writes all rows of a table in a format.
func writeTable(e *environment, t *table.Table, format string) error {
	if format == "text" {
		return t.WriteText(e.out)
	}
	return t.WriteAll(e.out, table.Format(format))
}
