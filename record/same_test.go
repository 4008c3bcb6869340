package record_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tiv/record"
	"tiv/tracefeed"
)

// A behavior is what a command does: its exit code, as a shell shows it, and the lines of
// its output in order of their text, because threads write them.
type behavior struct {
	exit  int
	lines string
}

// outputOf runs a command with a file as its output, which daemons can keep open, and returns
// the lines. Variables of the recorder are left out, and so are process ids before a colon.
func outputOf(t *testing.T, run func(out *os.File) int) behavior {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	b := behavior{exit: run(out)}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(raw)) {
		if !strings.HasPrefix(line, "TIV_PRELOAD") && !strings.HasPrefix(line, "LD_PRELOAD=") &&
			line != "ASAN_OPTIONS=verify_asan_link_order=0\n" &&
			!strings.HasPrefix(line, "JAVA_TOOL_OPTIONS=") {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	b.lines = strings.Join(lines, "")
	return b
}

// smallEnv is the environment of these commands.
func smallEnv() []string { return []string{"PATH=" + os.Getenv("PATH"), "C=3"} }

// bare runs a command without recording it.
func bare(t *testing.T, command ...string) behavior {
	t.Helper()
	return outputOf(t, func(out *os.File) int {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Env, cmd.Stdout, cmd.Stderr, cmd.Dir = smallEnv(), out, out, t.TempDir()
		err := cmd.Run()
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			if status := exit.Sys().(syscall.WaitStatus); status.Signaled() {
				return 128 + int(status.Signal())
			}
		} else if err != nil {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode()
	})
}

// recordedAs records a command, with its result.
func recordedAs(t *testing.T, o record.Options) (behavior, record.Result) {
	t.Helper()
	return recordedUntil(t.Context(), t, o)
}

// recordedUntil does so until a context ends.
func recordedUntil(ctx context.Context, t *testing.T, o record.Options) (behavior, record.Result) {
	t.Helper()
	var result record.Result
	b := outputOf(t, func(out *os.File) (exit int) {
		var err error
		o.Env, o.Stdout, o.Stderr, o.Out = smallEnv(), out, out, filepath.Join(t.TempDir(), "trace.bin")
		if o.Dir == "" {
			o.Dir = t.TempDir()
		}
		if result, err = record.Run(ctx, o); err != nil {
			t.Fatal(err)
		}
		return result.ExitCode
	})
	return b, result
}

// TestNativeSame compares the behavior of programs with and without a recording, as the user
// that the test runs as: some calls are refused to some users.
func TestNativeSame(t *testing.T) {
	t.Parallel()
	program := compiled(t, "same.c")
	for _, name := range []string{"drop", "drop-all", "keep-capabilities", "thread-capabilities", "own-users", "own-processes",
		"switch-space", "other-root", "start", "start-cleared", "again", "fail-to-start", "shell", "limits", "few", "strict", "descriptors",
		"signals", "exit-elsewhere"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := bare(t, program, name)
			if want.exit == 1 {
				t.Fatalf("without a recording: %+v", want)
			}
			got, result := recordedAs(t, record.Options{Command: []string{program, name}})
			if got != want {
				t.Errorf("recorded: %+v\nbare: %+v", got, want)
			}
			if len(result.Traces) == 0 {
				t.Errorf("no trace: %v", result.Notes)
			}
		})
	}
}

// TestNativeSameSanitizers compares programs that a sanitizer checks, without a fault and with
// one. Their report has addresses and process ids, so that only the kind is compared.
func TestNativeSameSanitizers(t *testing.T) {
	t.Parallel()
	for sanitizer, notes := range map[string]string{"address": "", "leak": "", "undefined": "",
		"thread": "is built with -fsanitize=thread"} {
		t.Run(sanitizer, func(t *testing.T) {
			t.Parallel()
			program := compiled(t, "sanitized.c", "-fsanitize="+sanitizer)
			for _, arg := range []string{"right", sanitizer} {
				for _, command := range [][]string{{program, arg}, {"sh", "-c", program + " " + arg + "; exit $?"}} {
					want := bare(t, command...)
					got, result := recordedAs(t, record.Options{Command: command})
					if got.exit != want.exit || kindOf(got.lines) != kindOf(want.lines) {
						t.Errorf("%v: recorded: %+v\nbare: %+v", command, got, want)
					}
					if arg == "right" && (want.exit != 3 || want.lines != "4000\n") ||
						arg != "right" && sanitizer != "undefined" && want.exit == 3 {
						t.Errorf("%v: bare: %+v", command, want)
					}
					if said := strings.Join(result.Notes, "\n"); !strings.Contains(said, notes) || notes == "" && said != "" {
						t.Errorf("%v: notes %q", command, said)
					}
				}
			}
		})
	}
}

// kindOf returns the summary of a report of a sanitizer, without the place in the program.
func kindOf(report string) string {
	for line := range strings.Lines(report) {
		if rest, ok := strings.CutPrefix(line, "SUMMARY: "); ok {
			words := strings.Fields(rest)
			return strings.Join(words[:min(2, len(words))], " ")
		}
	}
	_, rest, _ := strings.Cut(report, "runtime error:")
	return rest
}

