package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A folder holds files in use during a recording. The recording holds a lock in
// it meanwhile, so that a later recording recognizes the folder of a killed
// process.
type folder struct {
	path string // of the contents
	top  string
	lock *os.File
}

// lockName is the name of the lock file in a folder.
const lockName = "lock"

// makeFolder makes a folder below dir with a name that begins with prefix, and
// removes the folders of killed recordings.
func makeFolder(dir, prefix string) (*folder, error) {
	removeStale(dir, prefix)
	top, err := os.MkdirTemp(dir, prefix+"*")
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err // without the random name
	}
	if err != nil {
		return nil, fmt.Errorf("a recording needs files in %s: %w", dir, err)
	}
	f := &folder{top: top, path: filepath.Join(top, "files")}
	if f.lock, err = os.Create(filepath.Join(top, lockName)); err == nil {
		tryLock(f.lock)
		err = os.Mkdir(f.path, 0o777)
	}
	if err != nil {
		f.remove()
		return nil, err
	}
	return f, nil
}

// filesOf returns the paths of the files of a folder that a pattern matches. The folder's
// own name is no pattern.
func filesOf(folder, pattern string) (paths []string) {
	names, _ := fs.Glob(os.DirFS(folder), pattern)
	for _, name := range names {
		paths = append(paths, filepath.Join(folder, filepath.FromSlash(name)))
	}
	return paths
}

// remove removes the folder and its contents.
func (f *folder) remove() {
	if f != nil {
		os.RemoveAll(f.top)
		f.lock.Close()
	}
}

// removeStale removes folders without a lock, unless they are new: such a
// folder may be about to be locked.
func removeStale(dir, prefix string) {
	all, _ := os.ReadDir(dir)
	for _, entry := range all {
		if !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		top := filepath.Join(dir, entry.Name())
		lock, err := os.OpenFile(filepath.Join(top, lockName), os.O_RDWR, 0)
		if err == nil {
			if tryLock(lock) {
				os.RemoveAll(top)
			}
			lock.Close()
		} else if st, err := os.Lstat(top); err == nil && st.IsDir() && time.Since(st.ModTime()) > time.Hour {
			os.RemoveAll(top)
		}
	}
}
