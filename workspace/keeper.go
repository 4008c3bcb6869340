package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"tiv/internal/replace"
	"tiv/workspace/cache"
)

// Keeper stores the workspace of one trace in a file beside it, or among the
// user's own files if that folder is not writable.
type Keeper struct {
	// Trace is which trace that is.
	Trace Identity
	// beside and own are the two files; "" for none.
	beside, own string
	last        []byte // contents of the file
}

// Suffix is appended to the trace's name to make the name of its workspace
// file.
const Suffix = ".workspace.json"

// mostSaved is the largest workspace that is read, in bytes.
const mostSaved = 32 << 20

// NewKeeper returns the keeper of the trace at path. config is the folder of
// the user's own files of TIV; "" for none. If the trace is no file, like a
// pipe, nothing is stored.
func NewKeeper(path, config string) *Keeper {
	k := &Keeper{Trace: Identify(path)}
	if k.Trace.Sum == "" {
		return k
	}
	k.beside = path + Suffix
	if config != "" {
		k.own = filepath.Join(config, "workspaces", k.Trace.Sum+".json")
	}
	return k
}

// Identify returns the identity of the trace at path.
func Identify(path string) Identity {
	id := Identity{Name: filepath.Base(path)}
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() { // opening a pipe would take it away
		return id
	}
	f, err := os.Open(path)
	if err != nil {
		return id
	}
	defer f.Close()
	if sum, err := cache.Sum(f); err == nil {
		id.Sum = sum
	}
	return id
}

// RestoreFile restores the saved workspace of a trace from a file.
func (w *Workspace) RestoreFile(path string, trace Identity) error {
	data, err := readSaved(path)
	if err == nil {
		err = w.Restore(data, trace, false)
	}
	if err != nil {
		return fmt.Errorf("restore workspace: %w: %s", err, path)
	}
	return nil
}

// Restore restores the saved workspace, if there is one. A file that is invalid
// or belongs to another trace is renamed; the error has the reason and the new
// name.
func (k *Keeper) Restore(w *Workspace) error {
	path, data, err := k.look(w)
	if err != nil {
		return k.setAside(path, err)
	}
	k.last = data
	return nil
}

// Peek is Restore without any change to files. kept reports whether there was a
// saved workspace.
func (k *Keeper) Peek(w *Workspace) (kept bool, err error) {
	path, data, err := k.look(w)
	if err != nil {
		return false, fmt.Errorf("the saved workspace is not used: %w: %s", err, path)
	}
	return data != nil, nil
}

// look restores the saved workspace and returns it and its path; nil if there
// is none.
func (k *Keeper) look(w *Workspace) (path string, data []byte, err error) {
	path = k.beside
	data, err = readSaved(path)
	if errors.Is(err, fs.ErrNotExist) {
		path = k.own
		data, err = readSaved(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, nil
	}
	if err == nil {
		err = w.Restore(data, k.Trace, false)
	}
	return path, data, err
}

func readSaved(path string) ([]byte, error) {
	if path == "" {
		return nil, fs.ErrNotExist
	}
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, errors.New("no saved workspace: it is no file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostSaved+1))
	if err == nil && len(data) > mostSaved {
		err = fmt.Errorf("no saved workspace: it has more than %d MB", mostSaved>>20)
	}
	return data, err
}

// setAside renames a file so that nothing overwrites it.
func (k *Keeper) setAside(path string, why error) error {
	for n := 1; n < 100; n++ {
		to := fmt.Sprintf("%s.aside-%d", path, n)
		if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := os.Rename(path, to); err != nil {
			break
		}
		return fmt.Errorf("the saved workspace is not used: %w; it is now %s", why, to)
	}
	k.beside, k.own = "", "" // it must not be overwritten
	return fmt.Errorf("the saved workspace %s is not used: %w; nothing will be saved", path, why)
}

// Save writes a workspace if it differs from the last one written. It creates
// no file before the first change that can be undone. It may be called in any
// goroutine, for a copy of the workspace, but not concurrently.
func (k *Keeper) Save(w *Workspace) error {
	if k.beside == "" || k.last == nil && !w.Changed() {
		return nil
	}
	data := w.Save(k.Trace)
	if bytes.Equal(data, k.last) {
		return nil
	}
	err := replace.Bytes(k.beside, data)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		if k.own == "" {
			return fmt.Errorf("save workspace: %s: %w", k.beside, err)
		}
		if err = os.MkdirAll(filepath.Dir(k.own), 0o700); err == nil {
			err = replace.Bytes(k.own, data)
		}
	}
	if err != nil {
		return fmt.Errorf("save workspace: %w", err)
	}
	k.last = data
	return nil
}
