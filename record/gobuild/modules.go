package gobuild

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A moduleLayer lays changed files over the modules that a program requires.
type moduleLayer struct {
	tc      toolchain
	command *Command
	over    *overlay
	base    string // folder of files that recordings share
	tmp     string // folder of this recording
	note    func(format string, args ...any)
	changed map[string]*changedModule // by folder
}

// A changedModule is a module with changed files, by their paths in it.
type changedModule struct {
	path, version string
	files         fileSet
}

// change notes changed files of the module in dir.
func (m *moduleLayer) change(dir, module, version string, files fileSet) {
	if m.changed[dir] == nil {
		m.changed[dir] = &changedModule{module, version, fileSet{}}
	}
	maps.Copy(m.changed[dir].files, files)
}

// layAll lays the changed files over their modules. The go command lays nothing over its module
// cache, so there a copy of the module takes the module's place.
func (m *moduleLayer) layAll(ctx context.Context) error {
	for _, dir := range slices.Sorted(maps.Keys(m.changed)) {
		c := m.changed[dir]
		cached := m.tc.caches(dir)
		if cached {
			if err := c.files.complete(dir, c.path); err != nil {
				return err
			}
		}
		to, err := c.files.writeStable(m.base)
		switch {
		case err != nil:
			return err
		case !cached:
			m.over.layOver(c.files, to, dir)
		default:
			if err := m.replace(ctx, c.path+"@"+c.version, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// complete adds the other files of the module in dir to its changed ones. Those in Go keep the
// names by which stacks know them.
func (s fileSet) complete(dir, module string) error {
	files := os.DirFS(dir)
	if _, err := fs.Stat(files, "go.mod"); err != nil {
		s["go.mod"] = "module " + module + "\n"
	}
	return fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if _, changed := s[path]; err != nil || changed || !d.Type().IsRegular() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := fs.ReadFile(files, path)
		if s[path] = string(raw); strings.HasSuffix(path, ".go") {
			s[path] = "//line " + filepath.Join(dir, path) + ":1\n" + s[path]
		}
		return err
	})
}

// replace has the go command read another go.mod, or go.work, in which a folder replaces a
// module. It does nothing where the go command may have to change go.mod itself.
func (m *moduleLayer) replace(ctx context.Context, module, dir string) error {
	if m.command.Given("mod") || m.command.Given("modfile") {
		m.note("%s is not changed with -mod or -modfile: recording without its semaphores and calls", module)
		return nil
	}
	verb, path := "work", m.tc.workFile
	if path == "" || path == "off" {
		verb, path = "mod", m.tc.modFile
	}
	text, err := m.over.read(path)
	if err != nil {
		return err
	}
	if err := (fileSet{verb: text}).write(m.tmp); err != nil {
		return err
	}
	changed := filepath.Join(m.tmp, verb)
	if _, err := m.tc.output(ctx, verb, "edit", "-replace="+module+"="+dir, changed); err != nil {
		return err
	}
	if strings.HasPrefix(path, m.tmp+string(filepath.Separator)) { // of go run package@version
		return os.Rename(changed, path)
	}
	m.over.Replace[path] = changed
	return nil
}
