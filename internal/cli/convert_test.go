package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// converted converts a trace to a file of some name, and verifies it.
func converted(t *testing.T, trace, name string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), name)
	if r := tiv(t, "convert", trace, "-o", out, "--verify", "--quiet"); r.exit != exitOK || r.out != "" || r.errors != "" {
		t.Fatalf("convert %s: exit code %d, %q, %q", trace, r.exit, r.out, r.errors)
	}
	return out
}

// alone checks that nothing but some files is in their folder.
func alone(t *testing.T, path string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the folder has %v, want %v", got, names)
	}
}

// What was converted says the same as its source, to every command.
func TestConvert(t *testing.T) {
	t.Parallel()
	for _, trace := range []string{fixture("deadlock"), fixture("readers"), goTrace, "demo:server-5"} {
		bin := converted(t, trace, "x.bin")
		text := converted(t, bin, "x.tiv")
		again := converted(t, text, "y.bin")
		alone(t, bin, "x.bin")
		if !bytes.HasPrefix(read(t, text), []byte("tiv-text 1")) {
			t.Errorf("%s: a file *.tiv is no text", trace)
		}
		for _, table := range []string{"spans", "edges", "threads", "monitors", "buckets"} {
			want := tiv(t, "dump", trace, table, "--step", "50ms", "--runtime").out
			for _, copied := range []string{bin, text, again} {
				if got := tiv(t, "dump", copied, table, "--step", "50ms", "--runtime"); got.out != want {
					t.Errorf("%s of %s, converted to %s, are not the same: %s", table, trace, filepath.Base(copied), got.errors)
				}
			}
		}
		if want, got := tiv(t, "check", trace), tiv(t, "check", bin); got.out != want.out || got.exit != want.exit {
			t.Errorf("check %s: %s, and of the converted trace %s", trace, want.out, got.out)
		}
		if want, got := tiv(t, "info", trace, "--json"), tiv(t, "info", bin, "--json"); got.out != want.out {
			t.Errorf("info %s: %s, and of the converted trace %s", trace, want.out, got.out)
		}
	}
}

func TestConvertFormat(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, x := range []struct{ name, flag, start string }{
		{"a.tiv", "", "tiv-text 1"}, {"a.tiv", "bin", "\x89TIV"}, {"b", "", "\x89TIV"}, {"b", "text", "tiv-text 1"},
		{"c.json", "", `{"displayTimeUnit":"ns","traceEvents":[`}, {"d.pftrace", "", "\n\x04\x50\x01"}, {"b", "chrome", `{"display`},
	} {
		path := filepath.Join(dir, x.name)
		r := tiv(t, "convert", fixture("handoff"), "-o", path, "--format", x.flag, "--force")
		if r.exit != exitOK || !strings.HasPrefix(string(read(t, path)), x.start) {
			t.Errorf("%s with format %q: exit code %d, %s%.20q", x.name, x.flag, r.exit, r.errors, read(t, path))
		}
	}
	path := filepath.Join(dir, "c.json")
	if r := tiv(t, "convert", fixture("handoff"), "-o", path, "--verify"); r.exit != exitTrouble ||
		!strings.Contains(r.errors, "only bin and text can be verified") {
		t.Errorf("verifying a Chrome trace: exit code %d, %q", r.exit, r.errors)
	}
	if r := tiv(t, "convert", fixture("handoff"), "-o", path, "--format", "perfetto"); r.exit != exitTrouble ||
		!strings.Contains(r.errors, "exists and is not a Perfetto trace") {
		t.Errorf("a Perfetto trace over one of Chrome: exit code %d, %q", r.exit, r.errors)
	}
	if got, want := tiv(t, "dump", path, "spans").out, "2,0,"; !strings.Contains(got, want) {
		t.Errorf("the spans of a Chrome trace are\n%s", got)
	}
}

// What was there is replaced, with its mode, or stays.
func TestConvertReplaces(t *testing.T) {
	t.Parallel()
	path := write(t, "x.bin", []byte(oldBin))
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.bin")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if r := tiv(t, "convert", fixture("only-header"), "-o", link); r.exit != exitTrouble {
		t.Errorf("a trace that is not there: exit code %d", r.exit)
	}
	bad := write(t, "bad.tiv", []byte("tiv-text 1\nnonsense\n"))
	if r := tiv(t, "convert", bad, "-o", link); r.exit != exitTrouble || !strings.Contains(r.errors, "line 2") ||
		string(read(t, path)) != oldBin {
		t.Errorf("a trace with nothing in it: exit code %d, %q, the file has %.10q", r.exit, r.errors, read(t, path))
	}
	if r := tiv(t, "convert", fixture("handoff"), "-o", link); r.exit != exitOK || string(read(t, path)) == oldBin {
		t.Errorf("exit code %d, %q, the file has %.10q", r.exit, r.errors, read(t, path))
	}
	alone(t, path, "x.bin")
	if st, err := os.Lstat(link); err != nil || st.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link was replaced: %v, %v", st, err)
	}
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", st.Mode(), err)
	}
}

