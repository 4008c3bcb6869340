package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"tiv/attach"
	"tiv/attach/sample"
	"tiv/internal/cli/usage"
	"tiv/record"
	"tiv/tracefeed"
	"tiv/ui"
)

const attachLong = `Record a program that runs already, and watch its trace grow. Ctrl+C or closing the
window ends the recording and saves the trace; the program goes on unharmed.

What it is decides how it is recorded. A Go program that serves net/http/pprof sends its
execution trace; PID is enough if it listens on this machine. A Java program records
itself, with TIV's agent or with Java Flight Recorder. Any other program is looked at from outside every few
milliseconds: Linux shows what each thread waits for.
docs/attach.md has what each way can tell, and what it costs.
`

// ownSignals annotates commands that handle Ctrl+C themselves.
const ownSignals = "own-signals"

// attachCommand records a running program, and shows it in a window.
type attachCommand struct {
	out    target
	noOpen bool
	limit  usage.Time
	how    attach.Options
	period usage.Time
	java   string
	// handlers finds handlers while the trace is written, as handling says.
	handlers bool
	handling handling
	tasks    recordedTasks
}

func (a *attachCommand) describe() *cobra.Command {
	a.limit, a.period = -1, -1
	cmd := &cobra.Command{
		Use:   "attach PID|URL",
		Short: "Record a program that runs already, and watch it",
		Long:  attachLong,
		Example: `tiv attach 4242                             the process with this number
tiv attach $(pidof redis-server)            … or name
tiv attach http://localhost:6060            a Go program that serves net/http/pprof
tiv attach 4242 --for 10s --no-open         ten seconds, without a window
tiv attach 4242 --tasks                     for which requests a Java program works
tiv attach 4242 --handlers                  the functions that process its requests
`,
		Annotations:       map[string]string{ownSignals: "yes"},
		ValidArgsFunction: completeProcess,
	}
	fs := cmd.Flags()
	fs.StringVarP(&a.out.path, "output", "o", "", "Write `FILE`; default: the name of the program and its number")
	fs.BoolVar(&a.out.force, "force", false, "Replace FILE")
	fs.BoolVar(&a.noOpen, "no-open", false, "Open no window; Ctrl+C ends the recording")
	fs.Var(&a.limit, "for", "End the recording after this time")
	fs.BoolVar(&a.how.Sample, "sample", false, "Look at the threads from outside, whatever the program is")
	usage.AddWords(fs, &a.java, "java", "Java recorder", javaRecorders,
		"Recorder of a Java program; default: auto, TIV's agent if there are a C compiler and the headers of a JDK, "+
			"otherwise Flight Recorder")
	a.tasks.flags(fs, "Java; a Go program has them if it was built with tiv record --tasks")
	_ = fs.SetAnnotation("task-types", usage.Rare, nil)
	fs.BoolVar(&a.handlers, "handlers", false, "Find the functions that process requests and other events: the window shows their panel; "+
		"without a window they are printed, once their set has settled or at the end; docs/handlers.md")
	a.handling.add(fs)
	fs.Var(&a.period, "period", "Time between two looks; default: 10ms, longer with more than ten threads")
	return cmd
}

func (a *attachCommand) run(e *environment, cmd *cobra.Command, words []string) error {
	word := words[0]
	if err := a.checkHandling(cmd.Flags()); err != nil {
		return fmt.Errorf("attach: %w", err)
	}
	a.how.Agent, a.how.Java = agent, record.JavaRecorder(a.java)
	if a.java == "" && filepath.Ext(a.out.path) == ".jfr" {
		a.how.Java = record.JavaJFR
	}
	if a.period >= 0 {
		if a.how.Period = time.Duration(a.period); a.how.Period < leastPeriod {
			return fmt.Errorf("attach: --period %s is shorter than %v", &a.period, leastPeriod)
		}
	}
	if a.tasks.found() {
		return fmt.Errorf("attach: --tasks=%s: only tiv record finds handlers first; tiv handlers --write-tasks makes definitions",
			foundTasks)
	}
	definitions, err := a.tasks.load()
	if err != nil {
		return fmt.Errorf("attach: %w", err)
	}
	if a.tasks.wanted() {
		a.how.Tasks = definitions
	}
	r, err := recordingOf(word, a.how)
	if err != nil {
		return fmt.Errorf("attach: %s: %w", word, advised(err))
	}
	if !a.noOpen && !haveDisplay() {
		if a.limit < 0 {
			tell("no display for a window; Ctrl+C ends the recording")
		}
		a.noOpen = true
	}
	f, err := a.create(r)
	if err != nil {
		return fmt.Errorf("attach: %w", err)
	}
	return a.follow(e, r, f)
}

// leastPeriod is the shortest time between two looks.
const leastPeriod = time.Millisecond

// tell prints what the command does.
func tell(format string, args ...any) { fmt.Fprintf(os.Stderr, "tiv: attach: "+format+"\n", args...) }

