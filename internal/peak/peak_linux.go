// Package peak measures the largest memory that a process took. It knows nothing of traces.
package peak

import (
	"os"
	"syscall"
)

// Memory returns the most memory that an ended process had resident, in kB; 0 if
// the system does not say.
func Memory(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return int64(u.Maxrss)
	}
	return 0
}
