package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tiv/attach"
	"tiv/internal/reduced"
	"tiv/proof/display"
	"tiv/record"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/parts"
	"tiv/workspace/loader"
)

// bench records programs and follows their tasks.
type bench struct {
	folder   string // for programs and traces
	requests int
	verbose  bool
	mu       sync.Mutex
	accounts bool // the programs say what tasks they have
	built    map[string]builtProgram
	x        display.Server
}

// builtProgram are the programs of a language.
type builtProgram struct {
	command []string
	// options are those of the recording; without any, the program records itself.
	options *record.Options
	err     error
}

// definitions are those of the tasks.
var definitions = append(definition.List{
	{Name: serve, Method: "serve", Class: "main", Type: "TRUTH"},
	{Name: serve, Method: "serve", Class: "Main", Type: "TRUTH"},
	{Name: serve, Method: "serve", Source: "proof/tasks/cpp/truth.cc", Type: "TRUTH"},
}, append(ofApplications, definition.BuiltIn()...)...)

// lists are those of the programs in Java, which put jobs into them. Libraries put other things there.
var lists = definition.List{
	{Name: "put", Method: "addLast", Class: "java/util/ArrayDeque", Type: "TRUTH", MarkObject: true, Argument: true},
	{Name: "put", Method: "addLast", Class: "java/util/concurrent/LinkedBlockingDeque", Type: "TRUTH", MarkObject: true, Argument: true},
}

// definitions are those of the tasks, and, of programs that are no applications, of their lists.
func (b *bench) definitions() definition.List {
	if b.accounts {
		return definitions
	}
	return slices.Concat(lists, definitions)
}

// serve is the type of the tasks.
const serve = "serve"

// measure records a variant of a program, and compares its tasks with the truth.
func (b *bench) measure(ctx context.Context, p program, seed int) (score, error) {
	trace, count := filepath.Join(b.folder, fmt.Sprintf("%s-%s-%d.trace", p.language, p.name, seed)), b.requests
	if p.language == attached {
		count = endless
	}
	variant := []string{fmt.Sprint(seed), fmt.Sprint(count)}
	var tl *timeline.Timeline
	var out string
	var err error
	if front, back, both := strings.Cut(p.language, "+"); both {
		tl, err = b.recordBoth(ctx, front, back, trace, variant)
	} else if out, err = b.recordIn(ctx, p.language, trace, p.name, variant[0], variant[1], trace+".spans"); err == nil {
		tl, _, err = read(trace, p.named()...)
	}
	if err != nil {
		return score{}, err
	}
	index, err := task.Build(ctx, tl, task.Options{Definitions: b.definitions()})
	if err != nil {
		return score{}, err
	}
	all := truth(ctx, tl)
	requests, err := requestsOf(index, all)
	if err != nil {
		return score{}, err
	}
	s := b.compare(tl, index, all, requests)
	if b.accounts {
		err = s.account(ctx, recorded{trace, tl, index, requests}, out)
	}
	return s, err
}

// recordIn records the programs of a language, and returns their output.
func (b *bench) recordIn(ctx context.Context, language, trace string, args ...string) (output string, err error) {
	b.mu.Lock()
	built, ok := b.built[language]
	if !ok {
		built = b.build(ctx, language)
		b.built[language] = built
	}
	b.mu.Unlock()
	if built.err != nil {
		return "", built.err
	}
	if language == attached {
		return b.recordRunning(ctx, built, trace, args...)
	}
	return b.record(ctx, built, trace, args...)
}

// recordBoth records two processes, the front and the back of a program, and reads their traces together.
// The back writes its address into a file.
func (b *bench) recordBoth(ctx context.Context, front, back, trace string, variant []string) (*timeline.Timeline, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	address := filepath.Join(b.folder, "address")
	os.Remove(address)
	traces := [2]string{trace + "-front.trace", trace + "-back.trace"}
	errs := make(chan error, len(traces))
	for i, language := range []string{front, back} {
		go func() {
			_, err := b.recordIn(ctx, language, traces[i], append(append([]string{[]string{"front", "back"}[i]}, variant...), address)...)
			if err != nil {
				cancel()
			}
			errs <- err
		}()
	}
	if err := errors.Join(<-errs, <-errs); err != nil {
		return nil, err
	}
	return readAll(traces[:]...)
}

// build builds the programs of a language.
func (b *bench) build(ctx context.Context, language string) builtProgram {
	switch language {
	case "cpp":
		return b.buildCpp(ctx, language, "proof/tasks/cpp/remote.cc")
	case "xlib":
		return b.onDisplay(ctx, b.buildCpp(ctx, language, "-lX11", "-lXtst"))
	case "java", attached:
		return b.buildJava(ctx, javaProgram{language, "java", "", ""})
	case "java25":
		return b.buildJava(ctx, javaProgram{language, "java", jdk25, ""})
	case "swing":
		return b.onDisplay(ctx, b.buildJava(ctx, javaProgram{language, "swing", "", ""}))
	case "tomcat":
		return b.buildJava(ctx, javaProgram{language, "tomcat", "", tomcat})
	case "go":
		return b.buildGo(ctx, language, "./proof/tasks/go")
	case "grpc", "otel":
		return b.buildGo(ctx, language, "./"+language, "-C", "proof/tasks/apps")
	}
	return builtProgram{err: fmt.Errorf("no language %q", language)}
}

