package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tiv/handler"
	"tiv/internal/cli/memory"
	"tiv/internal/cli/sending"
	"tiv/internal/cli/usage"
	"tiv/internal/replace"
	"tiv/record"
	"tiv/record/gobuild"
	"tiv/task/definition"
	"tiv/task/found"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/live/sender"
	"tiv/tracefeed/parts"
)

const recordLong = `Run a program with its own output, arguments and signals, record why its threads wait,
and open the trace when it ends. The go command builds a Go program with changed copies
of some files of the standard library; your files stay as they are. Any other command
runs as it is: programs in C, C++, Rust, Python and other languages with POSIX threads
get a library loaded that records them (Linux, glibc, with a C compiler), and Java
programs record themselves: with TIV's agent, or with Java Flight Recorder, then by
default to trace.jfr. docs/java.md compares them. Processes that the command starts are
recorded, too, to the same trace.

The exit code is that of the program. The trace of a killed program lacks only its last
fraction of a second. docs/recording.md has the cost, docs/emit.md libraries with which
programs in C and Go record themselves.
`

// javaRecorders are the values of --java.
var javaRecorders = []string{string(record.JavaAgent), string(record.JavaAuto), string(record.JavaJFR)}

// recordCommand runs a program so that it writes a trace, and opens the trace.
type recordCommand struct {
	out     target
	outJFR  target // of Java Flight Recorder; no path: out
	named   bool   // the user has named the file
	noOpen  bool
	java    string
	locks   string
	chans   bool
	tasks   recordedTasks
	maxSize memory.Size
	maxRate memory.Size
	keep    usage.Time
	sched   bool
	calls   []string
	objects []string
	noStack bool
	split   bool
	daemons bool
	to      string // the address of a listener
}

func (r *recordCommand) describe() *cobra.Command {
	r.out.path, r.keep, r.maxRate = "trace.bin", -1, record.DefaultMaxRate
	cmd := &cobra.Command{
		Use:   "record -- COMMAND …",
		Short: "Run a program, record why its threads wait, open the trace",
		Long:  recordLong,
		Example: `tiv record -- go run ./cmd/server -port 80  record until the program ends
tiv record -o test.bin -- go test ./...     record tests
tiv record --keep 1m -- go run .            keep the last minute or two
tiv record --no-open -- go build -o server  ./server will record itself
tiv record -- ./server --port 80            a program in C, C++ or Rust
tiv record -- python3 app.py                a program in Python
tiv record -- java -jar app.jar             a program in Java
tiv record --to tcp://127.0.0.1:7077 -- ./server  watched by tiv listen
tiv record --java jfr -- mvn test           the Java programs that a command starts
tiv record --tasks -- go run ./cmd/server   for which requests it worked
tiv record --tasks=found -- java -jar app.jar  first find the handlers
tiv record --calls main.Store -- go run .   also the calls of its functions
tiv record --calls app.Store -- java app    also the calls of a class
tiv record --calls bank::put -- ./server    C, C++: cc -finstrument-functions
`,
	}
	fs := cmd.Flags()
	fs.SetInterspersed(false)
	r.out.flags(fs)
	fs.Lookup("output").Usage = "Write `FILE`" // the recorded program has standard output
	fs.Lookup("force").Usage = "Replace FILE; without -o, the last recording is replaced anyway"
	fs.BoolVar(&r.noOpen, "no-open", false, "Do not open the trace")
	usage.AddWords(fs, &r.locks, "locks", "lock mode",
		[]string{string(record.LocksAll), string(record.LocksAuto), string(record.LocksContended)},
		"Uncontended lock operations to record; default: auto, those of locks that are seldom taken; contended: none")
	fs.BoolVar(&r.chans, "channels", false, "Record which channel each wait is for; without it for go test -timeout only. Go only")
	r.tasks.flags(fs, "Go, Java, C and C++. found runs the program twice: for a short time to find its handlers, "+
		"then to record their calls")
	r.tasks.first = usage.Time(10 * time.Second)
	fs.Var(&r.tasks.first, "found-after", "With --tasks=found, the time after which the first run is interrupted")
	usage.AddWords(fs, &r.java, "java", "Java recorder", javaRecorders,
		"Recorder of Java programs; default: auto, TIV's agent if there are a C compiler and the headers of a JDK, "+
			"otherwise Flight Recorder")
	fs.BoolVar(&r.noStack, "no-stacks", false, "Record no call stacks; for programs in C, C++, Rust and others with POSIX threads")
	fs.BoolVar(&r.daemons, "wait-daemon", false, "Wait for processes that outlive the command; daemons, for example. "+
		"An interrupt ends the recording, not the processes. Linux, not for the go command")
	fs.Var(&r.maxSize, "max-size", "Stop recording when the trace reaches this size")
	fs.Var(&r.maxRate, "max-rate", "Limit the growth of the trace in a minute; what exceeds it is left out, 0: no limit")
	fs.Lookup("max-rate").DefValue = "200M"
	fs.Var(&r.keep, "keep", "Keep only the end of the trace; at least the last T, at most twice that")
	fs.StringVar(&r.to, "to", "", "Send the trace to tiv listen at `ADDR`; while the program runs, each process by itself. "+
		"A file is written only with -o. ADDR is tcp://HOST:PORT, tls://HOST:PORT or unix:PATH")
	fs.BoolVar(&r.split, "split", false, "Write a trace for each process; without it one trace has all processes "+
		"that the command starts, except recordings of Java Flight Recorder and with --sched")
	fs.StringArrayVar(&r.calls, "calls", nil, "Record the calls of functions that `PATTERN` covers; a name of a "+
		"function, type or package, * for any text; for Java, + before it for all that extends or implements it. Go, "+
		"Java, and C and C++ compiled with -finstrument-functions; docs/recording.md, docs/java.md")
	fs.StringArrayVar(&r.objects, "objects", nil,
		"Record the allocations and releases of objects whose classes `PATTERN` covers. Java only")
	fs.BoolVar(&r.sched, "sched", false, "Record the kernel's scheduler, too; the times at which threads really ran, "+
		"and the threads that woke them: docs/kernel.md. Needs root")
	for _, name := range []string{"split", "no-stacks", "objects", "task-types", "found-after"} {
		_ = fs.SetAnnotation(name, usage.Rare, nil) // only an unknown flag is an error
	}
	return cmd
}

