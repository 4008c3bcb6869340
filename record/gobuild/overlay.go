package gobuild

import (
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

//go:embed inject
var injected embed.FS

// addedName is the file name of an added file in the package that it joins.
const addedName = "tiv_record"

// A fileSet is a set of overlay files: content by path.
type fileSet map[string]string

// overlayFiles returns the overlay files, by path below GOROOT/src, and a note
// for each feature that does not fit this toolchain's text. src is GOROOT/src.
func overlayFiles(version string, src fs.FS, features []feature) (fileSet, []string, error) {
	if _, err := fs.Stat(src, "internal/runtime/exithook"); err != nil {
		return nil, nil, fmt.Errorf("%s: internal/runtime/exithook: not there; Go 1.24 or newer is needed", version)
	}
	files := fileSet{}
	notes := []string{}
	for _, name := range []string{"trace.go.txt", "write.go.txt", "func.go.txt", "task.go.txt", "query.go.txt",
		"limits.go.txt", "skip.go.txt", "ring.go.txt",
		"orphan_linux.go.txt", "orphan_other.go.txt"} {
		files.add(addition{"runtime/trace", name})
	}
	for _, f := range allFeatures {
		err := errLeftOut
		var patched fileSet
		if slices.ContainsFunc(features, func(g feature) bool { return g.name == f.name }) {
			patched, err = f.fitting(src)
		}
		if err == nil {
			maps.Copy(files, patched)
			continue
		}
		if err != errLeftOut {
			notes = append(notes, fmt.Sprintf("%s: %v; recording without %s", version, err, f.name))
		}
		for _, a := range f.without {
			files.add(a)
		}
	}
	return files, notes, nil
}

// errLeftOut is the error of a feature that is disabled.
var errLeftOut = errors.New("left out")

// fitting returns the files of the feature, or of that for an older release. The error is
// that of the newest.
func (f feature) fitting(src fs.FS) (fileSet, error) {
	files, err := f.files(src)
	for older := f.older; err != nil && older != nil; older = older.older {
		if fit, failed := older.files(src); failed == nil {
			return fit, nil
		}
	}
	return files, err
}

// files returns a feature's files, or an error with the text that does not
// match.
func (f feature) files(src fs.FS) (fileSet, error) {
	files := fileSet{}
	for _, p := range f.patches {
		text, err := p.apply(src)
		if err != nil {
			return nil, err
		}
		if text != "" {
			files[p.file] = text
		}
	}
	for _, a := range f.adds {
		files.add(a)
	}
	return files, nil
}

// add puts an embedded file into the set.
func (s fileSet) add(a addition) {
	text, err := injected.ReadFile("inject/" + a.inject)
	if err != nil {
		panic(err) // embedded above
	}
	name := addedName + "_" + a.inject[:len(a.inject)-len(".txt")]
	s[a.dir+"/"+name] = string(text)
}

// writeStable writes the files to a folder named by a hash of their contents,
// so that equal overlays are equal to Go's build cache.
func (s fileSet) writeStable(base string) (string, error) {
	sum := sha256.New()
	names := slices.Sorted(maps.Keys(s))
	for _, name := range names {
		fmt.Fprintf(sum, "%s\n%d\n%s", name, len(s[name]), s[name])
	}
	dir := filepath.Join(base, fmt.Sprintf("go-overlay-%.8x", sum.Sum(nil)))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(base, 0o777); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(base, "new-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if err := s.write(tmp); err != nil {
		return "", err
	}
	if err := os.Rename(tmp, dir); err != nil {
		if _, gone := os.Stat(dir); gone != nil {
			return "", err
		}
	}
	return dir, nil
}

// write writes the files below a folder.
func (s fileSet) write(dir string) error {
	for name, text := range s {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// An overlay is the content of the file for go build's -overlay flag: for each
// path, the path of its replacement.
type overlay struct {
	Replace map[string]string
}

// layOver adds the files in dir as replacements of those below root.
func (o *overlay) layOver(s fileSet, dir, root string) {
	for name := range s {
		name = filepath.FromSlash(name)
		o.Replace[filepath.Join(root, name)] = filepath.Join(dir, name)
	}
}

// readOverlay reads the user's own overlay, if there is one.
func readOverlay(path, dir string) (*overlay, error) {
	o := &overlay{Replace: map[string]string{}}
	if path == "" {
		return o, nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("-overlay: %w", err)
	}
	if err := json.Unmarshal(raw, o); err != nil {
		return nil, fmt.Errorf("-overlay: %s: %w", path, err)
	}
	if o.Replace == nil {
		o.Replace = map[string]string{}
	}
	return o, nil
}

// write writes the overlay for the go command to read.
func (o *overlay) write(path string) error {
	raw, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return os.WriteFile(path, raw, 0o666)
}
