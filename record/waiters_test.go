package record_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"tiv/attach/sample"
	"tiv/record"
)

// waiters are programs of one language all of whose threads wait: healthy ones, in which
// something ends the waits, and their broken twins.
type waiters struct {
	command func(t *testing.T) []string
	// twins are the findings of the broken twins, as accusations returns them, by the names
	// of the programs.
	twins map[string]string
}

var allWaiters = map[string]waiters{
	"c": {func(t *testing.T) []string { return []string{compiled(t, "waiters.c")} }, map[string]string{
		"pool":      "stuck waiters worker a worker b",
		"loop":      "stuck waiters worker",
		"timer":     "stuck waiters",
		"signals":   "stuck waiters worker",
		"server":    "stuck handler waiters",
		"tokens":    "stuck refill taker waiters",
		"child":     "stuck waiters",
		"reader":    "stuck reader waiters",
		"timed":     "stuck waiters worker",
		"rwlock":    "stuck reader",
		"rounds":    "stuck early waiters",
		"joins":     "stuck task waiters",
		"order":     "deadlock first second third",
		"file-lock": "deadlock file mutex",
		"messages":  "stuck answers waiters",
		"named":     "stuck waiters worker",
		"words":     "stuck waiters worker",
		"once":      "stuck first second waiters",
	}},
	"c++": {func(t *testing.T) []string { return []string{compiled(t, "waiters.cc", "-std=c++20", "-O0")} }, map[string]string{
		"promises":   "stuck first second waiters",
		"latches":    "stuck waiters",
		"words":      "stuck waiter waiters",
		"semaphores": "stuck refill taker waiters",
		"upgrades":   "deadlock first second",
		"stops":      "stuck waiters worker",
		"statics":    "stuck first second waiters",
	}},
	"rust": {func(t *testing.T) []string { return []string{compiledRust(t, "waiters.rs")} }, map[string]string{
		"channels":  "stuck first second waiters",
		"order":     "stuck first second waiters", // its locks have no owners
		"condition": "stuck waiters",
		"park":      "stuck parked waiters",
		"forgotten": "stuck waiters",
		"joins":     "stuck task waiters",
		"sockets":   "stuck waiters worker",
	}},
	"python": {func(*testing.T) []string { return []string{"/usr/bin/python3", "testdata/python/waiters.py"} }, map[string]string{
		"pool":     "stuck Python thread python3",
		"jobs":     "stuck Python thread python3",
		"order":    "deadlock Python thread python3",
		"event":    "stuck python3",
		"notified": "stuck Python thread python3",
		"child":    "stuck Python thread python3",
	}},
}

// TestIdle records idle programs and their broken twins, which are killed once they hang, and
// idle ones that end, and attaches to idle ones. Only the twins are accused. The programs
// wait nearly all of the time, so many run at once.
func TestIdle(t *testing.T) {
	t.Parallel()
	recordNative(t, record.Options{Command: []string{"true"}}) // compiles the library, once
	var running sync.WaitGroup
	slots := make(chan struct{}, 8)
	for language, all := range allWaiters {
		command := all.command(t)
		for name, twin := range all.twins {
			for how, check := range map[string]func(*testing.T, []string){
				"killed": idleKilled, "ended": idleEnded, "attached": idleAttached,
				"broken": func(t *testing.T, command []string) { brokenKilled(t, command, twin) },
			} {
				slots <- struct{}{}
				running.Go(func() {
					defer func() { <-slots }()
					t.Run(language+"/"+name+"/"+how, func(t *testing.T) { check(t, append(slices.Clip(command), name)) })
				})
			}
		}
	}
	running.Wait()
}

// idleKilled kills a healthy program that is idle.
func idleKilled(t *testing.T, command []string) {
	checkWaiters(t, recordNative(t, record.Options{Command: hanging(append(command, "healthy")...)}), 128+9, nil)
}

// idleEnded records a healthy program up to its end.
func idleEnded(t *testing.T, command []string) {
	checkWaiters(t, recordNative(t, record.Options{Command: append(command, "healthy", "500")}), 0, nil)
}

// brokenKilled kills a broken twin.
func brokenKilled(t *testing.T, command []string, want string) {
	checkWaiters(t, recordNative(t, record.Options{Command: hanging(append(command, "broken")...)}), 128+9, []string{want})
}

// checkWaiters compares the findings that accuse with those wanted.
func checkWaiters(t *testing.T, r nativeRun, exit int, want []string) {
	t.Helper()
	if r.ExitCode != exit || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	if got := accusations(t, r.Traces[0]); !slices.Equal(got, want) {
		t.Errorf("findings %q, want %q", got, want)
	}
}

// idleAttached attaches to a healthy program that is idle.
func idleAttached(t *testing.T, command []string) {
	cmd := exec.Command(command[0], append(command[1:], "healthy")...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	record.UntilAsleep(cmd.Process.Pid, 200*time.Millisecond)
	path := filepath.Join(t.TempDir(), "trace.bin")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if _, err := sample.Run(ctx, cmd.Process.Pid, out, sample.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := accusations(t, path); len(got) > 0 {
		t.Errorf("findings %q", got)
	}
}
