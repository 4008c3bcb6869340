package cli

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The definitions of --tasks are read before anything is built.
func TestRecordTasksRefused(t *testing.T) {
	t.Parallel()
	bad := write(t, "bad.xml", []byte("<EVENTS>\n<EVENT CLASS=\"x\"/>\n</EVENTS>"))
	for _, c := range []struct{ args, want string }{
		{"--tasks my.xml -- go run .", "--tasks=my.xml"},
		{"--tasks=" + bad + " -- go run .", "bad.xml:2"},
		{"--tasks=nothing.xml -- go run .", "nothing.xml"},
		{"--task-types NONE -- go run .", "HTTP"},
	} {
		r := tiv(t, append([]string{"record", "--no-open"}, strings.Fields(c.args)...)...)
		if r.exit != exitTrouble || !strings.Contains(r.errors, c.want) {
			t.Errorf("%s: exit code %d, %s", c.args, r.exit, r.errors)
		}
	}
}

// javaShop is a program in Java whose requests are handled by a pool.
const javaShop = `
public class Shop {
	static final java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(1);
	static void handle() throws Exception { pool.submit(() -> { Thread.sleep(1); return 0; }).get(); }
	public static void main(String[] args) throws Exception {
		for (int i = 0; i < 3; i++) handle();
		pool.shutdown();
	}
}`

// Java programs are recorded with what definitions need, and with the jobs of their pools.
func TestRecordJavaTasks(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("no JDK")
	}
	program := write(t, "Shop.java", []byte(javaShop))
	definitions := write(t, "shop.xml", []byte(`<EVENTS><EVENT METHOD="handle" CLASS="Shop" NAME="Order" TYPE="SHOP"/></EVENTS>`))
	trace := filepath.Join(t.TempDir(), "x.bin")
	r := tiv(t, "record", "--tasks="+definitions, "--no-open", "-o", trace, "--", "java", program)
	if r.exit != exitOK {
		t.Fatalf("exit code %d: %s", r.exit, r.errors)
	}
	r = tiv(t, "tasks", trace, "--tasks", definitions, "--task-types", "SHOP", "--list", "--format", "csv")
	if rows := strings.Count(r.out, ",Order,"); rows != 3 || strings.Count(r.out, ";") != rows {
		t.Errorf("want 3 orders, each of two threads: %s%s", r.out, r.errors)
	}
}

// goPool is a program in Go whose workers take jobs from a channel, for 2 s.
const goPool = `package main

import "time"

var sums [20]int

func handle(job int) {
	for i := range 500_000 {
		sums[job] = sums[job]*31 + i
	}
}

func next(jobs chan int) int { return <-jobs }

func worker(jobs chan int) {
	for {
		handle(next(jobs))
	}
}

func main() {
	jobs := make(chan int)
	for range 20 {
		go worker(jobs)
	}
	for i := range 20 {
		time.Sleep(100 * time.Millisecond)
		jobs <- i
	}
	time.Sleep(50 * time.Millisecond)
}
`

// A program runs first to find its handlers, then to record their calls. A file of definitions of
// the user stays.
func TestRecordFoundTasks(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it runs a program four times")
	}
	program := write(t, "pool.go", []byte(goPool))
	dir := t.TempDir()
	for _, file := range []string{"tiv-tasks.xml", "x-tasks.xml"} {
		trace := filepath.Join(dir, "x.bin")
		r := tiv(t, "record", "--tasks=found", "--found-after", "1500ms", "--no-open", "--force", "-o", trace, "--", "go", "run", program)
		if r.exit != exitOK || !strings.Contains(r.errors, "found 1 handler: main.handle; definitions are in "+filepath.Join(dir, file)) {
			t.Fatalf("exit code %d: %s", r.exit, r.errors)
		}
		r = tiv(t, "tasks", trace, "--task-types", "FOUND", "--list", "--format", "csv")
		if rows := strings.Count(r.out, ",main.handle,"); rows != 20 {
			t.Errorf("want 20 tasks: %s%s", r.out, r.errors)
		}
	}
	for args, want := range map[string]string{
		"--tasks=found -- go build " + program:                   "go build runs no program",
		"--tasks=found --found-after 0s -- go run " + program:    "want a time above 0",
		"--tasks=found --found-after 500ms -- sleep 0.1":         "no handlers were found within 500 ms",
		"--tasks=found --tasks=nothing.xml -- go run " + program: "nothing.xml",
	} {
		r := tiv(t, append([]string{"record", "--no-open", "-o", filepath.Join(dir, "y.bin")}, strings.Fields(args)...)...)
		if r.exit == exitOK || !strings.Contains(r.errors, want) {
			t.Errorf("%s: exit code %d, %s", args, r.exit, r.errors)
		}
	}
}