// TestNativeDaemon records a program that outlives the command: the recording ends with the
// command, with the daemon, or when it is interrupted. The daemon is not harmed.
func TestNativeDaemon(t *testing.T) {
	t.Parallel()
	program := compiled(t, "same.c")
	const ended, waits = "still running, and not recorded any more: same (process ", "the command has ended, waiting for same (process "
	for name, c := range map[string]struct {
		wait, interrupt bool
		notes           []string
	}{
		"command":   {notes: []string{ended}},
		"daemon":    {wait: true, notes: []string{waits}},
		"interrupt": {wait: true, interrupt: true, notes: []string{waits, ended}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			dir := t.TempDir()
			goOn := func() { os.WriteFile(filepath.Join(dir, "go-on"), nil, 0o666) }
			o := record.Options{Command: []string{program, "daemon"}, Dir: dir, WaitDaemon: c.wait}
			o.Note = func(text string) {
				awaitFile(t, filepath.Join(dir, "here"))
				switch {
				case !strings.HasPrefix(text, waits):
				case c.interrupt:
					cancel()
				default:
					goOn()
				}
			}
			b, result := recordedUntil(ctx, t, o)
			goOn()
			awaitFile(t, filepath.Join(dir, "done"))
			if !slices.EqualFunc(result.Notes, c.notes, strings.HasPrefix) || b.exit != 0 || len(result.Traces) == 0 {
				t.Fatalf("%+v, notes %q, traces %v", b, result.Notes, result.Traces)
			}
			for _, path := range result.Traces {
				if _, all := events(t, path); len(all) == 0 { // it fails without an end
					t.Errorf("%s is empty", path)
				}
			}
			if n := threadsOf(t, result.Traces[0]); c.wait && n != 4 {
				t.Errorf("%d threads", n)
			}
		})
	}
}

// threadsOf returns the number of threads in a trace, which may be that of a program that has
// become another one.
func threadsOf(t *testing.T, path string) int {
	t.Helper()
	source := opened(t, path)
	defer source.Close()
	for _, err := range tracefeed.All(source) {
		if err != nil && !strings.Contains(err.Error(), "was cut off") {
			t.Fatalf("%s: %v", path, err)
		}
	}
	return len(source.Tables().Threads) - 1
}

// awaitFile waits until there is a file.
func awaitFile(t *testing.T, path string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
		if time.Now().After(end) {
			t.Errorf("there is no %s", path)
			return
		}
	}
}

// TestNativeAgain has a trace of each program that a process runs, with the threads of each.
func TestNativeAgain(t *testing.T) {
	t.Parallel()
	_, result := recordedAs(t, record.Options{Command: []string{compiled(t, "same.c"), "again"}})
	var threads []int
	for _, path := range result.Traces {
		threads = append(threads, threadsOf(t, path))
	}
	if slices.Sort(threads); !slices.Equal(threads, []int{3, 4}) {
		t.Errorf("traces %v have %v threads, want 3 and 4: %v", result.Traces, threads, result.Notes)
	}
}

// TestNativeCleared records a program that is started without an environment, by a program that
// cannot see the one with the recorder's variables.
func TestNativeCleared(t *testing.T) {
	t.Parallel()
	program := compiled(t, "same.c")
	b, result := recordedAs(t, record.Options{Command: []string{"env", "-i", "X=1", program, "show"}})
	if want := "X=1\ncreate 0 \ncreate 0 \nshown\n"; b.exit != 7 || b.lines != want {
		t.Errorf("%+v, want %q", b, want)
	}
	if len(result.Traces) != 1 || threadsOf(t, result.Traces[0]) != 3 {
		t.Errorf("traces %v: %v", result.Traces, result.Notes)
	}
}

// TestNativeNoRoom limits the address space of a program: it has all of it, and a note says why
// there is no trace.
func TestNativeNoRoom(t *testing.T) {
	t.Parallel()
	program := compiled(t, "same.c")
	b, result := recordedAs(t, record.Options{Command: []string{"sh", "-c", "ulimit -v 1000000; exec " + program + " again"}})
	if want := "same has no trace: there is no room for it"; b.exit != 7 || len(result.Notes) != 1 ||
		!strings.HasPrefix(result.Notes[0], want) {
		t.Errorf("%+v, notes %q", b, result.Notes)
	}
}

// TestNativeUnseenChildren names the programs that could not be recorded, and where the recorder
// was taken out on purpose none.
func TestNativeUnseenChildren(t *testing.T) {
	t.Parallel()
	static, program := compiled(t, "storm.c", "-static"), compiled(t, "same.c")
	_, result := recordedAs(t, record.Options{Command: []string{"sh", "-c",
		static + " 2 100; " + static + " 2 50; env -u LD_PRELOAD " + program + " show; true"}})
	want := static + " is statically linked: it runs without being recorded, the programs that it starts are"
	if !slices.Equal(result.Notes, []string{want}) {
		t.Errorf("notes %q", result.Notes)
	}
	for _, path := range result.Traces {
		if strings.Contains(filepath.Base(path), "same") {
			t.Errorf("trace %s", path)
		}
	}
}
