// Package replace writes files atomically, and decides which existing files may
// be replaced. Until a file is complete, its contents are in a temporary file
// beside it, which RemoveUnfinished removes when a signal ends the program.
package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// File writes a temporary file beside path, syncs it to the disk, and renames it
// to path. A symbolic link stays: its target is replaced. An existing file keeps
// its permissions; a new one has 0644. On an error of write or of the file
// system, which has no path, the old file stays and the temporary one is removed.
// It is an error if path exists and is not a regular file.
func File(path string, write func(*os.File) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if st, err := os.Stat(path); err == nil {
		if !st.Mode().IsRegular() {
			return errors.New("exists and is not a regular file")
		}
		mode = st.Mode().Perm()
	}
	var tmp *renameio.PendingFile
	f, done, err := unfinished.create(func() (f *os.File, err error) {
		tmp, err = renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)), renameio.WithStaticPermissions(mode))
		if err != nil {
			return nil, err
		}
		return tmp.File, nil
	})
	if err != nil {
		return Bare(err)
	}
	defer done()
	defer tmp.Cleanup()
	if err := write(f); err != nil {
		return Bare(err)
	}
	return Bare(tmp.CloseAtomicallyReplace())
}

// Bytes is File for data in memory.
func Bytes(path string, data []byte) error {
	return File(path, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// Bare returns the reason of an error of the file system, without the operation
// and the path, which is often that of a temporary file.
func Bare(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}
