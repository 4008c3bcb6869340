package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folder returns a folder with a file x of contents "old" and some permissions.
func folder(t *testing.T, mode fs.FileMode) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "x")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return dir, path
}

// has fails unless the folder has just the named files, and path some contents
// and permissions.
func has(t *testing.T, dir, names, path, contents string, mode fs.FileMode) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != names {
		t.Errorf("the folder has %q, want %q", got, names)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != contents {
		t.Errorf("%s has %q, %v, want %q", path, data, err, contents)
	}
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != mode {
		t.Errorf("%s: mode %v, %v, want %v", path, st.Mode(), err, mode)
	}
}

func TestBytes(t *testing.T) {
	t.Parallel()
	dir, path := folder(t, 0o640)
	if err := Bytes(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	has(t, dir, "x", path, "new", 0o640)
	fresh := filepath.Join(dir, "y")
	if err := Bytes(fresh, []byte("fresh")); err != nil {
		t.Fatal(err)
	}
	has(t, dir, "x y", fresh, "fresh", 0o644)
}

// A symbolic link still leads to its target, which is replaced.
func TestFileFollowsLinks(t *testing.T) {
	t.Parallel()
	dir, path := folder(t, 0o600)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if err := Bytes(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	has(t, dir, "x", path, "new", 0o600)
	if to, err := os.Readlink(link); err != nil || to != path {
		t.Errorf("the link leads to %q, %v", to, err)
	}
}

// While it is written, and after an error, the old file is as before.
func TestFileFails(t *testing.T) {
	t.Parallel()
	dir, path := folder(t, 0o600)
	full := errors.New("no space")
	err := File(path, func(f *os.File) error {
		f.WriteString("half")
		if data, err := os.ReadFile(path); err != nil || string(data) != "old" {
			t.Errorf("meanwhile the file has %q, %v", data, err)
		}
		return full
	})
	if !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	has(t, dir, "x", path, "old", 0o600)
}

// Only regular files are replaced. Errors do not repeat the path.
func TestFileRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, path := range map[string]string{"a folder": dir, "a device": os.DevNull, "no folder": filepath.Join(dir, "none", "x")} {
		err := File(path, func(*os.File) error { t.Errorf("%s: written", name); return nil })
		if err == nil || strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if all, _ := os.ReadDir(dir); len(all) > 0 {
		t.Errorf("left behind: %v", all)
	}
}

func TestBare(t *testing.T) {
	t.Parallel()
	for _, err := range []error{&fs.PathError{Op: "open", Path: "/x", Err: fs.ErrExist},
		&os.LinkError{Op: "rename", Old: "/x", New: "/y", Err: fs.ErrExist}, fs.ErrExist} {
		if got := Bare(err); got != fs.ErrExist {
			t.Errorf("%v: %v", err, got)
		}
	}
	if Bare(nil) != nil {
		t.Error("no error has a reason")
	}
}

// Unfinished files are removed, finished ones are not, and no further file is
// created.
func TestRemoveUnfinished(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var u files
	create := func() (*os.File, error) { return os.CreateTemp(dir, "x") }
	a, done, err := u.create(create)
	if err != nil {
		t.Fatal(err)
	}
	done()
	if _, _, err := u.create(create); err != nil {
		t.Fatal(err)
	}
	if _, _, err := u.create(func() (*os.File, error) { return nil, fs.ErrPermission }); err != fs.ErrPermission {
		t.Errorf("error %v", err)
	}
	u.remove()
	if all, _ := os.ReadDir(dir); len(all) != 1 || all[0].Name() != filepath.Base(a.Name()) {
		t.Errorf("left are %v, want %s", all, a.Name())
	}
	if u.TryLock() {
		t.Error("a file could be created now")
	}
}
