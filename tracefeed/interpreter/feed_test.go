//go:build unix

package interpreter

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tiv/tracefeed"
)

// shell returns an interpreter that is a script of a shell, in a folder of the test.
func shell(t *testing.T, script string) Choice {
	t.Helper()
	c := Choice{Definition: Definition{Name: "x", Command: []string{"sh", "-c", script}, Limits: defaults}}
	c.File = &File{Path: filepath.Join(t.TempDir(), "interpreters.json"), Trusted: true}
	return c
}

// opened opens an interpreter. The test closes it.
func opened(t *testing.T, c Choice, in io.Reader) *Feed {
	t.Helper()
	f, err := Open(c, tracefeed.Input{Name: "trace", Reader: in}, []string{"EXTRA=more"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// readAll returns the times of all events, and the error that ends them.
func readAll(f tracefeed.Feed) (times []tracefeed.Time, err error) {
	for {
		events, err := f.Batch(nil)
		if err != nil {
			return times, err
		}
		for i := range events {
			times = append(times, events[i].Time)
		}
	}
}

// TestOutput reads the output of an interpreter that gets all bytes, in its folder and with its
// variables. Words of the command are no code for a shell.
func TestOutput(t *testing.T) {
	t.Parallel()
	c := shell(t, `echo tiv-text 1; echo "1ns $(wc -c) start"; echo "2ns A start name=$1-$EXTRA"; pwd > here; echo careful >&2`)
	const word = "$(touch${IFS}harm)"
	c.Command = append(c.Command, "sh", word)
	in := strings.NewReader(strings.Repeat("x", 1<<20))
	f := opened(t, c, in)
	times, err := readAll(f)
	if err != io.EOF || len(times) != 2 {
		t.Fatal(times, err)
	}
	threads := f.Tables().Threads
	if threads[1].ID != "1048576" || threads[2].Name != word+"-more" {
		t.Errorf("threads %+v", threads)
	}
	if h := f.Header(); h.Format != "x" || !strings.Contains(h.Note, `read by the interpreter "x" of `+c.File.Path) ||
		!strings.Contains(h.Note, `it printed "careful"`) {
		t.Errorf("%+v", h)
	}
	folder := filepath.Dir(c.File.Path)
	here, _ := os.ReadFile(filepath.Join(folder, "here"))
	if st, err := os.Stat(strings.TrimSpace(string(here))); err != nil {
		t.Error(err)
	} else if own, err := os.Stat(folder); err != nil || !os.SameFile(st, own) {
		t.Errorf("it ran in %s, want %s", here, folder)
	}
	if _, err := os.Stat(filepath.Join(folder, "harm")); err == nil {
		t.Error("a word of the command was run")
	}
	if a := f.Account(); a.Read != 1<<20 || a.Lines != 3 || !strings.HasPrefix(a.Start, "tiv-text 1\n1ns ") || a.Resources == "" {
		t.Errorf("%+v", a)
	}
}

// TestErrors checks that what could be read is kept, and that each fault is said with the line and the
// last printed lines.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		script string
		events int
		want   []string
	}{
		{`echo tiv-text 1; echo 1ns A start; echo 2ns A nonsense; echo oops >&2; sleep 1000`, 1, []string{"line 3 of its output", "nonsense"}},
		{`echo tiv-text 1; echo 1ns A start; echo no memory >&2; exit 3`, 1, []string{"exit status 3", "after line 2", `it printed "no memory"`}},
		{`cat > /dev/null`, 0, []string{"it has written nothing"}},
		{`echo not found >&2; exit 127`, 0, []string{"exit status 127", `"not found"`}},
		{`echo hello`, 0, []string{"line 1 of its output", "tiv-text"}},
		{`echo tiv-text 1; echo 5ns A start; echo 4ns A end`, 1, []string{"line 3", "time goes back"}},
		{`echo tiv-text 1; echo 5ns A start; kill -9 $$`, 1, []string{"killed"}},
		{`printf 'a\033[31m\n' >&2; exit 1`, 0, []string{`"a?[31m"`}},
		{`i=0; while [ $i -lt 30 ]; do echo line $i >&2; i=$((i+1)); done; exit 1`, 0, []string{`"line 27", "line 28", "line 29"`}},
	} {
		f := opened(t, shell(t, x.script), strings.NewReader("input"))
		times, err := readAll(f)
		if len(times) != x.events {
			t.Errorf("%s: %d events", x.script, len(times))
		}
		for _, want := range append(x.want, `interpreter "x" of `) {
			if err == io.EOF || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", x.script, err, want)
			}
		}
		if _, again := f.Batch(nil); again != err {
			t.Errorf("%s: then %v", x.script, again)
		}
	}
}

// A program that is not there is an error at once.
func TestNoProgram(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"no-such-program-of-tiv", "./none", "/none/x"} {
		c := shell(t, "")
		c.Command[0] = name
		if _, err := Open(c, tracefeed.Input{Reader: strings.NewReader("")}, nil); err == nil ||
			!strings.Contains(err.Error(), filepath.Base(name)) {
			t.Error(err)
		}
	}
}

