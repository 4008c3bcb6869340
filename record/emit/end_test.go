package emit_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tiv/record/emit"
	"tiv/tracefeed"
)

// child is set in the environment of a test that runs itself as a program that
// is recorded: it is the path of the trace.
const child = "TIV_EMIT_TEST_CHILD"

// scratch is a folder shared by several tests.
var scratch string

func TestMain(m *testing.M) {
	if path := os.Getenv(child); path != "" {
		tick(path)
	}
	var err error
	if scratch, err = os.MkdirTemp("", "emit"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// tick emits the time forever, and prints it after each event.
func tick(path string) {
	w, err := emit.Create(path, emit.Options{})
	if err != nil {
		panic(err)
	}
	f, name, start := w.Thread("1", "ticker"), w.Name("time"), time.Now()
	for {
		t := int64(time.Since(start))
		f.Counter(name, t)
		os.Stdout.WriteString(strconv.FormatInt(t, 10) + "\n")
		time.Sleep(500 * time.Microsecond)
	}
}

// A killed program loses at most its last 100 ms. If the machine delays it for
// longer than that during the kill, the test tries again.
func TestKilled(t *testing.T) {
	program := compile(t, stress)
	for name, command := range map[string]func(path string) *exec.Cmd{
		"C":  func(path string) *exec.Cmd { return exec.Command(program, path, "tick") },
		"Go": func(string) *exec.Cmd { return exec.Command(os.Args[0]) },
	} {
		lost := kill(t, command)
		for range 4 {
			if lost > 100*tracefeed.Millisecond {
				lost = kill(t, command)
			}
		}
		t.Logf("%s: the last %s are lost", name, lost)
		if lost > 100*tracefeed.Millisecond {
			t.Errorf("%s: the last %s are lost", name, lost)
		}
	}
}

// kill kills a program that ticks, and returns how long before its last line
// of output the trace ends.
func kill(t *testing.T, command func(path string) *exec.Cmd) tracefeed.Time {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trace.bin")
	cmd := command(path)
	cmd.Env = append(os.Environ(), child+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(out)
	first, err := in.ReadString('\n')
	last := first
	for err == nil {
		// Ticks are identified by their contents, not by the time of reading.
		if at(last)-at(first) > 300*tracefeed.Millisecond {
			cmd.Process.Kill()
		}
		var line string
		if line, err = in.ReadString('\n'); err == nil {
			last = line
		}
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	cmd.Wait()
	tr := load(t, path, false)
	told := tracefeed.Time(0)
	for _, ev := range tr.events {
		if ev.Kind == tracefeed.Counter {
			told = tracefeed.Time(ev.Value)
		}
	}
	if told < at(first) {
		t.Fatalf("the trace ends at %s, and begins at %s", told.Exact(), at(first).Exact())
	}
	return at(last) - told
}

func at(line string) tracefeed.Time {
	n, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
	if err != nil {
		panic(err)
	}
	return tracefeed.Time(n)
}

// A program may end as it likes: by return, by exec after a flush.
func TestEndsInC(t *testing.T) {
	program := compile(t, stress)
	for mode, complete := range map[string]bool{"count": true, "exec": false} {
		path, _ := record(t, program, mode, "5000")
		checkCounts(t, load(t, path, complete), 1, 5000)
	}
}

// A forked child leaves its parent's trace alone, and may begin its own.
func TestForks(t *testing.T) {
	path, _ := record(t, compile(t, stress), "forks")
	for path, want := range map[string][]int64{path: {1, 2, 3}, path + ".child": {101}} {
		tr := load(t, path, true)
		var got []int64
		for _, ev := range tr.events {
			if ev.Kind == tracefeed.Counter {
				got = append(got, ev.Value)
			}
		}
		if len(got) != len(want) || got[0] != want[0] || got[len(got)-1] != want[len(want)-1] {
			t.Errorf("%s tells of %v, want %v", filepath.Base(path), got, want)
		}
	}
}

// The events of signal handlers are recorded, or counted as lost: where one
// interrupts another call, and, as those of the thread itself, where a busy
// machine writes them too slowly.
func TestSignals(t *testing.T) {
	path, out := record(t, compile(t, stress), "signals", "3000000")
	handled, err := strconv.Atoi(out)
	if err != nil {
		t.Fatal(err)
	}
	tr := load(t, path, true)
	counts, last := map[string]int64{}, map[string]int64{}
	for _, ev := range tr.events {
		if ev.Kind != tracefeed.Counter {
			continue
		}
		name := tr.tables.Names[ev.Name]
		if ev.Value <= last[name] {
			t.Fatalf("%s: %d comes after %d", name, ev.Value, last[name])
		}
		counts[name]++
		last[name] = ev.Value
	}
	t.Logf("%d signals, told %v, %d lost", handled, counts, tr.lost())
	if counts["n"]+counts["handled"]+tr.lost() != int64(3000000+handled) || handled < 100 || counts["handled"] == 0 {
		t.Errorf("told %v and lost %d of 3000000 and %d signals", counts, tr.lost(), handled)
	}
}

// A full disk is an error at the end, and the part written before is a trace.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Fatal(err)
	}
	program := compile(t, stress)
	if out, err := exec.Command(program, "/dev/full", "full-disk", "1000").CombinedOutput(); err == nil {
		t.Errorf("a recording to a full disk begins: %s", out)
	}
	path := filepath.Join(t.TempDir(), "trace.bin")
	limited := exec.Command("sh", "-c", `trap "" XFSZ; ulimit -f 64; exec "$0" "$1" full-disk 1000000`, program, path)
	out, err := limited.CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "File too large" {
		t.Errorf("stopped with %q, %v", out, err)
	}
	tr := load(t, path, false)
	if tr.count(tracefeed.ThreadStart) != 1 {
		t.Error("nothing can be read")
	}
	if len(tr.damage) != 1 || !strings.Contains(tr.damage[0].Error(), "was cut off") {
		t.Errorf("what was not written whole is there: %v", tr.damage)
	}
}
