package record

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// killHanging is the first argument of the test's program if it is to kill another one once
// that hangs.
const killHanging = "kill-hanging"

// runUntilItHangs starts a program, kills it with all of its threads asleep, and returns its
// exit code.
func runUntilItHangs(args []string) int {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go func() {
		UntilAsleep(cmd.Process.Pid, time.Second)
		cmd.Process.Kill()
	}()
	cmd.Wait()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		return 128 + int(status.Signal())
	}
	return cmd.ProcessState.ExitCode()
}

// UntilAsleep returns once all threads of a process have slept for a time. How busy the
// machine is does not matter: a thread that could run does not sleep.
func UntilAsleep(pid int, long time.Duration) {
	const look = 50 * time.Millisecond
	before, same := "", time.Duration(0)
	for ; same < long; time.Sleep(look) {
		if now := sleepers(pid); now == "" || now != before {
			before, same = now, 0
		} else {
			same += look
		}
	}
}

// sleepers describes the threads of a process, but for the recorder's own: the number of
// times that each has run. It is empty if one does not sleep.
func sleepers(pid int) string {
	var all strings.Builder
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	for _, file := range files {
		raw, err := os.ReadFile(file)
		text := string(raw)
		switch {
		case strings.HasPrefix(text, "Name:\ttiv-recorder\n"):
			continue
		case err != nil || !strings.Contains(text, "State:\tS"):
			return ""
		}
		_, switches, _ := strings.Cut(text, "voluntary_ctxt_switches:")
		all.WriteString(file + switches)
	}
	return all.String()
}