// A damaged trace is converted up to the damage, which stays known.
func TestConvertDamaged(t *testing.T) {
	t.Parallel()
	trace := write(t, "x.tiv", append(read(t, fixture("deadlock")), "oops\n"...))
	out := filepath.Join(filepath.Dir(trace), "x.bin")
	r := tiv(t, "convert", trace, "-o", out, "--verify", "--quiet")
	if r.exit != exitOK || !strings.Contains(r.errors, "line 16") || !strings.Contains(r.errors, "converted up to 210 ms") {
		t.Errorf("exit code %d, %q", r.exit, r.errors)
	}
	if r := tiv(t, "info", out); r.exit != exitOK || !strings.Contains(r.out, "line 16") {
		t.Errorf("the converted trace does not tell of the damage: %s%s", r.out, r.errors)
	}
	bin := filepath.Join(filepath.Dir(trace), "y.bin")
	tiv(t, "generate", "pool", "-o", bin, "--events", "200000", "--quiet")
	data := read(t, bin)
	data[len(data)/2] ^= 1
	if err := os.WriteFile(bin, data, 0o644); err != nil {
		t.Fatal(err)
	}
	r = tiv(t, "convert", bin, "-o", out, "--verify")
	if r.exit != exitOK || !strings.Contains(r.errors, "byte ") || !strings.Contains(r.errors, "converted up to") {
		t.Errorf("a trace.bin with one bit changed: exit code %d, %q", r.exit, r.errors)
	}
	if r := tiv(t, "check", out); !strings.Contains(r.errors, "damaged") {
		t.Errorf("the converted trace does not tell of the damage: %q", r.errors)
	}
}

// TestCutOff opens a trace whose end is missing, which is no damage, directly, converted, and
// with other names.
func TestCutOff(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "x.bin")
	tiv(t, "generate", "pool", "-o", bin, "--events", "200000", "--quiet")
	data := read(t, bin)
	if err := os.WriteFile(bin, data[:2*len(data)/3], 0o644); err != nil {
		t.Fatal(err)
	}
	again, renamed := filepath.Join(t.TempDir(), "again.bin"), filepath.Join(t.TempDir(), "renamed.bin")
	r := tiv(t, "convert", bin, "-o", again, "--quiet")
	tiv(t, "convert", bin, "-o", renamed, "--quiet", "--anonymize")
	said := []string{r.errors}
	for _, path := range []string{bin, again, renamed} {
		info, check := tiv(t, "info", path), tiv(t, "check", path)
		said = append(said, info.out, info.errors, check.errors)
	}
	for _, s := range said {
		if !strings.Contains(s, "the recording was cut off: ") || !strings.Contains(s, "; everything up to ") ||
			strings.Contains(s, "damaged") {
			t.Errorf("it says %q", s)
		}
	}
}

// tivLimited runs a command line that may write files of some blocks of 512
// bytes at most.
func tivLimited(t *testing.T, blocks string, args ...string) (exit int, errs string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", append([]string{"-c", `ulimit -f "$1" && shift && exec "$@"`, "sh", blocks, exe}, args...)...)
	cmd.Env = append(os.Environ(), asTiv+"=1")
	var out bytes.Buffer
	cmd.Stderr = &out
	var ee *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &ee) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String()
}

