package record

import "syscall"

// dieWithParent makes the kernel kill the process when this one ends first.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
