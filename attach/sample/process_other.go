//go:build !linux

package sample

import "errors"

// process and threadFiles are empty: other systems show less of a process than Linux.
type (
	process     struct{}
	threadFiles struct{}
)

func openProcess(int) (*process, error) {
	return nil, errors.New("only Linux shows what the threads of another program wait for")
}

func (*process) close()                               {}
func (*process) count() int                           { return 0 }
func (*process) threads() ([]int, error)              { return nil, nil }
func (*process) name() string                         { return "" }
func (*process) openThread(int) (*threadFiles, error) { return nil, nil }
func (*process) memory(uint64, []byte) bool           { return false }
func (*process) file(uint64) string                   { return "" }
func (*process) watches(uint64) []uint64              { return nil }
func (*threadFiles) close()                           {}
func (*threadFiles) name() string                     { return "" }
func (*threadFiles) read() (*seen, call, error)       { return nil, call{}, nil }
func (*threadFiles) kernelFunction() string           { return "" }
func (*threadFiles) onDisk() bool                     { return false }
