// Package replace writes files atomically, and decides which existing files may
// be replaced. Until a file is complete, its contents are in a temporary file
// beside it, which RemoveUnfinished removes when a signal ends the program.
package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
	tmp, done, err := unfinished.create(func() (*os.File, error) {
		return os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"*")
	})
	if err != nil {
		return Bare(err)
	}
	defer done()
	err = write(tmp)
	if err == nil {
		err = errors.Join(tmp.Chmod(mode), tmp.Sync())
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return Bare(err)
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