func (r *recordCommand) run(e *environment, cmd *cobra.Command, program []string) error {
	r.takeOutput(cmd)
	if err := cmp.Or(r.checkTo(program), r.checkOut(program)); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	o, merged := r.options(program), 0
	if !r.split && !r.sched {
		o.Merge = func(paths []string, to string) (left []string, err error) {
			merged, left, err = mergeTraces(paths, to, e.memory.Bounded())
			return left, err
		}
	}
	o.Note = func(s string) { fmt.Fprintf(os.Stderr, "tiv: record: %s\n", s) }
	if err := r.addTasks(&o); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if r.tasks.found() {
		if exit, err := r.findHandlers(e, &o); exit != nil || err != nil {
			return cmp.Or(exit, fmt.Errorf("record: --tasks=%s: %w", foundTasks, err))
		}
	}
	result, err := r.runProgram(o)
	if err != nil {
		result.Close()
		return fmt.Errorf("record: %w", err)
	}
	if err := addSched(&result, r.out.path, e.memory); err != nil {
		fmt.Fprintf(os.Stderr, "tiv: record: the scheduler events are not in the trace: %v\n", err)
	}
	for i, t := range result.Traces {
		if i == 0 && merged > 1 {
			t += fmt.Sprintf(" (%d processes)", merged)
		}
		fmt.Fprintf(os.Stderr, "tiv: record: wrote %s\n", t)
	}
	exit := error(exitCode(result.ExitCode))
	switch {
	case r.noOpen || r.to != "" || len(result.Traces) == 0:
		return exit
	case !haveDisplay():
		fmt.Fprintf(os.Stderr, "tiv: record: no display to open it on; try tiv check %s\n", result.Traces[0])
		return exit
	}
	removeOnSignal(e.recordings.end)
	return cmp.Or(e.openWindow(result.Traces[0]), exit)
}

// checkTo returns an error if the recording of a program cannot be sent.
func (r *recordCommand) checkTo(program []string) error {
	if r.to == "" {
		return nil
	}
	command, err := gobuild.Parse(program)
	switch {
	case !sender.IsAddress(r.to):
		return fmt.Errorf("--to: %s is no address: want tcp://HOST:PORT, tls://HOST:PORT or unix:PATH", r.to)
	case err == nil && command.OnlyBuilds():
		return errors.New("--to: go build runs no program whose trace could be sent")
	case r.keep >= 0:
		return errors.New("--to: all of the trace is sent; --keep is for a file")
	case r.sched:
		return errors.New("--to: the scheduler events of --sched cannot be sent")
	case r.java == string(record.JavaJFR):
		return errors.New("--to: recordings of Java Flight Recorder cannot be sent; use --java agent")
	}
	return nil
}

