package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// frontTasks is a front that asks a back, in two text traces.
var frontTasks = map[string]string{
	"front.tiv": `tiv-text 1
0ms F start
1ms F call-enter x.Serve
2ms F put what=tcp%20f%20>%20b
2ms F put what=tcp%20f%20>%20b value=10
9ms F call-exit x.Serve
`,
	"back.tiv": `tiv-text 1
0ms B start
4ms B take what=tcp%20f%20>%20b value=10
7ms B io-start net what=tcp%20f%20>%20b
9ms B io-end
`,
	"tiv-tasks.xml": `<EVENTS><EVENT METHOD="Serve" NAME="order"/></EVENTS>`,
	"both.join":     "tiv-join 1\nfront.tiv\nback.tiv offset=0ns\n",
	"early.join":    "tiv-join 1\nfront.tiv\nback.tiv offset=-3ms\n",
}

// The tasks of traces that a list joins go from process to process. Clocks that differ by more than a
// message takes are said, and carry nothing.
func TestTasksOfProcesses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range frontTasks {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ list, threads, says string }{
		{"both.join", "ed,p1/F;p2/B,", ""},
		{"early.join", "ed,p2/F,", "1 reads were up to 1 ms before the write of their bytes: the clocks of the processes differ"},
	} {
		r := tiv(t, "tasks", filepath.Join(dir, test.list), "--list", "--format", "csv")
		if !strings.Contains(r.out, test.threads) || !strings.Contains(r.errors, test.says) {
			t.Errorf("%s: %s%s", test.list, r.out, r.errors)
		}
	}
	r := tiv(t, "tasks", filepath.Join(dir, "front.tiv"), filepath.Join(dir, "back.tiv"))
	if r.exit != exitTrouble || !strings.Contains(r.errors, "back.tiv: its clock cannot be compared with that of front.tiv") {
		t.Errorf("exit %d: %s", r.exit, r.errors)
	}
	for _, word := range []string{"-", "demo:pool", "https://localhost/x"} {
		if r := tiv(t, "tasks", filepath.Join(dir, "front.tiv"), word); r.exit != exitTrouble ||
			!strings.Contains(r.errors, "only files can be read together") {
			t.Errorf("%s: exit %d: %s", word, r.exit, r.errors)
		}
	}
}

// Two programs that are recorded apart are read together.
func TestRecordedApart(t *testing.T) {
	t.Parallel()
	dirs := [2]string{t.TempDir(), t.TempDir()}
	program, port := filepath.Join(dirs[0], "front"), filepath.Join(dirs[0], "at")
	source := filepath.Join("..", "..", "record", "testdata", "native", "front.c")
	out, err := exec.Command("gcc", "-O2", "-g", "-pthread", "-finstrument-functions", "-o", program, source).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	definitions := filepath.Join(dirs[0], "my.xml")
	if err := os.WriteFile(definitions, []byte(`<EVENTS><EVENT METHOD="request" NAME="request"/></EVENTS>`), 0o666); err != nil {
		t.Fatal(err)
	}
	var traces [2]string
	done := make(chan result)
	for i, role := range []string{"front", "back"} {
		traces[i] = filepath.Join(dirs[i], role+".bin")
		go func() {
			done <- tiv(t, "record", "--tasks="+definitions, "--no-open", "-o", traces[i], "--", program, role, port)
		}()
	}
	for range traces {
		if r := <-done; r.exit != exitOK {
			t.Fatalf("exit %d: %s", r.exit, r.errors)
		}
	}
	r := tiv(t, "tasks", traces[0], traces[1], "--tasks", definitions, "--list", "--format", "csv")
	both := 0
	for row := range strings.Lines(r.out) {
		if _, threads, _ := strings.Cut(row, ",observed,"); strings.Contains(threads, ";") {
			both++
		}
	}
	if both != 400 || strings.Contains(r.errors, "clocks") {
		t.Errorf("%d tasks of both processes, want 400; %s", both, r.errors)
	}
	r = tiv(t, "dump", traces[0], traces[1], "processes")
	if r.exit != exitOK || strings.Count(r.out, "\n") != 3 {
		t.Errorf("processes: %s%s", r.out, r.errors)
	}
}
