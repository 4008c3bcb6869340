//go:build !unix

package record

import (
	"os"
	"os/exec"
	"syscall"
)

var passedOn = []os.Signal{os.Interrupt}

func sentByTerminal(os.Signal) bool { return true }

func attributes(bool) *syscall.SysProcAttr { return nil }

func foreignRights(os.FileInfo) bool { return false }

// send ends the process: other signals do not exist here.
func send(p *os.Process, _ bool, _ os.Signal) error { return p.Kill() }

func exitCode(exit *exec.ExitError) int { return exit.ExitCode() }
