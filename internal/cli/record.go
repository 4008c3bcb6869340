package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"tiv/internal/cli/memory"
	"tiv/internal/cli/usage"
	"tiv/internal/replace"
	"tiv/record"
	"tiv/record/gobuild"
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
	maxSize memory.Size
	maxRate memory.Size
	keep    usage.Time
	sched   bool
	calls   []string
	objects []string
	noStack bool
	split   bool
	daemons bool
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
tiv record --java jfr -- mvn test           the Java programs that a command starts
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
	fs.BoolVar(&r.split, "split", false, "Write a trace for each process; without it one trace has all processes "+
		"that the command starts, except recordings of Java Flight Recorder and with --sched")
	fs.StringArrayVar(&r.calls, "calls", nil, "Record the calls of functions that `PATTERN` covers; a name of a "+
		"function, type or package, * for any text; for Java, + before it for all that extends or implements it. Go, "+
		"Java, and C and C++ compiled with -finstrument-functions; docs/recording.md, docs/java.md")
	fs.StringArrayVar(&r.objects, "objects", nil,
		"Record the allocations and releases of objects whose classes `PATTERN` covers. Java only")
	fs.BoolVar(&r.sched, "sched", false, "Record the kernel's scheduler, too; the times at which threads really ran, "+
		"and the threads that woke them: docs/kernel.md. Needs root")
	for _, name := range []string{"split", "no-stacks", "objects"} {
		_ = fs.SetAnnotation(name, usage.Rare, nil) // only an unknown flag is an error
	}
	return cmd
}

func (r *recordCommand) run(e *environment, cmd *cobra.Command, program []string) error {
	r.takeOutput(cmd)
	if err := r.checkOut(program); err != nil {
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
	result, err := record.Run(context.Background(), o)
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
	case r.noOpen || len(result.Traces) == 0:
		return exit
	case !haveDisplay():
		fmt.Fprintf(os.Stderr, "tiv: record: no display to open it on; try tiv check %s\n", result.Traces[0])
		return exit
	}
	removeOnSignal(e.recordings.end)
	return cmp.Or(e.openWindow(result.Traces[0]), exit)
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
