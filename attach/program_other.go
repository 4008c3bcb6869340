//go:build !linux

package attach

import "errors"

func identify(int) (*program, error) {
	return nil, errors.New("only on Linux can TIV attach to a process; a Go program's URL works everywhere")
}

// Processes returns no processes.
func Processes() []Running { return nil }