// runProgram records the program, and sends the recording to --to.
func (r *recordCommand) runProgram(o record.Options) (record.Result, error) {
	if r.to == "" {
		return record.Run(context.Background(), o)
	}
	s := sending.New(r.to)
	if !r.named {
		folder, err := s.Folder()
		if err != nil {
			return record.Result{}, err
		}
		o.Out, o.OutJFR, o.Merge = filepath.Join(folder, "trace.bin"), filepath.Join(folder, "trace.jfr"), nil
	}
	o.Growing = s.Follow
	result, err := record.Run(context.Background(), o)
	if !r.named {
		result.Traces = nil // they are for the listener
	}
	if err != nil {
		s.RemoveFolder()
		return result, err
	}
	text, err := s.End()
	if err != nil {
		if result.ExitCode == 0 {
			return result, err
		}
		text = err.Error() // the exit code is the program's
	}
	fmt.Fprintf(os.Stderr, "tiv: record: %s\n", text)
	return result, nil
}

// addTasks adds the definitions of tasks that are given, that are around the program, and that
// are built in.
func (r *recordCommand) addTasks(o *record.Options) error {
	if filepath.Ext(o.Command[0]) == ".xml" && r.tasks.wanted() {
		return fmt.Errorf("--tasks %[1]s: a file of definitions needs a =: --tasks=%[1]s", o.Command[0])
	}
	list, err := r.tasks.load()
	if list != nil {
		o.Tasks = list
	}
	return err
}

