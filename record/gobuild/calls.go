package gobuild

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tiv/record/calls"
)

// A callFinder finds the functions whose calls are recorded.
type callFinder struct {
	patterns []calls.Pattern
	found    []bool   // by pattern: it covers a function
	names    []string // of functions that patterns could cover, all of the user's own
	tasks    Chooser
	routed   bool // requests tell their routes
	types    implementors
	verb     string
	tc       toolchain
	// closed are the packages of Go that cannot record their calls.
	closed map[string]bool
	// refused are the reasons why functions are not recorded, by package.
	refused map[string]string
}

// addCalls adds the files whose functions record their calls.
func (b *Build) addCalls(ctx context.Context, over *overlay, modules *moduleLayer) (err error) {
	if len(b.Calls) == 0 && b.Tasks == nil {
		return nil
	}
	f := callFinder{found: make([]bool, len(b.Calls)), verb: b.Command.Verb, tc: b.tc, refused: map[string]string{}, tasks: b.Tasks}
	if b.Tasks != nil && b.Tasks.MayChoose("net/http", false) {
		if f.routed, err = b.addRoutes(over, modules.base); err != nil {
			return err
		}
	}
	for _, p := range b.Calls {
		f.patterns = append(f.patterns, calls.Pattern(p))
	}
	packages, err := b.tc.packages(ctx, b.Command)
	if err != nil {
		return err
	}
	if b.Tasks != nil {
		if f.types, err = b.findImplementors(ctx, packages); err != nil {
			return err
		}
	}
	below, err := b.tc.output(ctx, append(append([]string{"list", "-deps"}, b.Command.build...), "--", "runtime/trace")...)
	if err != nil {
		return err
	}
	f.closed = set(string(below))
	files := map[string]string{}
	for _, p := range packages {
		f.search(p, over, files)
	}
	f.report(b.Note)
	if b.Command.measuresCover() && len(files) > 0 {
		b.Note("with -cover, packages whose coverage is measured record no calls")
	}
	modules.takeCached(packages, files)
	return over.layTexts(files, filepath.Join(b.Tmp, "calls"))
}

// takeCached moves the files of modules in the module cache from changed files to the modules.
func (m *moduleLayer) takeCached(packages []*listed, files map[string]string) {
	for _, p := range packages {
		if p.Module == nil || !m.tc.caches(p.Dir) {
			continue
		}
		for path, text := range files {
			if filepath.Dir(path) != p.Dir {
				continue
			}
			if in, err := filepath.Rel(p.Module.Dir, path); err == nil {
				m.change(p.Module.Dir, p.Module.Path, p.Module.Version, fileSet{filepath.ToSlash(in): text})
				delete(files, path)
			}
		}
	}
}

// measuresCover reports whether the command measures coverage.
func (c *Command) measuresCover() bool {
	return c.Given("cover") || c.Given("covermode") || c.Given("coverprofile") || c.Given("coverpkg")
}

// search adds the changed files of a package. The go command reports files that cannot be
// read or parsed.
func (f *callFinder) search(p *listed, over *overlay, files map[string]string) {
	n := namer{pkg: p.path(f.verb)}
	covers := func(c calls.Pattern) bool { return c.MayCover(calls.Plain(n.pkg)) && !c.Anywhere() }
	if !p.own() && !slices.ContainsFunc(f.patterns, covers) && (f.tasks == nil || !f.tasks.MayChoose(n.pkg, false)) {
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
		chosen := f.choose(p, s.functions, path)
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
func (f *callFinder) why(p *listed) string {
	switch {
	case p.Standard && (f.closed[p.ImportPath] || strings.Contains("/"+p.ImportPath+"/", "/internal/")):
		return "the recorder itself needs this package"
	}
	return ""
}

// choose returns the functions that a pattern covers.
func (f *callFinder) choose(p *listed, all []function, file string) (chosen []function) {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	begins := f.begin(p, all, file)
	for i, fn := range all {
		names := []string{calls.Plain(fn.name)}
		if rest, ok := strings.CutPrefix(fn.name, "main."); ok {
			names = append(names, path+"."+calls.Plain(rest))
		}
		is := false
		for i, c := range f.patterns {
			if (p.own() || !c.Anywhere()) && slices.ContainsFunc(names, c.Covers) {
				is, f.found[i] = true, true
			}
		}
		if begins[i] {
			is, fn.above = true, f.types.of(fn.name)
			if fn.name != serveHTTP || f.routed {
				fn.task()
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

// begin reports which functions have to do with tasks.
func (f *callFinder) begin(p *listed, all []function, file string) []bool {
	if f.tasks == nil || !f.tasks.MayChoose(p.path(f.verb), p.own()) {
		return make([]bool, len(all))
	}
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].name
	}
	return f.tasks.Choose(names, file, f.types.above)
}

// report notes the patterns that cover nothing, and what is left out.
func (f *callFinder) report(note func(format string, args ...any)) {
	for _, pkg := range slices.Sorted(maps.Keys(f.refused)) {
		note("%s: calls are not recorded: %s", pkg, f.refused[pkg])
	}
	for i, c := range f.patterns {
		if !f.found[i] {
			note("--calls %s covers no function; %s", c, calls.Similar(string(c), f.names, f.names))
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