// buildCpp compiles a program of C++, with more files or libraries, which is recorded with its calls.
func (b *bench) buildCpp(ctx context.Context, name string, more ...string) builtProgram {
	program := filepath.Join(b.folder, name)
	command := append([]string{"-std=c++17", "-O1", "-g", "-pthread", "-finstrument-functions", "-o", program,
		"proof/tasks/" + name + "/main.cc", "proof/tasks/cpp/truth.cc"}, more...)
	out, err := exec.CommandContext(ctx, "g++", command...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("g++: %w\n%s", err, out)
	}
	return builtProgram{err: err, command: []string{program},
		options: &record.Options{Tasks: b.definitions(), Calls: []string{"serve", "on_click", "as_*"}}}
}

// buildGo builds a program of Go that records itself.
func (b *bench) buildGo(ctx context.Context, name, pkg string, flags ...string) builtProgram {
	program, err := filepath.Abs(filepath.Join(b.folder, name))
	if err == nil {
		recording := builtProgram{options: &record.Options{Tasks: b.definitions()}, command: append([]string{"go", "build"}, flags...)}
		_, err = b.record(ctx, recording, program+".trace", "-o", program, pkg)
	}
	return builtProgram{command: []string{program}, err: err}
}

// record runs a command, which writes a trace, and returns its output.
func (b *bench) record(ctx context.Context, p builtProgram, trace string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	var out strings.Builder
	args = append(p.command[:len(p.command):len(p.command)], args...)
	if p.options == nil {
		cmd := exec.CommandContext(ctx, args[0], args[1:]...)
		cmd.Env = append(os.Environ(), "TIV_TRACE="+trace, "TIV_RECORD=items")
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("%v: %w\n%s", args, err, out.String())
		}
		return out.String(), nil
	}
	o := *p.options
	o.Command, o.Out, o.Stdout, o.Stderr = args, trace, &out, &out
	result, err := record.Run(ctx, o)
	if err == nil && result.ExitCode != 0 {
		err = fmt.Errorf("%v: exit code %d\n%s", args, result.ExitCode, out.String())
	}
	return out.String(), err
}

const (
	// endless is the number of requests of a program that is recorded while it runs, and does not end
	// before the recording does.
	endless = 1_000_000
	// part is for how long it is recorded.
	part = time.Second
)

// recordRunning starts a command, records a part of what it does, and returns its output until then.
func (b *bench) recordRunning(ctx context.Context, p builtProgram, trace string, args ...string) (output string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	var out strings.Builder
	cmd := exec.CommandContext(ctx, p.command[0], append(p.command[1:len(p.command):len(p.command)], args...)...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return "", err
	}
	defer func() {
		_, _ = cmd.Process.Kill(), cmd.Wait()
		output = out.String()
	}()
	o := attach.Options{Java: p.options.Java, Tasks: b.definitions(), Calls: p.options.Calls}
	r, err := attach.Process(cmd.Process.Pid, o)
	for err != nil && ctx.Err() == nil { // it is just starting
		time.Sleep(part / 10)
		r, err = attach.Process(cmd.Process.Pid, o)
	}
	if err != nil {
		return "", err
	}
	f, err := os.Create(trace)
	if err != nil {
		return "", err
	}
	defer f.Close()
	recorded, stop := context.WithCancel(ctx)
	defer stop()
	result, err := r.Record(recorded, f, func(note string) {
		if note != "" {
			fmt.Fprintln(os.Stderr, note)
		}
		time.AfterFunc(part, stop)
	})
	if err == nil && result.Ended {
		err = fmt.Errorf("%v has ended", args)
	}
	return "", err
}

// read reads a trace, and returns its begin on the wall clock, too, if it says that.
func read(trace string, without ...tracefeed.Kind) (tl *timeline.Timeline, wall int64, err error) {
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		return nil, 0, err
	}
	defer source.Close()
	var feed tracefeed.Feed = source
	if len(without) > 0 {
		feed = filtered{source, without}
	}
	tl, err = reduce(feed)
	if placed, ok := source.Feed.(tracefeed.Placed); ok {
		wall = placed.Place().Wall
	}
	return tl, wall, err
}

// readAll reads traces of several processes as one.
func readAll(traces ...string) (*timeline.Timeline, error) {
	var list []parts.Part
	for _, trace := range traces {
		list = append(list, parts.Part{Path: trace})
	}
	feed, err := parts.Open(list, parts.Options{Formats: loader.Formats()})
	if err != nil {
		return nil, err
	}
	defer feed.Close()
	return reduce(feed)
}

func reduce(feed tracefeed.Feed) (*timeline.Timeline, error) {
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err == nil && tl.Counts.Lost > 0 {
		err = errors.New("events are lost")
	}
	return tl, err
}

// filtered is a feed without events of some kinds.
type filtered struct {
	tracefeed.Feed
	without []tracefeed.Kind
}

// Batch returns the next events that are not left out.
func (f filtered) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	for {
		events, err := f.Feed.Batch(used)
		used = events
		events = slices.DeleteFunc(events, func(ev tracefeed.Event) bool { return slices.Contains(f.without, ev.Kind) })
		if err != nil || len(events) > 0 {
			return events, err
		}
	}
}
