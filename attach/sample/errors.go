package sample

import "errors"

var (
	// ErrNoProcess is the error of a process that does not exist.
	ErrNoProcess = errors.New("no such process")
	// ErrNotPermitted is the error of a process that may not be looked at.
	ErrNotPermitted = errors.New("not permitted: the kernel lets a program look at the threads of another only with the right to debug it")
)
