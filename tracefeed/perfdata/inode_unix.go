//go:build unix

package perfdata

import (
	"os"
	"syscall"
)

// inode returns the number of a file.
func inode(st os.FileInfo) uint64 {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return s.Ino
	}
	return 0
}
