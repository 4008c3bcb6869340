//go:build unix

package record

import (
	"os"
	"os/exec"
	"syscall"
)

// passedOn are the signals that end a program but can be handled.
var passedOn = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// sentByTerminal reports whether a terminal sends the signal to its whole
// foreground group.
func sentByTerminal(s os.Signal) bool { return s != syscall.SIGTERM }

// attributes returns the attributes of a process; leads puts it at the head of
// a new group.
func attributes(leads bool) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: leads}
	dieWithParent(a)
	return a
}

// foreignRights reports whether a program runs with the rights of another user or group
// than this process, because its file says so.
func foreignRights(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && (info.Mode()&os.ModeSetuid != 0 && int(st.Uid) != os.Getuid() ||
		info.Mode()&os.ModeSetgid != 0 && int(st.Gid) != os.Getgid())
}

// send sends a signal to a process, or to the group that it leads.
func send(p *os.Process, leads bool, s os.Signal) error {
	if leads {
		return syscall.Kill(-p.Pid, s.(syscall.Signal))
	}
	return p.Signal(s)
}

// exitCode returns the exit code as a shell shows it.
func exitCode(exit *exec.ExitError) int {
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return exit.ExitCode()
}
