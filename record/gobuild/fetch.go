package gobuild

import (
	"context"
	"encoding/json"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// versioned reports whether the command is go run package@version.
func (c *Command) versioned() bool {
	name := c.Targets[0]
	return c.Verb == "run" && strings.Contains(name, "@") && !c.files() &&
		!build.IsLocalImport(name) && !filepath.IsAbs(name)
}

// fetch copies the module of package@version out of the module cache, because
// the go command does not overlay files there, and sets the package in the copy
// as the target. It returns the copy's folder, which is below a temporary one, and the
// environment for it. Like go run, it ignores the module and the workspace around it.
func (c *Command) fetch(ctx context.Context, tmp string, env []string) (string, []string, error) {
	target := c.Targets[0]
	pkg, _, _ := strings.Cut(target, "@")
	module, below, err := c.download(ctx, target, pkg, tmp, env)
	if err != nil {
		return "", nil, err
	}
	dir := filepath.Join(tmp, "module")
	if err := os.CopyFS(dir, os.DirFS(module.Dir)); err != nil {
		return "", nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		if err := (fileSet{"go.mod": "module " + module.Path + "\n"}).write(dir); err != nil {
			return "", nil, err
		}
	}
	c.Targets = []string{"./" + filepath.ToSlash(below)}
	flags, err := (&toolchain{command: c.program, dir: dir, env: env}).output(ctx, "env", "GOFLAGS")
	env = append(slices.Clip(env), "GOWORK=off", "GOFLAGS="+strings.TrimSpace(string(flags))+" -mod=mod")
	return dir, env, err
}

// A listedModule is the output of go list for a module.
type listedModule struct{ Path, Dir string }

// download has the go command find and download the module of a package. It
// returns the module, and the package's folder below it.
func (c *Command) download(ctx context.Context, target, pkg, tmp string, env []string) (m listedModule, below string, err error) {
	scratch := filepath.Join(tmp, "fetch")
	if err := (fileSet{"go.mod": "module tiv.invalid/fetch\n"}).write(scratch); err != nil {
		return m, "", err
	}
	tc := toolchain{command: c.program, dir: scratch, env: env}.with("GOWORK=off")
	if _, err := tc.output(ctx, "get", target); err != nil {
		return m, "", err
	}
	raw, err := tc.output(ctx, "list", "-json=Dir,Module", pkg)
	if err != nil {
		return m, "", err
	}
	var l struct {
		Dir    string
		Module listedModule
	}
	if err := json.Unmarshal(raw, &l); err != nil {
		return m, "", fmt.Errorf("go list: %w", err)
	}
	if l.Module.Dir == "" {
		return m, "", fmt.Errorf("%s: in no module", pkg)
	}
	below, err = filepath.Rel(l.Module.Dir, l.Dir)
	return l.Module, below, err
}
