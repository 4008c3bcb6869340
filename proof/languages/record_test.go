package languages

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tiv/internal/recorded"
	"tiv/record"
	"tiv/tracefeed"
)

// A source is a recorder with the programs of one language, built.
type source struct {
	name, language string
	// command returns the command line of a program.
	command func(program string) []string
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
	classes := filepath.Join(dir, "classes")
	compile(t, "javac", "-d", classes, "java/*.java")
	return []source{
		{name: "go", title: "Go", language: "go", builtIn: true, command: func(program string) []string {
			if _, err := os.Stat(golang + program); err == nil {
				return []string{golang + program}
			}
			return []string{golang + "go", program}
		}},
		{name: "jfr", title: "Java Flight Recorder", language: "java", command: func(program string) []string {
			return []string{"java", "-XX:TieredStopAtLevel=1", "-cp", classes, "Main", program}
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

// hang is the time for which a program hangs before it is interrupted. The thread dumps
// of a Java recording are half a second apart.
const hang = 1300 * time.Millisecond

// An interrupter interrupts a program a while after all of its threads have started.
type interrupter struct {
	text      bytes.Buffer
	once      sync.Once
	interrupt context.CancelFunc
}

func (i *interrupter) Write(p []byte) (int, error) {
	n, err := i.text.Write(p)
	if strings.Contains(i.text.String(), "all started\n") {
		i.once.Do(func() { time.AfterFunc(hang, i.interrupt) })
	}
	return n, err
}

// record records a program, and returns its trace.
func (src *source) record(t *testing.T, program string, hangs bool) (trace string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &interrupter{interrupt: func() {}}
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
		result, err = record.Run(ctx, record.Options{Command: command, Dir: ".", Out: trace, Java: record.JavaJFR, Stdout: out, Stderr: out})
		if err == nil && (!slices.Equal(result.Traces, []string{trace}) || result.ExitCode != 0 && !hangs) {
			t.Fatalf("exit code %d, traces %v, notes %q\n%s", result.ExitCode, result.Traces, result.Notes, out.text.String())
		}
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out.text.String())
	}
	return trace
}

// tells records the program of a story and compares its trace with it. A busy machine can
// keep a program from its story, so it has three attempts.
func (src *source) tells(t *testing.T, s story) {
	var complaints []string
	for range 3 {
		trace := src.record(t, s.program, s.hangs)
		p := picture{classes: s.classes}
		if program, err := elf.Open(src.command(s.program)[0]); err == nil {
			p.symbols, _ = program.Symbols()
			program.Close()
		}
		var err error
		if p.tl, p.report, err = recorded.Find(t.Context(), trace); err != nil {
			t.Fatal(err)
		}
		if err := exclusive(trace); err != nil {
			t.Error(err)
		}
		src.has.add(&p)
		if complaints = s.compare(src.name, &p); len(complaints) == 0 {
			return
		}
		t.Logf("%s", strings.Join(complaints, "\n"))
	}
	t.Error("not so in three recordings")
}

// compare returns the differences of a picture to a story.
func (s *story) compare(source string, p *picture) (complaints []string) {
	want := exception{threads: s.threads, pairs: s.pairs, groups: s.groups, findings: s.findings}
	if x, ok := s.except[source]; ok {
		if x.threads != nil {
			want.threads = x.threads
		}
		if x.reason != "" {
			want.findings, want.pairs = x.findings, x.pairs
		}
	}
	complain := func(what string, got, want []string) {
		optional := func(line string) bool { return slices.Contains(want, "?"+line) }
		got = slices.DeleteFunc(slices.Clone(got), optional)
		want = slices.DeleteFunc(slices.Clone(want), func(line string) bool { return line[0] == '?' })
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			complaints = append(complaints, what+": got "+strings.Join(got, " | ")+"\n    want "+strings.Join(want, " | "))
		}
	}
	complain("threads", p.threads(), want.threads)
	if want.pairs != nil {
		complain("pairs", p.pairs(), want.pairs)
	}
	if want.groups != nil {
		from := tracefeed.Time(0)
		if s.last > 0 {
			from = p.tl.End - s.last
		}
		complain("groups", p.groups(from), want.groups)
	}
	complain("findings", p.findings(), want.findings)
	if s.cost != "" && p.cost() != s.cost {
		complaints = append(complaints, "most time is lost to lock "+p.cost()+", want "+s.cost)
	}
	if s.check != nil {
		if err := s.check(p); err != nil {
			complaints = append(complaints, err.Error())
		}
	}
	return complaints
}
