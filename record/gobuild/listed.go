package gobuild

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A listed is a package as go list describes it.
type listed struct {
	Dir, ImportPath, Name     string
	Standard                  bool
	GoFiles, CgoFiles         []string
	TestGoFiles, XTestGoFiles []string
	Deps                      []string
	Export                    string            // file of what the compiler knows of it
	ImportMap                 map[string]string // paths in its source to import paths
	Module                    *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// list returns the packages that the targets of a command select, with flags of go list, of
// which -json names the fields.
func (tc *toolchain) list(ctx context.Context, c *Command, flags ...string) (all []*listed, err error) {
	args := append(append([]string{"list", "-e"}, flags...), c.build...)
	raw, err := tc.output(ctx, append(append(args, "--"), c.Targets...)...)
	if err != nil {
		return nil, err
	}
	for dec := json.NewDecoder(bytes.NewReader(raw)); ; {
		l := &listed{}
		if err := dec.Decode(l); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, l)
	}
}

// packages lists all packages that the programs of a command consist of.
func (tc *toolchain) packages(ctx context.Context, c *Command) ([]*listed, error) {
	flags := []string{"-deps", "-json=Dir,ImportPath,Name,Standard,GoFiles,CgoFiles,Module"}
	if c.Verb == "test" {
		flags = append(flags, "-test")
	}
	return tc.list(ctx, c, flags...)
}

// path returns the package's path in stacks.
func (p *listed) path(verb string) string {
	path, _, _ := strings.Cut(p.ImportPath, " ") // of a test: "example.com/x [example.com/x.test]"
	if p.Name == "main" && verb != "test" {
		return "main"
	}
	slash := strings.LastIndexByte(path, '/') + 1
	return path[:slash] + strings.ReplaceAll(path[slash:], ".", "%2e")
}

// own reports whether the package is one of the user's modules, or of none.
func (p *listed) own() bool { return !p.Standard && (p.Module == nil || p.Module.Main) }
