package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A callPackage is a package of the program, as go list describes it.
type callPackage struct {
	Dir, ImportPath, Name string
	Standard              bool
	GoFiles, CgoFiles     []string
	Module                *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// path returns the package's path in stacks.
func (p *callPackage) path(verb string) string {
	path, _, _ := strings.Cut(p.ImportPath, " ") // of a test: "example.com/x [example.com/x.test]"
	if p.Name == "main" && verb != "test" {
		return "main"
	}
	slash := strings.LastIndexByte(path, '/') + 1
	return path[:slash] + strings.ReplaceAll(path[slash:], ".", "%2e")
}

// own reports whether the package is one of the user's modules, or of none.
func (p *callPackage) own() bool { return !p.Standard && (p.Module == nil || p.Module.Main) }

// A callFinder finds the functions whose calls are recorded.
type callFinder struct {
	patterns []callPattern
	found    []bool   // by pattern: it covers a function
	names    []string // of functions that patterns could cover, all of the user's own
	verb     string
	tc       toolchain
	// closed are the packages of Go that cannot record their calls.
	closed map[string]bool
	// refused are the reasons why functions are not recorded, by package.
	refused map[string]string
}

// addCalls adds the files whose functions record their calls.
func (g *goWay) addCalls(ctx context.Context, over *overlay) error {
	if len(g.Calls) == 0 {
		return nil
	}
	f := callFinder{found: make([]bool, len(g.Calls)), verb: g.command.verb, tc: g.tc, refused: map[string]string{}}
	for _, p := range g.Calls {
		f.patterns = append(f.patterns, callPattern(p))
	}
	packages, err := packages(ctx, g.tc, g.command)
	if err != nil {
		return err
	}
	below, err := g.tc.output(ctx, append(append([]string{"list", "-deps"}, g.command.build...), "--", "runtime/trace")...)
	if err != nil {
		return err
	}
	f.closed = set(string(below))
	files := map[string]string{}
	for _, p := range packages {
		f.search(p, over, files)
	}
	f.report(g.note)
	if g.command.measuresCover() && len(files) > 0 {
		g.note("with -cover, packages whose coverage is measured record no calls")
	}
	return over.layTexts(files, filepath.Join(g.tmp.path, "calls"))
}

// measuresCover reports whether the command measures coverage.
func (c *goCommand) measuresCover() bool {
	return c.given["cover"] || c.given["covermode"] || c.given["coverprofile"] || c.given["coverpkg"]
}

// packages lists all packages that the program consists of.
func packages(ctx context.Context, tc toolchain, c *goCommand) ([]*callPackage, error) {
	args := []string{"list", "-e", "-deps", "-json=Dir,ImportPath,Name,Standard,GoFiles,CgoFiles,Module"}
	if c.verb == "test" {
		args = append(args, "-test")
	}
	raw, err := tc.output(ctx, append(append(append(args, c.build...), "--"), c.targets...)...)
	if err != nil {
		return nil, err
	}
	var all []*callPackage
	for dec := json.NewDecoder(bytes.NewReader(raw)); ; {
		p := &callPackage{}
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, p)
	}
}

// search adds the changed files of a package. The go command reports files that cannot be
// read or parsed.
func (f *callFinder) search(p *callPackage, over *overlay, files map[string]string) {
	n := namer{pkg: p.path(f.verb)}
	if !p.own() && !slices.ContainsFunc(f.patterns, func(c callPattern) bool { return c.mayCover(plain(n.pkg)) && !c.anywhere() }) {
		return
	}
	why := f.why(p)
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		if filepath.IsAbs(name) {
			return // made by the go command, for a test
		}
		path := filepath.Join(p.Dir, name)
		text, err := over.read(path)
		if err != nil {
			continue
		}
		s, err := n.parse(path, text)
		if err != nil {
			continue
		}
		chosen := f.choose(p, s.functions)
		switch {
		case len(chosen) == 0:
		case why != "":
			f.refused[p.ImportPath] = why
		default:
			files[path] = s.recordCalls(path, chosen)
		}
	}
}

// why returns the reason why a package cannot record its calls, or "".
func (f *callFinder) why(p *callPackage) string {
	switch {
	case p.Standard && (f.closed[p.ImportPath] || strings.Contains("/"+p.ImportPath+"/", "/internal/")):
		return "the recorder itself needs this package"
	case f.tc.caches(p.Dir):
		return "go lays nothing over its module cache; go mod vendor, or a replace directive with a copy, makes it possible"
	}
	return ""
}

// choose returns the functions that a pattern covers.
func (f *callFinder) choose(p *callPackage, all []function) (chosen []function) {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	for _, fn := range all {
		names := []string{plain(fn.name)}
		if rest, ok := strings.CutPrefix(fn.name, "main."); ok {
			names = append(names, path+"."+plain(rest))
		}
		is := false
		for i, c := range f.patterns {
			if (p.own() || !c.anywhere()) && slices.ContainsFunc(names, c.covers) {
				is, f.found[i] = true, true
			}
		}
		if is {
			chosen = append(chosen, fn)
		}
		if p.own() {
			f.names = append(f.names, fn.name)
		}
	}
	return chosen
}

// report notes the patterns that cover nothing, and what is left out.
func (f *callFinder) report(note func(format string, args ...any)) {
	for _, pkg := range slices.Sorted(maps.Keys(f.refused)) {
		note("%s: calls are not recorded: %s", pkg, f.refused[pkg])
	}
	for i, c := range f.patterns {
		if !f.found[i] {
			note("--calls %s covers no function; %s", c, similar(string(c), f.names, f.names))
		}
	}
}

// read returns the content of a source file.
func (o *overlay) read(path string) (string, error) {
	if other, ok := o.Replace[path]; ok {
		path = other
	}
	raw, err := os.ReadFile(path)
	return string(raw), err
}

// layTexts adds replacements of files, by path, which it writes to a folder.
func (o *overlay) layTexts(files map[string]string, dir string) error {
	s := fileSet{}
	for i, path := range slices.Sorted(maps.Keys(files)) {
		name := fmt.Sprintf("%d/%s", i, filepath.Base(path))
		s[name] = files[path]
		o.Replace[path] = filepath.Join(dir, filepath.FromSlash(name))
	}
	return s.write(dir)
}