// recordingOf returns the recording of a process, by its number, or of a program at a URL.
func recordingOf(word string, o attach.Options) (*attach.Recording, error) {
	if tracefeed.IsURL(word) {
		return attach.URL(word, o), nil
	}
	pid, err := strconv.Atoi(word)
	switch {
	case err != nil || pid <= 0:
		return nil, errors.New("neither the number of a process nor a URL; pidof NAME prints numbers")
	case pid == os.Getpid():
		return nil, errors.New("this is tiv itself")
	}
	return attach.Process(pid, o)
}

// advised adds advice to an error.
func advised(err error) error {
	if errors.Is(err, sample.ErrNotPermitted) {
		return fmt.Errorf("%w; run tiv as the user of the program and, where /proc/sys/kernel/yama/ptrace_scope is 1, "+
			"after sudo sysctl kernel.yama.ptrace_scope=0, or run it with sudo", err)
	}
	return err
}

// create creates the file of the trace.
func (a *attachCommand) create(r *attach.Recording) (*os.File, error) {
	const fresh = os.O_RDWR | os.O_CREATE | os.O_EXCL
	if a.out.path == "" {
		for i := 1; ; i++ {
			f, err := os.OpenFile(numbered(r.Name, i, r.Extension), fresh, 0o666)
			if !errors.Is(err, os.ErrExist) {
				return f, err
			}
		}
	}
	if a.out.streams() {
		return nil, fmt.Errorf("%s: a recording needs a file", a.out.name())
	}
	if a.out.force {
		if err := a.out.check(anyTrace); err != nil {
			return nil, err
		}
		return os.OpenFile(a.out.path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	}
	f, err := os.OpenFile(a.out.path, fresh, 0o666)
	if errors.Is(err, os.ErrExist) {
		err = a.out.taken()
	}
	return f, err
}

// numbered returns the i-th name, from 1, of a recording without one of the user's: "trace.bin", "trace.2.bin".
func numbered(name string, i int, extension string) string {
	if i > 1 {
		name = fmt.Sprintf("%s.%d", name, i)
	}
	return name + extension
}

// attached is a recording in progress.
type attached struct {
	*attach.Recording
	file    *os.File
	writing atomic.Bool
	began   chan struct{} // closed with the first data
	done    chan struct{} // closed after the last
	result  attach.Result
	err     error
}

// follow records until Ctrl+C, the end of the window, of the time or of the program, and
// reports what was written.
func (a *attachCommand) follow(e *environment, r *attach.Recording, f *os.File) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	recorded, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, line := range r.About {
		tell("%s", line)
	}
	x := &attached{Recording: r, file: f, began: make(chan struct{}), done: make(chan struct{})}
	go x.record(recorded)
	var shown error
	printed := func() error { return nil }
	select {
	case <-x.done:
	case <-x.began:
		if a.limit >= 0 {
			defer time.AfterFunc(time.Duration(a.limit), cancel).Stop()
		}
		if !a.noOpen {
			shown = e.show(f.Name(), ui.Options{Quit: ctx.Done(), First: a.panel()}, x.writing.Load)
			cancel()
		} else if a.handlers {
			printed = a.printHandlers(e, x)
		}
	}
	<-x.done
	return errors.Join(x.end(), shown, printed())
}

// record writes the trace.
func (x *attached) record(ctx context.Context) {
	defer close(x.done)
	x.writing.Store(true)
	x.result, x.err = x.Record(ctx, x.file, func(remark string) {
		if remark != "" {
			tell("%s", remark)
		}
		tell("writing %s", x.file.Name())
		close(x.began)
	})
	x.err = errors.Join(x.err, x.file.Close())
	x.writing.Store(false)
	if x.result.Ended && x.err == nil {
		tell("the program has ended, or sends no more")
	}
}

// end reports what was written. A file without a trace is removed.
func (x *attached) end() error {
	select {
	case <-x.began:
	default:
		os.Remove(x.file.Name())
		if x.err == nil {
			x.err = errors.New("it has sent nothing yet")
		}
		return fmt.Errorf("attach: %s: %w", x.Name, advised(x.err))
	}
	if x.result.Remark != "" {
		tell("%s", x.result.Remark)
	}
	tell("wrote %s", x.file.Name())
	if x.err != nil {
		return fmt.Errorf("attach: %s: %w", x.file.Name(), x.err)
	}
	return nil
}

// completeProcess completes the number of a process of the user's.
func completeProcess(_ *cobra.Command, words []string, start string) (numbers []string, _ cobra.ShellCompDirective) {
	if len(words) == 0 {
		for _, p := range attach.Processes() {
			if n := strconv.Itoa(p.PID); strings.HasPrefix(n, start) {
				numbers = append(numbers, n+"\t"+shortened(p.Command))
			}
		}
	}
	return numbers, cobra.ShellCompDirectiveNoFileComp
}

// shortened returns a command line that fits into a list of a terminal.
func shortened(command string) string {
	const longest = 60
	if runes := []rune(command); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return command
}
