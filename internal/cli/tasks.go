package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tiv/interaction/lockname"
	"tiv/internal/cli/usage"
	"tiv/report/table"
	"tiv/report/tasks"
	"tiv/task"
	"tiv/task/definition"
	"tiv/task/waits"
	"tiv/timeline/caveats"
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
	for _, name := range []string{"task-types", "tracking"} {
		_ = fs.SetAnnotation(name, usage.Rare, nil) // only an unknown flag is an error
	}
}

// options returns how tasks of a trace are found.
func (t *tasking) options(trace string) (task.Options, error) {
	list, err := definition.Load(trace, t.files, t.types)
	return task.Options{Definitions: list, Tracking: task.Tracking(t.tracking)}, err
}

const tasksLong = `Show what the tasks of a trace cost: requests, messages, whatever the program does for somebody,
from thread to thread. A row a type: their number, how long they took, and the time that threads
worked for them, by state.

Tasks are those that the trace names (Go's tasks, spans of OpenTelemetry, asynchronous
slices), and those that begin with a call of a function that a definition names: the
built-in ones, tiv-tasks.xml beside the trace or in a folder around it, and --tasks FILE.
A queue is time in which no thread worked for a task. Times of states are of all threads
that worked for it and its parts, so they can exceed its duration, or lie below it.
`

// tasksCommand shows what tasks cost.
type tasksCommand struct {
	tasking
	format, of string
	list       bool
	waits      bool
	slowest    int
	task       int64
}

// taskFormats are the formats of the command, the default first.
var taskFormats = []string{"text", "csv", "json", "xml"}

func (c *tasksCommand) describe() *cobra.Command {
	c.format = taskFormats[0]
	cmd := &cobra.Command{
		Use:   "tasks TRACE",
		Short: "Show what requests and other tasks cost",
		Long:  tasksLong,
		Example: `tiv tasks trace.bin                        a row a type
tiv tasks trace.bin --slowest 10           the tasks that took longest
tiv tasks trace.bin --task 17              who worked for task 17, and when nobody did
tiv tasks trace.bin --waits                for which tasks others were blocked
tiv tasks trace.bin --tasks my.xml --list --format csv
`,
	}
	fs := cmd.Flags()
	c.tasking.add(fs)
	fs.BoolVar(&c.list, "list", false, "Show a row a task, in order of their starts")
	fs.BoolVar(&c.waits, "waits", false, "Show for tasks of which type, at which locks, tasks were blocked")
	usage.AddCount(fs, &c.slowest, "slowest", math.MaxInt32, "Show the `N` tasks that took longest")
	fs.StringVar(&c.of, "type", "", "Show only tasks of the type `NAME`")
	fs.Int64Var(&c.task, "task", 0, "Explain the task with the number `N`")
	usage.AddWords(fs, &c.format, "format", "format", taskFormats, "Format of the output")
	return cmd
}

func (c *tasksCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	if err := c.show(e, cmd, words[0]); err != nil {
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
	names := cmd.Flags().Changed("task") || c.waits // of locks, which are ranked by the search for findings
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
	if n := index.Counts.Conflicts; n > 0 {
		warn(fmt.Sprintf("%d times an object or a thread was claimed for a second task; the rules are in docs/tasks.md", n))
	}
	if n := index.Counts.Deep; n > 0 {
		warn(fmt.Sprintf("%d calls were too deep to begin a task, or to go on with one", n))
	}
	for _, u := range index.Unmatched {
		warn(u.String())
	}
	if names {
		return c.blame(e, cmd.Context(), all, index)
	}
	if len(index.Tasks) == 0 {
		warn("it names no tasks, and no definition matches a call; docs/tasks.md")
	}
	if c.format == "xml" || c.list || c.slowest > 0 {
		rows := tasks.OfType(index, c.of)
		if c.slowest > 0 {
			rows = tasks.Slowest(rows, c.slowest)
		}
		if c.format == "xml" {
			return tasks.WriteXML(e.out, rows)
		}
		return c.write(e, tasks.RowTable(rows, tl))
	}
	types := tasks.Types(index, tl)
	if c.of != "" {
		for _, y := range types {
			if y.Name == c.of {
				return c.write(e, tasks.TypeTable([]tasks.Type{y}))
			}
		}
		return unknownType(c.of, types)
	}
	return c.write(e, tasks.TypeTable(types))
}

// blame shows for whom tasks were blocked, or explains one task.
func (c *tasksCommand) blame(e *environment, ctx context.Context, all *loader.Loaded, index *task.Index) error {
	list, err := waits.Find(ctx, all.Timeline, index)
	if err != nil {
		return err
	}
	names := lockname.New(all.Timeline.Monitors, all.Report.Locks, nil)
	if c.waits {
		return c.write(e, tasks.WaitTable(index, list, names.Full))
	}
	i := index.Find(c.task, all.Timeline.End)
	if i < 0 {
		return fmt.Errorf("the trace has no task %d", c.task)
	}
	return tasks.Explain(e.out, index, all.Timeline, i, list, names.Full)
}

func unknownType(of string, types []tasks.Type) error {
	var names []string
	for _, y := range types {
		names = append(names, y.Name)
	}
	if len(names) == 0 {
		return errors.New("the trace has no tasks of the type " + strconv.Quote(of))
	}
	return usage.Unknown("type", of, names)
}

// write writes all rows of a table.
func (c *tasksCommand) write(e *environment, t *table.Table) error {
	rows := make([]int32, t.Len)
	for i := range rows {
		rows[i] = int32(i)
	}
	if c.format == "text" {
		return t.WriteText(e.out, rows)
	}
	_, err := t.Write(e.out, table.Format(c.format), rows, 0)
	return err
}