// A relative path is one in the folder of the file.
func TestRelativeProgram(t *testing.T) {
	t.Parallel()
	c := shell(t, "")
	c.Command = []string{"./own"}
	script := "#!/bin/sh\necho tiv-text 1\necho 1ns A start\n"
	if err := os.WriteFile(filepath.Join(filepath.Dir(c.File.Path), "own"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	if times, err := readAll(opened(t, c, strings.NewReader("x"))); err != io.EOF || len(times) != 1 {
		t.Error(times, err)
	}
}

// TestLimits exceeds each limit. What came before is kept, and all processes are killed.
func TestLimits(t *testing.T) {
	t.Parallel()
	const begin = `echo tiv-text 1; echo 1ns A start; cat > /dev/null; `
	for _, x := range []struct {
		script string
		limits Limits
		want   string
	}{
		{begin + `echo $$ > pid; sleep 1000 & wait`, Limits{Quiet: 300 * time.Millisecond}, "neither read nor written for its limit of 300ms"},
		{begin + `while :; do echo 2ns A none; sleep 0.02; done`, Limits{Total: 500 * time.Millisecond}, "not ended within its limit of 500ms"},
		{begin + `yes 2ns A none`, Limits{Output: 1 << 20}, "more than its limit of 1 MiB"},
	} {
		c := shell(t, x.script)
		if c.Limits = defaults; x.limits.Quiet > 0 {
			c.Limits.Quiet = x.limits.Quiet
		}
		if x.limits.Total > 0 {
			c.Limits.Total = x.limits.Total
		}
		if x.limits.Output > 0 {
			c.Limits.Output = x.limits.Output
		}
		f := opened(t, c, strings.NewReader("input"))
		times, err := readAll(f)
		if len(times) == 0 || err == io.EOF || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %d events, %v, want %q", x.script, len(times), err, x.want)
		}
		gone(t, f)
	}
}

// gone checks that no process of the group is left. A killed one may be a zombie for a moment.
func gone(t *testing.T, f *Feed) {
	t.Helper()
	for range 1000 {
		if errors.Is(syscall.Kill(-f.process.cmd.Process.Pid, 0), syscall.ESRCH) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("a process of the group is left")
}

// TestMemoryLimit asks the shell for its limit, which is set before it gets input.
func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	c := shell(t, `read x; echo tiv-text 1; echo 1ns "$(ulimit -v)" start`)
	c.Limits.Memory = 3 << 30
	f := opened(t, c, strings.NewReader("x\n"))
	if times, err := readAll(f); err != io.EOF || len(times) != 1 {
		t.Fatal(times, err)
	}
	if got := f.Tables().Threads[1].ID; limitsMemory != (got == fmt.Sprint(3<<20)) {
		t.Errorf("the limit is %s KiB", got)
	}
}

// TestGrowing writes input bit by bit. Events come out as they are written, and waiting for input is
// within all limits of time.
func TestGrowing(t *testing.T) {
	t.Parallel()
	c := shell(t, `echo tiv-text 1; while read at; do echo "$at"ns A none; done`)
	c.Limits.Quiet, c.Limits.Total = 100*time.Millisecond, 5*time.Second
	r, w := io.Pipe()
	f := opened(t, c, r)
	for i := 1; i < 6; i++ {
		fmt.Fprintln(w, i)
		events, err := f.Batch(nil)
		if err != nil || len(events) != 1 || events[0].Time != tracefeed.Time(i) {
			t.Fatal(events, err)
		}
		time.Sleep(60 * time.Millisecond)
	}
	done := make(chan error)
	go func() {
		_, err := f.Batch(nil)
		done <- err
	}()
	time.Sleep(500 * time.Millisecond) // more than the limit, without input
	w.Close()
	if err := <-done; err != io.EOF {
		t.Error(err)
	}
}

// Interrupt ends a Batch of an interpreter that does nothing, with all that it has started.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	defer w.Close()
	f := opened(t, shell(t, `echo tiv-text 1; echo 1ns A start; sleep 1000 & sleep 1000`), r)
	if _, err := f.Batch(nil); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := f.Batch(nil)
		done <- err
	}()
	f.Interrupt()
	if err := <-done; err == io.EOF || !strings.Contains(err.Error(), "reading was stopped") {
		t.Error(err)
	}
	gone(t, f)
}

// An error of reading the input is that of the feed; events before it are kept.
func TestInputError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("1\n2\n"), reader{broken})
	f := opened(t, shell(t, `echo tiv-text 1; while read at; do echo "$at"ns A none; done`), in)
	if times, err := readAll(f); len(times) != 2 || err != broken {
		t.Error(times, err)
	}
}

// reader is a reader that fails.
type reader struct{ error }

func (r reader) Read([]byte) (int, error) { return 0, r.error }

// An interpreter need not read all of its input.
func TestUnreadInput(t *testing.T) {
	t.Parallel()
	f := opened(t, shell(t, `echo tiv-text 1; read x; echo 1ns A start`), strings.NewReader(strings.Repeat("x\n", 1<<20)))
	if times, err := readAll(f); len(times) != 1 || err != io.EOF {
		t.Error(times, err)
	}
}
