//go:build unix && !solaris && !aix

package record

import (
	"os"
	"syscall"
)

// tryLock locks a file until it is closed, or returns an error if another
// process has locked it.
func tryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
