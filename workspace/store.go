package workspace

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"tiv/internal/replace"
	"tiv/tracefeed"
	"tiv/workspace/saved"
)

// Store stores the workspace of one trace in a file beside the trace, or among
// the user's own files if that folder is not writable.
type Store struct {
	// trace identifies the trace.
	trace saved.Identity
	// beside and own are the paths of the two files; "" for none.
	beside, own string
	last        []byte // the contents of the file as last read or written
}

// Suffix is appended to the trace's name to make the name of its workspace
// file.
const Suffix = ".workspace.json"

// maxSaved is the largest workspace that is read, in bytes.
const maxSaved = 32 << 20

// NewStore returns the store of the workspace of the trace at path. It reads the
// trace's beginning and end for its checksum. config is the folder of the user's
// own files of TIV; "" for none. If the trace is not a regular file but, say, a
// pipe, nothing is stored; that of a demo is stored among the user's own files. A demo begins
// with its story each time: Restore leaves its view as it is.
func NewStore(path, config string) *Store {
	s := &Store{trace: saved.Identify(path)}
	if demo, ok := strings.CutPrefix(path, tracefeed.DemoPrefix); ok && config != "" {
		s.trace.Sum = path
		s.own = filepath.Join(config, "workspaces", "demo-"+demo+".json")
		return s
	}
	if s.trace.Sum == "" {
		return s
	}
	s.beside = path + Suffix
	if config != "" {
		s.own = filepath.Join(config, "workspaces", cmp.Or(s.trace.ID, s.trace.Sum)+".json")
	}
	return s
}

// RestoreFile restores the saved workspace of a trace from a file. Errors are
// those of reading the file and of Restore, with the path.
func (w *Workspace) RestoreFile(path string, trace saved.Identity) error {
	data, err := readSaved(path)
	if err == nil {
		err = w.Restore(data, trace)
	}
	if err != nil {
		return fmt.Errorf("restore workspace: %w: %s", err, path)
	}
	return nil
}

// Restore restores the saved workspace, if there is one. A file that is invalid
// or belongs to another trace is renamed; the error has the reason and the new
// name. Of another trace's workspace, the dismissed findings and the limits are taken over.
func (s *Store) Restore(w *Workspace) error {
	path, data, err := s.load(w)
	if err != nil {
		return s.retire(path, err)
	}
	s.last = data
	return nil
}

// Peek is Restore without any change to files. saved reports whether there is a
// saved workspace. An error has the path of the file.
func (s *Store) Peek(w *Workspace) (saved bool, err error) {
	path, data, err := s.load(w)
	if err != nil {
		return false, fmt.Errorf("the saved workspace is not used: %w: %s", err, path)
	}
	return data != nil, nil
}

// load restores the saved workspace into w. It returns the path and contents of
// the file; nil if there is none.
func (s *Store) load(w *Workspace) (path string, data []byte, err error) {
	path = s.beside
	data, err = readSaved(path)
	if errors.Is(err, fs.ErrNotExist) {
		path = s.own
		data, err = readSaved(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, nil
	}
	if err == nil {
		w.afresh = strings.HasPrefix(s.trace.Sum, tracefeed.DemoPrefix)
		err = w.Restore(data, s.trace)
		w.following = true // a growing trace, as in a view that is not restored
	}
	if errors.Is(err, errForeign) {
		adopt(w, data)
	}
	return path, data, err
}

// adopt takes over the dismissed findings and the limits of another trace's workspace:
// mostly an earlier recording at the same path.
func adopt(w *Workspace, data []byte) {
	if s, err := saved.Parse(data); err == nil {
		w.Dismissed, w.Limits = dismissed(s.View.Dismissed), limits(s.View.Limits)
	}
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
		return nil, errors.New("not a saved workspace: not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSaved+1))
	if err == nil && len(data) > maxSaved {
		err = fmt.Errorf("not a saved workspace: larger than %d MB", maxSaved>>20)
	}
	return data, err
}

// retire renames an unusable file so that nothing overwrites it. Its error gives
// the reason, and the new name.
func (s *Store) retire(path string, why error) error {
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
	s.beside, s.own = "", "" // it must not be overwritten
	return fmt.Errorf("the saved workspace %s is not used: %w; nothing will be saved", path, why)
}

// Save writes a workspace if it differs from the last one written. It creates
// no file before the first undoable change, except for data taken over. It may be called in any goroutine
// with a copy of the workspace, but not concurrently. An error leaves the former
// file as it was.
func (s *Store) Save(w *Workspace) error {
	if s.beside == "" && s.own == "" || s.last == nil && !w.changed() && len(w.Dismissed)+len(w.Limits) == 0 {
		return nil
	}
	data := w.Save(s.trace)
	if bytes.Equal(data, s.last) {
		return nil
	}
	err := error(fs.ErrPermission) // a demo has no folder
	if s.beside != "" {
		err = replace.Bytes(s.beside, data)
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		if s.own == "" {
			return fmt.Errorf("save workspace: %s: %w", s.beside, err)
		}
		if err = os.MkdirAll(filepath.Dir(s.own), 0o700); err == nil {
			err = replace.Bytes(s.own, data)
		}
	}
	if err != nil {
		return fmt.Errorf("save workspace: %w", err)
	}
	s.last = data
	return nil
}
