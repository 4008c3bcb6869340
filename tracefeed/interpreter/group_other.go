//go:build !unix

package interpreter

import (
	"os"
	"syscall"
)

func leader() *syscall.SysProcAttr { return nil }

// killGroup kills a process alone: there are no groups.
func killGroup(p *os.Process) { p.Kill() }
