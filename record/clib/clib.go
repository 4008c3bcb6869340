// Package clib compiles C source that is in the binary into shared libraries, with the
// compiler of the system, and caches them in the user's cache folder.
package clib

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Library is the source of a shared library.
type Library struct {
	Name  string            // the file's name without extension
	Files map[string][]byte // by name; those that end in .c are compiled, the others can be included
	Flags []string          // of the compiler, after -O2 and -fPIC
	// Spare is the folder for the library if the user's cache cannot be written.
	Spare string
	// Slow, unless nil, is called once if compiling takes longer than half a second.
	Slow func()
}

// Build returns the path of the compiled library. It compiles the source unless a
// library of the same source, flags and compiler is in the cache; that takes
// milliseconds. Concurrent calls, also of several processes, are safe. Without a
// compiler the error is a *NoCompilerError.
func Build(ctx context.Context, l Library) (path string, err error) {
	cc, err := findCompiler(ctx)
	if err != nil {
		return "", err
	}
	name := l.Name + "-" + l.hash(cc) + ".so"
	folders := l.folders()
	for _, dir := range folders {
		path := filepath.Join(dir, name)
		if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() {
			return path, nil
		}
	}
	tmp, err := workFolder(folders)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if l.Slow != nil {
		defer time.AfterFunc(time.Second/2, l.Slow).Stop()
	}
	if err := l.compile(ctx, cc, tmp); err != nil {
		return "", err
	}
	path = filepath.Join(filepath.Dir(tmp), name)
	return path, os.Rename(filepath.Join(tmp, built), path)
}

// folders returns the folders for the library, the preferred one first.
func (l Library) folders() (list []string) {
	if dir, err := os.UserCacheDir(); err == nil {
		list = append(list, filepath.Join(dir, "tiv", "clib"))
	}
	if l.Spare != "" {
		list = append(list, l.Spare)
	}
	return list
}

// workFolder makes a folder in the first of some folders that can be written.
func workFolder(folders []string) (string, error) {
	err := errors.New("no home folder")
	for _, dir := range folders {
		if err = os.MkdirAll(dir, 0o755); err != nil {
			continue
		}
		var tmp string
		if tmp, err = os.MkdirTemp(dir, "new-"); err == nil {
			return tmp, nil
		}
	}
	return "", fmt.Errorf("no folder for compiled libraries: %w", err)
}

// built is the name of a library in the folder where it is compiled.
const built = "library.so"

// compile compiles the library in an empty folder, a file on each processor.
func (l Library) compile(ctx context.Context, cc compiler, dir string) error {
	link := []string{"-shared", "-o", built}
	var units []string
	for _, name := range slices.Sorted(maps.Keys(l.Files)) {
		if err := os.WriteFile(filepath.Join(dir, name), l.Files[name], 0o644); err != nil {
			return err
		}
		if filepath.Ext(name) == ".c" {
			units = append(units, name)
			link = append(link, name+".o")
		}
	}
	errs := make([]error, len(units))
	processors := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, unit := range units {
		all.Go(func() {
			processors <- struct{}{}
			errs[i] = l.run(ctx, cc, dir, "-c", "-o", unit+".o", unit)
			<-processors
		})
	}
	all.Wait()
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	if err := l.run(ctx, cc, dir, link...); err != nil {
		return err
	}
	// Programs of other users load the library, too.
	return os.Chmod(filepath.Join(dir, built), 0o755)
}

// run runs the compiler in a folder.
func (l Library) run(ctx context.Context, cc compiler, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, cc.path, slices.Concat(cc.args, []string{"-O2", "-fPIC"}, l.Flags, args)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s cannot compile %s: %w\n%s", cc.path, l.Name, err, advice(out))
	}
	return nil
}

// hash identifies the source, the flags and the compiler.
func (l Library) hash(cc compiler) string {
	h := sha256.New()
	add := func(part string) { fmt.Fprintf(h, "%d %s", len(part), part) }
	add(cc.version)
	for _, arg := range slices.Concat(cc.args, l.Flags) {
		add(arg)
	}
	for _, name := range slices.Sorted(maps.Keys(l.Files)) {
		add(name)
		add(string(l.Files[name]))
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// advice returns the beginning of a compiler's messages, and what to install if the
// headers of the C library are missing.
func advice(out []byte) string {
	const limit = 2000
	text := strings.TrimSpace(string(out))
	if len(text) > limit {
		text = text[:limit] + " …"
	}
	if strings.Contains(text, "No such file or directory") {
		text += "\nThe headers of the C library may be missing: " + install
	}
	return text
}
