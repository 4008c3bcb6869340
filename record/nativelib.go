package record

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// libFolders are the values of $LIB, which the dynamic linker of glibc replaces in paths,
// on the systems in use.
var libFolders = []string{"lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"}

// onlyGlibc returns a path at which the dynamic linker of glibc finds a library, and that
// of another C library finds none and ignores it: a program with musl would not start with
// a library that needs glibc.
func onlyGlibc(library string, l *links) (string, error) {
	base, name := library+".by", filepath.Base(library)
	for _, lib := range libFolders {
		dir := filepath.Join(base, lib)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return "", err
		}
		if err := os.Symlink(library, filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	base, err := l.plain(base)
	return filepath.Join(base, "$LIB", name), err
}

// forOthers returns a copy of a library that the processes of other users can load, if this
// process can start some: a user's cache may be closed to them.
func forOthers(library string, in *folder) (string, error) {
	if os.Geteuid() != 0 {
		return library, nil
	}
	dir := filepath.Join(in.path, "library")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	raw, err := os.ReadFile(library)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, filepath.Base(library))
	return path, os.WriteFile(path, raw, 0o755)
}