// Where nothing can be written, nothing is left behind.
func TestConvertNoRoom(t *testing.T) {
	t.Parallel()
	path := write(t, "x.bin", []byte(oldBin))
	for _, format := range []string{"bin", "text"} {
		for _, blocks := range []string{"0", "1", "8"} {
			exit, errs := tivLimited(t, blocks, "convert", goTrace, "-o", path, "--force", "--format", format)
			if exit != exitTrouble || errs != "tiv: convert: "+path+": file too large\n" || string(read(t, path)) != oldBin {
				t.Errorf("%s, %s blocks: exit code %d, %q, the file has %.10q", format, blocks, exit, errs, read(t, path))
			}
			alone(t, path, "x.bin")
		}
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		r := tiv(t, "convert", goTrace, "-o", "/dev/full", "--format", "text")
		if r.exit != exitTrouble || r.errors != "tiv: convert: /dev/full: no space left on device\n" {
			t.Errorf("a full disk: exit code %d, %q", r.exit, r.errors)
		}
	}
	dir := t.TempDir()
	for _, x := range []struct{ out, format, want string }{
		{filepath.Join(dir, "none", "x.bin"), "", "no such directory"},
		{filepath.Join(path, "x.bin"), "", "not a directory"},
		{dir, "", "is a directory"},
		{dir, "text", "is a directory"},
	} {
		r := tiv(t, "convert", fixture("handoff"), "-o", x.out, "--format", x.format)
		if r.exit != exitTrouble || !strings.Contains(r.errors, x.want) || !strings.Contains(r.errors, x.out) {
			t.Errorf("to %s: exit code %d, %q, want %q", x.out, r.exit, r.errors, x.want)
		}
	}
	alone(t, filepath.Join(dir, "x"))
}

// Text can go to a pipe.
func TestConvertToPipe(t *testing.T) {
	t.Parallel()
	r := tiv(t, "convert", fixture("handoff"), "-o", "/dev/stdout", "--format", "text")
	if r.exit != exitOK || !strings.HasPrefix(r.out, "tiv-text 1\n") || r.errors != "" {
		t.Errorf("exit code %d, %q, %.40q", r.exit, r.errors, r.out)
	}
}

// Ctrl-C ends it as a signal does, and leaves nothing behind.
func TestConvertInterrupted(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := write(t, "x.bin", []byte(oldBin))
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		cmd := exec.Command(exe, "convert", "/dev/stdin", "-o", path)
		cmd.Env = append(os.Environ(), asTiv+"=1")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		io.WriteString(in, "tiv-text 1\n0s A start\n"+strings.Repeat("1s A run\n", 100)) // and no end
		for range 3000 {
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".x.bin*")); len(left) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		cmd.Process.Signal(s)
		cmd.Wait()
		in.Close()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != s {
			t.Errorf("after %v it ended with %v", s, cmd.ProcessState)
		}
		alone(t, path, "x.bin")
		if string(read(t, path)) != oldBin {
			t.Errorf("the file has %.10q", read(t, path))
		}
	}
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "x.bin")
	for _, scenario := range []string{"pool", "server", "pipeline"} {
		args := []string{"generate", scenario, "-o", path, "--threads", "20", "--events", "30000", "--deadlock", "--extras",
			"--verify", "--quiet"}
		if r := tiv(t, args...); r.exit != exitOK || r.out != "" || r.errors != "" {
			t.Fatalf("%s: exit code %d, %q", scenario, r.exit, r.errors)
		}
		if r := tiv(t, "info", path, "--json"); !strings.Contains(r.out, `"events":30000,`) {
			t.Errorf("%s: %s", scenario, r.out)
		}
		if r := tiv(t, "check", path, "--fail-on", "deadlock"); r.exit != exitFindings {
			t.Errorf("%s: no deadlock: %s", scenario, r.out)
		}
	}
	first := tiv(t, "generate", "pool", "-o", "/dev/stdout", "--format", "text", "--events", "1000", "--seed", "7").out
	again := tiv(t, "generate", "pool", "-o", "/dev/stdout", "--format", "text", "--events", "1000", "--seed", "7").out
	other := tiv(t, "generate", "pool", "-o", "/dev/stdout", "--format", "text", "--events", "1000", "--seed", "8").out
	if first != again || first == other || strings.Count(first, "\n") < 1000 {
		t.Errorf("%d, %d and %d bytes from one seed twice and another", len(first), len(again), len(other))
	}
}

// Memory does not grow with the trace.
func TestConvertMemory(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "x.bin")
	text := filepath.Join(filepath.Dir(bin), "x.tiv")
	for _, args := range [][]string{{"generate", "pool", "-o", bin, "--events", "2000000"}, {"convert", bin, "-o", text},
		{"convert", text, "-o", bin}} {
		r := tiv(t, append(args, "--verify", "--quiet", "--memory", "64M")...)
		if r.exit != exitOK || r.memory > memoryFactor*150<<10 {
			t.Errorf("%v: exit code %d, %d KiB: %s", args, r.exit, r.memory, r.errors)
		}
	}
}
