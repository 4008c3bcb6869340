package gobuild

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A toolchain is the go command of a recording, and its source.
type toolchain struct {
	command  string   // path or name of the go command
	dir      string   // its working directory
	env      []string // its environment
	root     string   // GOROOT
	version  string   // go1.26.0
	modCache string   // GOMODCACHE
	goCache  string   // GOCACHE
	modFile  string   // GOMOD
	workFile string   // GOWORK
}

// findToolchain determines the toolchain by running the go command in a folder:
// go.mod may select another one than the command's own.
func findToolchain(ctx context.Context, command, dir string, env []string) (toolchain, error) {
	tc := toolchain{command: command, dir: dir, env: env}
	out, err := tc.output(ctx, "env", "-json", "GOROOT", "GOVERSION", "GOMODCACHE", "GOCACHE", "GOMOD", "GOWORK")
	if err != nil {
		return tc, err
	}
	var vars struct{ GOROOT, GOVERSION, GOMODCACHE, GOCACHE, GOMOD, GOWORK string }
	if err := json.Unmarshal(out, &vars); err != nil {
		return tc, fmt.Errorf("%s env: %w", command, err)
	}
	tc.root, tc.version = vars.GOROOT, vars.GOVERSION
	tc.modCache, tc.goCache = vars.GOMODCACHE, vars.GOCACHE
	tc.modFile, tc.workFile = vars.GOMOD, vars.GOWORK
	return tc, nil
}

// outsideModCache returns the toolchain as reached through a link in base if it
// was downloaded as a module, because files below GOMODCACHE cannot have an
// overlay.
func (tc toolchain) outsideModCache(base string) (toolchain, error) {
	if !tc.caches(tc.root) {
		return tc, nil
	}
	if err := os.MkdirAll(base, 0o777); err != nil {
		return tc, err
	}
	link := filepath.Join(base, filepath.Base(tc.root))
	if have, err := os.Readlink(link); err != nil || have != tc.root {
		os.Remove(link)
		if err := os.Symlink(tc.root, link); err != nil {
			return tc, err
		}
	}
	tc.root = link
	tc.command = filepath.Join(link, "bin", "go")
	return tc.with("GOROOT="+link, "GOTOOLCHAIN=local"), nil
}

// caches reports whether a folder is in the module cache, over which the go command lays
// nothing.
func (tc toolchain) caches(dir string) bool {
	return tc.modCache != "" && strings.HasPrefix(dir, tc.modCache+string(filepath.Separator))
}

// with returns the toolchain with additional environment variables.
func (tc toolchain) with(vars ...string) toolchain {
	tc.env = append(tc.env[:len(tc.env):len(tc.env)], vars...)
	return tc
}

// cmd returns the go command with args.
func (tc toolchain) cmd(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, tc.command, args...)
	cmd.Dir, cmd.Env = tc.dir, tc.env
	return cmd
}

// output runs the go command and returns its output; the error has the end of
// its error output.
func (tc toolchain) output(ctx context.Context, args ...string) ([]byte, error) {
	cmd := tc.cmd(ctx, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		text := strings.TrimSpace(stderr.String())
		return nil, fmt.Errorf("%s %s: %w: %s", tc.command, args[0], err, text)
	}
	return out, nil
}