// findHandlers runs the program for a short time, finds handlers in its stacks, and makes the
// recording one of their calls. It writes the definitions beside the trace. exit is the program's
// exit code if the user has interrupted it.
func (r *recordCommand) findHandlers(e *environment, o *record.Options) (exit, err error) {
	first := *o
	if r.tasks.first <= 0 {
		return nil, errors.New("--found-after: want a time above 0")
	}
	if command, err := gobuild.Parse(o.Command); err == nil && command.Verb == "build" {
		return nil, errors.New("go build runs no program in which handlers could be found")
	}
	dir, err := os.MkdirTemp("", "tiv-found-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	first.Out, first.OutJFR = filepath.Join(dir, "first.bin"), filepath.Join(dir, "first.jfr")
	first.For, first.Tasks, first.Keep, first.Sched = time.Duration(r.tasks.first), nil, 0, false
	first.Stdin, first.Stdout = nil, os.Stderr // the second run has the user's
	switch {
	case len(first.Calls) > 0:
	case gobuild.IsGo(o.Command):
		first.Calls = []string{"*"} // Go has no samples in a recording
	default:
		first.Java = record.JavaJFR // which has
	}
	o.Note(fmt.Sprintf("the program runs for %v to find its handlers; then it is interrupted, and runs again",
		tracefeed.Time(first.For)))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	result, err := record.Run(context.Background(), first)
	if err != nil {
		result.Close()
		return nil, err
	}
	defer result.Close()
	switch {
	case ctx.Err() != nil:
		return exitCode(result.ExitCode), nil
	case len(result.Traces) == 0:
		return nil, errors.New("nothing was recorded in which handlers could be found; a longer --found-after may help")
	}
	all, done, err := e.load(loading{command: "record", path: asOne(result.Traces)})
	if err != nil {
		return nil, err
	}
	defer done()
	h, err := found.Find(ctx, all.Timeline, handler.Options{}, handler.DefaultThresholds())
	if err != nil {
		return nil, err
	}
	list := h.Definitions()
	if len(list) == 0 {
		return nil, fmt.Errorf("no handlers were found within %v; a longer --found-after or --calls may help, and docs/handlers.md",
			tracefeed.Time(first.For))
	}
	return nil, r.useHandlers(o, list)
}

// useHandlers makes a recording one of the calls of handlers, besides those of definitions that the
// user has asked for, and writes the definitions.
func (r *recordCommand) useHandlers(o *record.Options, list definition.List) error {
	var names []string
	for _, d := range list {
		names = append(names, d.Name)
	}
	file := filepath.Join(filepath.Dir(o.Out), definition.FileName)
	use := ""
	if _, err := os.Stat(file); err == nil { // the user's
		file = strings.TrimSuffix(o.Out, filepath.Ext(o.Out)) + "-tasks.xml"
		use = "; tiv tasks and others find them with --tasks " + file
	}
	if err := replace.Bytes(file, []byte(list.Text())); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	o.Note(fmt.Sprintf("found %s: %s; definitions are in %s%s", tracefeed.Plural(len(list), "handler"), strings.Join(names, ", "), file,
		use))
	if given, ok := o.Tasks.(definition.List); ok && (len(r.tasks.files) > 1 || len(r.tasks.types) > 0) {
		list = slices.Concat(list, given)
	}
	o.Tasks = list
	return nil
}

// takeOutput takes the traces of both kinds from -o, and the recorder from its extension.
func (r *recordCommand) takeOutput(cmd *cobra.Command) {
	if r.named = cmd.Flags().Changed("output"); !r.named {
		r.outJFR = r.out
		r.outJFR.path = "trace.jfr"
	} else if !cmd.Flags().Changed("java") && filepath.Ext(r.out.path) == ".jfr" {
		r.java = string(record.JavaJFR)
	}
}

// options returns the options of the recording of a program.
func (r *recordCommand) options(program []string) record.Options {
	o := record.Options{Command: program, Out: r.out.path, MaxSize: int64(r.maxSize), MaxRate: int64(r.maxRate),
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	o.Locks, o.Java, o.OutJFR = record.Locks(r.locks), record.JavaRecorder(r.java), r.outJFR.path
	o.Sched, o.Calls, o.Objects, o.NoStacks = r.sched, r.calls, r.objects, r.noStack
	o.Channels, o.WaitDaemon = r.chans, r.daemons
	if r.keep >= 0 {
		o.Keep = time.Duration(r.keep)
	}
	return o
}

// checkOut returns an error if a trace would replace a file that is to be kept.
func (r *recordCommand) checkOut(program []string) error {
	var sources []replace.Source
	for _, word := range program {
		sources = append(sources, replace.Source{Path: word, What: "source"})
	}
	if r.out.streams() {
		return fmt.Errorf("%s: a recording needs a file", r.out.name())
	}
	for _, out := range []*target{&r.out, &r.outJFR} {
		if out.path == "" || out == &r.outJFR && gobuild.IsGo(program) {
			continue
		}
		if err := out.check(anyTrace, sources...); err != nil {
			return err
		}
		if r.named && !out.force && out.exists() {
			return out.taken()
		}
		if beside := (target{path: schedPath(out.path), force: out.force}); r.sched {
			if err := beside.check(anyTrace, sources...); err != nil {
				return err
			}
		}
	}
	return nil
}

// haveDisplay reports whether a window can be opened, as far as that is known before.
func haveDisplay() bool {
	return runtime.GOOS == "darwin" || runtime.GOOS == "windows" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// recordedTasks are the options of tasks of commands that record programs.
type recordedTasks struct {
	files, types []string
	// first is the time for which a program runs first, to find its handlers.
	first usage.Time
}

// noFile is the value of --tasks without a file, foundTasks that for handlers that are found.
const noFile, foundTasks = ".", "found"

// found reports whether handlers are to be found first.
func (r *recordedTasks) found() bool { return slices.Contains(r.files, foundTasks) }

// flags adds the flags; languages are those whose programs the command can record with tasks.
func (r *recordedTasks) flags(fs *pflag.FlagSet, languages string) {
	fs.StringArrayVar(&r.files, "tasks", nil, "Record for which task each thread works; a request, a query, what the "+
		"definitions in `FILE` say; again for more files; docs/tasks.md. "+languages)
	fs.Lookup("tasks").NoOptDefVal = noFile
	fs.StringSliceVar(&r.types, "task-types", nil, "Record only what definitions of these `TYPES` need, separated by commas")
}

// wanted reports whether tasks are to be recorded.
func (r *recordedTasks) wanted() bool { return len(r.files)+len(r.types) > 0 }

// load returns the definitions that are given, those around the working folder, and those that are
// built in; nil if no tasks are to be recorded.
func (r *recordedTasks) load() (definition.List, error) {
	if !r.wanted() {
		return nil, nil
	}
	files := slices.DeleteFunc(slices.Clone(r.files), func(file string) bool { return file == noFile || file == foundTasks })
	return definition.Load(".", files, r.types)
}

// mergeTraces writes one trace of those of several processes, and returns the number of
// processes in it, and the paths of traces that it leaves out. It writes none if only one
// is left.
func mergeTraces(paths []string, to string, memory *timeline.Memory) (processes int, left []string, err error) {
	feed, left, err := parts.OpenProcesses(paths)
	if feed == nil || err != nil {
		return 0, left, err
	}
	defer feed.Close()
	return feed.Count, left, writeFeed(to, feed, feed.Name, memory)
}
