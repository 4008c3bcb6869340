package gobuild

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
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
}

// lay lays files over the module in dir. The go command lays nothing over its module
// cache, so there a copy of the module takes the module's place.
func (m *moduleLayer) lay(ctx context.Context, files fileSet, dir, module, version string) error {
	cached := m.tc.caches(dir)
	if cached {
		if err := files.complete(os.DirFS(dir), module); err != nil {
			return err
		}
	}
	to, err := files.writeStable(m.base)
	switch {
	case err != nil:
		return err
	case cached:
		return m.replace(ctx, module+"@"+version, to)
	}
	m.over.layOver(files, to, dir)
	return nil
}

// complete adds the other files of the module in dir to its changed ones.
func (s fileSet) complete(dir fs.FS, module string) error {
	if _, err := fs.Stat(dir, "go.mod"); err != nil {
		s["go.mod"] = "module " + module + "\n"
	}
	return fs.WalkDir(dir, ".", func(path string, d fs.DirEntry, err error) error {
		if _, changed := s[path]; err != nil || changed || !d.Type().IsRegular() || strings.HasSuffix(path, "_test.go") ||
			path != "go.mod" && !strings.HasSuffix(path, ".go") {
			return err
		}
		raw, err := fs.ReadFile(dir, path)
		s[path] = string(raw)
		return err
	})
}

// replace has the go command read another go.mod, or go.work, in which a folder replaces a
// module. It does nothing where the go command may have to change go.mod itself.
func (m *moduleLayer) replace(ctx context.Context, module, dir string) error {
	if m.command.Given("mod") || m.command.Given("modfile") {
		m.note("%s is not changed with -mod or -modfile: recording without %s", module, semaphores.name)
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
