package record

import (
	"os"
	"syscall"
	"unsafe"
)

// inForeground reports whether the terminal sends its signals both to this
// process and to its children, so that passing them on would duplicate them.
func inForeground() bool {
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	defer tty.Close()
	var group int32
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, tty.Fd(), syscall.TIOCGPGRP, uintptr(unsafe.Pointer(&group)))
	return errno == 0 && int(group) == syscall.Getpgrp()
}
