package clib

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// answer is a library of two files.
func answer(value string) Library {
	return Library{Name: "answer", Flags: []string{"-Wall", "-Werror"}, Files: map[string][]byte{
		"answer.c": []byte("#include \"value.h\"\nint answer(void) { return VALUE; }\n"),
		"value.h":  []byte("#define VALUE " + value + "\n"),
	}}
}

// cached sets a new cache folder and returns the folder of libraries in it.
func cached(t *testing.T) string {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	return filepath.Join(dir, "tiv", "clib")
}

// has fails unless a folder has just the given files.
func has(t *testing.T, dir string, paths ...string) {
	t.Helper()
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, names) {
		t.Errorf("the cache has %q, want %q", got, names)
	}
}

func TestBuild(t *testing.T) {
	dir := cached(t)
	path, err := Build(t.Context(), answer("42"))
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(raw), "\x7fELF") {
		t.Errorf("%s is no library: %v", path, err)
	}
	first, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Build(t.Context(), answer("42"))
	if err != nil || again != path {
		t.Fatalf("the second time %s, %v, want %s", again, err, path)
	}
	if second, err := os.Stat(path); err != nil || !os.SameFile(first, second) {
		t.Errorf("it was compiled again (%v)", err)
	}
	other, err := Build(t.Context(), answer("43"))
	if err != nil || other == path {
		t.Errorf("another source: %s, %v", other, err)
	}
	flagged := answer("42")
	flagged.Flags = append(flagged.Flags, "-g")
	third, err := Build(t.Context(), flagged)
	if err != nil || third == path {
		t.Errorf("other flags: %s, %v", third, err)
	}
	has(t, dir, path, other, third)
}

// Many builds at once give one library, and leave nothing else.
func TestBuildAtOnce(t *testing.T) {
	dir := cached(t)
	paths := make([]string, 8)
	var all sync.WaitGroup
	for i := range paths {
		all.Go(func() {
			var err error
			if paths[i], err = Build(t.Context(), answer("1")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	has(t, dir, paths...)
}

func TestNoCompiler(t *testing.T) {
	cached(t)
	t.Setenv("CC", "no-such-compiler -m64")
	_, err := Build(t.Context(), answer("1"))
	if _, ok := errors.AsType[*NoCompilerError](err); !ok || !strings.Contains(err.Error(), "no-such-compiler -m64") {
		t.Errorf("with a wrong CC: %v", err)
	}
	t.Setenv("CC", "")
	t.Setenv("PATH", t.TempDir())
	_, err = Build(t.Context(), answer("1"))
	if _, ok := errors.AsType[*NoCompilerError](err); !ok || !strings.Contains(err.Error(), "apt install gcc libc6-dev") {
		t.Errorf("without a compiler: %v", err)
	}
}

// A compilation that lasts is announced: the compiler waits for that.
func TestSlow(t *testing.T) {
	cached(t)
	dir := t.TempDir()
	cc, seen := filepath.Join(dir, "cc"), filepath.Join(dir, "seen")
	script := "#!/bin/sh\ncase $1 in --version) ;; *) until [ -e '" + seen + "' ]; do sleep 0.05; done ;; esac\nexec gcc \"$@\"\n"
	if err := os.WriteFile(cc, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("CC", "cc")
	l := answer("1")
	l.Slow = func() {
		if err := os.WriteFile(seen, nil, 0o644); err != nil {
			t.Error(err)
		}
	}
	if _, err := Build(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	l.Slow = func() { t.Error("a library in the cache is announced") }
	if _, err := Build(t.Context(), l); err != nil {
		t.Fatal(err)
	}
}

// CC can have arguments, which change the library.
func TestCompilerOfTheUser(t *testing.T) {
	dir := cached(t)
	plain, err := Build(t.Context(), answer("1"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", "gcc -DOTHER")
	other, err := Build(t.Context(), answer("1"))
	if err != nil || other == plain {
		t.Errorf("with CC: %s, %v", other, err)
	}
	has(t, dir, plain, other)
}

func TestWrongSource(t *testing.T) {
	dir := cached(t)
	l := answer("1")
	delete(l.Files, "value.h")
	if _, err := Build(t.Context(), l); err == nil || !strings.Contains(err.Error(), "value.h") ||
		!strings.Contains(err.Error(), "libc6-dev") {
		t.Errorf("without a header: %v", err)
	}
	has(t, dir)
}

// Without a cache folder the library is in the spare one.
func TestSpare(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", filepath.Join(os.DevNull, "none"))
	l := answer("1")
	if path, err := Build(t.Context(), l); err == nil {
		t.Errorf("without any folder: %s", path)
	}
	l.Spare = t.TempDir()
	if path, err := Build(t.Context(), l); err != nil || filepath.Dir(path) != l.Spare {
		t.Errorf("%s, %v, want one in %s", path, err, l.Spare)
	}
}
