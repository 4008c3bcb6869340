package record

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A folder holds files that are in use during a recording. While the recording
// goes on it holds a lock in the folder, so that a later one knows what a
// killed process has left.
type folder struct {
	path string // of what is in it
	top  string
	lock *os.File
}

// lockName is the lock's file in a folder.
const lockName = "lock"

// makeFolder makes a folder below dir with a name that begins with prefix, and
// removes those of recordings that were killed.
func makeFolder(dir, prefix string) (*folder, error) {
	removeStale(dir, prefix)
	top, err := os.MkdirTemp(dir, prefix+"*")
	if err != nil {
		return nil, err
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

// remove removes the folder with all that is in it.
func (f *folder) remove() {
	if f != nil {
		os.RemoveAll(f.top)
		f.lock.Close()
	}
}

// removeStale removes folders that nobody has locked. One without a lock may
// be about to get it, unless it is old.
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
