package record

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
)

// sharedName is the name of the memory that recorded processes have in common with this one,
// in the folder of their traces. record/preload/shared.h has its layout.
const sharedName = "shared"

// The layout.
const (
	sharedStop  = 0 // 4 bytes: 1 ends the recording
	sharedUsed  = 4 // 4 bytes: bytes of text that are used
	sharedText  = 16 + 8*1024
	sharedBytes = sharedText + 56<<10
)

// shared is this memory. Nil has no programs.
type shared struct{ path string }

// makeShared makes the memory.
func makeShared(dir string) (*shared, error) {
	s := &shared{filepath.Join(dir, sharedName)}
	return s, makeMemory(s.path, sharedBytes)
}

// streamsBytes is the size of the memory with the ends of streams: struct streams in
// record/preload/streams.h.
const streamsBytes = 8192 * 88

// makeMemory makes memory for recorded processes, those of other users, too, if this one can start
// some. It is written as a whole: a process that changes a part without a place on the disk is
// killed.
func makeMemory(path string, size int) error {
	if err := os.WriteFile(path, make([]byte, size), 0o666); err != nil || os.Geteuid() != 0 {
		return err
	}
	return os.Chmod(path, 0o666)
}

// end ends the traces of processes that still run.
func (s *shared) end() error {
	f, err := os.OpenFile(s.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteAt([]byte{1}, sharedStop)
	return err
}

// programs returns the paths of the programs that recorded processes have started, in the
// order of their first starts. A path with ! in front is that of a program which could not
// reach the files of the recording; a name with ? in front, of one without room for a trace.
func (s *shared) programs() (paths []string) {
	if s == nil {
		return nil
	}
	raw, err := os.ReadFile(s.path)
	if err != nil || len(raw) < sharedBytes {
		return nil
	}
	used := min(binary.LittleEndian.Uint32(raw[sharedUsed:]), sharedBytes-sharedText)
	for line := range bytes.SplitSeq(raw[sharedText:sharedText+used], []byte{0}) {
		if len(line) > 0 {
			paths = append(paths, string(line))
		}
	}
	return paths
}

// admitOthers lets the processes of other users, which only the superuser can start, write
// their traces to a folder in another one.
func admitOthers(dir string, in *folder) error {
	if os.Geteuid() != 0 {
		return nil
	}
	for _, f := range []string{in.top, in.path} {
		if err := os.Chmod(f, 0o711); err != nil {
			return err
		}
	}
	return os.Chmod(dir, 0o777|os.ModeSticky)
}
