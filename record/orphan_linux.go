package record

import "syscall"

// dieWithParent has the kernel kill the process when this one ends first.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
