//go:build unix

package interpreter

import (
	"os"
	"syscall"
)

// leader are the attributes of a process that leads a group.
func leader() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the group that a process leads.
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }
