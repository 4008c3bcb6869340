package files

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// listed waits until the folder of a typed path has been read, and returns its
// continuations.
func (l *pathList) listed(typed string) []string {
	for l.update(typed); !l.ready; l.update(typed) {
		runtime.Gosched()
	}
	return l.entries
}

func TestPathList(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() + separator
	for _, name := range []string{"b.tiv", "a b.tiv", "Big.tiv", ".hidden"} {
		if err := os.WriteFile(dir+name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(dir+"folder", 0o700); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": "b.tiv", "way": "folder", "broken": "none"} {
		if err := os.Symlink(to, dir+link); err != nil {
			t.Fatal(err)
		}
	}
	l := pathList{wake: func() {}}
	for part, want := range map[string][]string{
		"": {"folder/", "way/", "Big.tiv", "a b.tiv", "b.tiv", "link"}, "b": {"Big.tiv", "b.tiv"}, ".h": {".hidden"}, "none": nil,
	} {
		if got := l.listed(dir + part); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", part, got, want)
		}
	}
	for part, want := range map[string]string{"f": "folder/", "b.": "b.tiv", "x": "x", "": ""} {
		if l.listed(dir + part); l.complete() != dir+want {
			t.Errorf("%q is completed to %q", part, l.complete())
		}
	}
	for typed, want := range map[string]string{dir: filepath.Dir(filepath.Clean(dir)) + "/", dir + "f": "", "/": "", "/none/": "/"} {
		if l.listed(typed); l.above() != want {
			t.Errorf("above %s is %q", typed, l.above())
		}
	}
	if l.listed(dir + "none/"); l.remark() != "The folder cannot be read: no such file or directory." {
		t.Error(l.remark())
	}
	l.restart()
	if l.listed(dir + "x"); l.remark() != "No file or folder has such a name." {
		t.Error(l.remark())
	}
	if l.listed(dir + "folder/"); l.remark() != "No files or folders are here." {
		t.Error(l.remark())
	}
}

// A folder that does not answer neither blocks the list nor keeps another folder
// from being read.
func TestSlowFolder(t *testing.T) {
	t.Parallel()
	hang := make(chan bool)
	defer close(hang)
	slow, fast := t.TempDir()+separator, t.TempDir()+separator
	if err := os.WriteFile(fast+"x", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	asked := make(chan bool)
	wait := func(context.Context) { asked <- true; <-hang }
	l := pathList{wake: func() {}, delay: wait}
	l.update(slow)
	<-asked
	if l.update(slow); l.ready || l.remark() != "Reading the folder…" || l.complete() != slow {
		t.Errorf("ready %t, %q, completed to %q", l.ready, l.remark(), l.complete())
	}
	l.delay = nil
	if got := l.listed(fast); !slices.Equal(got, []string{"x"}) {
		t.Errorf("the other folder has %q", got)
	}
	l.delay = wait
	l.update(slow)
	<-asked
	l.folders.Close() // does not wait for the folder
}

// Reading a folder ends soon after it was cancelled.
func TestReadFolderEnds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 3 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	if f := readFolder(ctx, dir); len(f.names) != 3 || f.err != nil || f.more {
		t.Errorf("%+v", f)
	}
	cancel()
	if f := readFolder(ctx, dir); len(f.names) != 0 {
		t.Errorf("after the end: %+v", f)
	}
}
