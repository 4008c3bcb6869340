package languages

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tiv/record"
)

// A source is a recorder with the programs of one language, built.
type source struct {
	name, language string
	// command returns the command line of a program.
	command func(program string) []string
	java    record.JavaRecorder
	// builtIn: the recorder is in the programs.
	builtIn bool
	// title is the name in the documents.
	title string
	has   facts
}

// build builds the programs of all languages.
func build(t *testing.T) []source {
	t.Helper()
	dir := t.TempDir()
	golang := filepath.Join(dir, "go") + string(filepath.Separator)
	result, err := record.Run(t.Context(), record.Options{
		Command: []string{"go", "build", "-o", golang, "./demo/programs/...", "./proof/languages/go"},
		Dir:     "../..", Out: filepath.Join(dir, "x.trace"), Stderr: os.Stderr,
	})
	if err != nil || result.ExitCode != 0 {
		t.Fatalf("go build: %v, exit code %d", err, result.ExitCode)
	}
	classes, native := filepath.Join(dir, "classes"), filepath.Join(dir, "main")
	compile(t, "javac", "-d", classes, "java/*.java")
	compile(t, "g++", "-O1", "-g", "-no-pie", "-pthread", "-o", native, "cpp/*.cc")
	java := func(program string) []string {
		return []string{"java", "-XX:TieredStopAtLevel=1", "-cp", classes, "Main", program}
	}
	return []source{
		{name: "go", title: "Go", language: "go", builtIn: true, command: func(program string) []string {
			if _, err := os.Stat(golang + program); err == nil {
				return []string{golang + program}
			}
			return []string{golang + "go", program}
		}},
		{name: "agent", title: "Java, agent", language: "java", java: record.JavaAgent, command: java},
		{name: "jfr", title: "Java, Flight Recorder", language: "java", java: record.JavaJFR, command: java},
		{name: "native", title: "C, C++", language: "cpp", command: func(program string) []string {
			return []string{native, program}
		}},
	}
}

// compile runs a compiler with the files that the last argument matches.
func compile(t *testing.T, args ...string) {
	t.Helper()
	files, err := filepath.Glob(args[len(args)-1])
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), args[0], append(args[1:len(args)-1], files...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
}

// An interrupter interrupts a program a while after all of its threads have started.
type interrupter struct {
	text      bytes.Buffer
	once      sync.Once
	after     time.Duration
	interrupt context.CancelFunc
}

func (i *interrupter) Write(p []byte) (int, error) {
	n, err := i.text.Write(p)
	if strings.Contains(i.text.String(), "all started\n") {
		i.once.Do(func() { time.AfterFunc(i.after, i.interrupt) })
	}
	return n, err
}

// record records a program, and returns its trace.
func (src *source) record(t *testing.T, program string, hangs bool) (trace string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &interrupter{after: 500 * time.Millisecond, interrupt: func() {}}
	if src.java == record.JavaJFR { // its thread dumps are half a second apart
		out.after = 1300 * time.Millisecond
	}
	if hangs {
		out.interrupt = cancel
	}
	trace = filepath.Join(t.TempDir(), program+".trace")
	command := src.command(program)
	var err error
	if src.builtIn {
		cmd := exec.CommandContext(ctx, command[0], command[1:]...)
		cmd.Env = append(os.Environ(), "TIV_TRACE="+trace)
		cmd.Stdout, cmd.Stderr = out, out
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
		var exit *exec.ExitError
		if err = cmd.Run(); hangs && errors.As(err, &exit) {
			err = nil
		}
	} else {
		var result record.Result
		result, err = record.Run(ctx, record.Options{Command: command, Java: src.java, Dir: ".", Out: trace, Stdout: out, Stderr: out})
		if err == nil && (!slices.Equal(result.Traces, []string{trace}) || result.ExitCode != 0 && !hangs) {
			t.Fatalf("exit code %d, traces %v, notes %q\n%s", result.ExitCode, result.Traces, result.Notes, out.text.String())
		}
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out.text.String())
	}
	return trace
}
