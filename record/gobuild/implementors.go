package gobuild

import (
	"context"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// implementors are the types of the user's own packages that implement interfaces which
// definitions of tasks name, by their names in stacks: shop.Order, also of methods of *Order.
type implementors map[string][]string

// above returns the interfaces that the type of a method implements; class is the method's name
// without its last component.
func (x implementors) above(class string) []string {
	return x[strings.NewReplacer("(*", "", ")", "", "[...]", "").Replace(class)]
}

// of returns the interfaces that the type of a method implements.
func (x implementors) of(function string) []string {
	return x.above(function[:max(strings.LastIndexByte(function, '.'), 0)])
}

// findImplementors type-checks the user's own packages, if a definition names an interface that
// is in the program. Other packages have what the compiler knows of them.
func (b *Build) findImplementors(ctx context.Context, packages []*listed) (implementors, error) {
	wanted := interfaces(packages, b.Command.Verb, b.Tasks.Objects())
	if len(wanted) == 0 {
		return nil, nil
	}
	flags := []string{"-deps", "-export", "-json=Dir,ImportPath,Name,Standard,GoFiles,Module,Export,ImportMap"}
	if b.Command.Verb == "test" {
		flags = append(flags, "-test")
	}
	compiled, err := b.tc.list(ctx, b.Command, flags...)
	if err != nil {
		return nil, err
	}
	c := checker{files: token.NewFileSet(), exports: map[string]string{}, own: map[string]*types.Package{}}
	for _, p := range compiled {
		c.exports[p.ImportPath] = p.Export
	}
	c.others = importer.ForCompiler(c.files, "gc", c.export)
	for _, p := range compiled { // those that a package imports come before it
		if p.own() {
			c.check(p)
		}
	}
	found := implementors{}
	for _, w := range wanted {
		is := c.find(w)
		if is == nil {
			continue
		}
		for _, p := range compiled {
			if checked := c.own[p.ImportPath]; checked != nil {
				found.add(p.path(b.Command.Verb), checked, w.String(), is)
			}
		}
	}
	return found, nil
}

// inProgram is a type by its package and name, and the package's name in stacks.
type inProgram struct{ importPath, path, name string }

func (x inProgram) String() string { return x.path + "." + x.name }

// interfaces returns the types of a program that have one of some names; / and . are alike.
func interfaces(packages []*listed, verb string, names []string) (found []inProgram) {
	dotted := func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "%2e", "."), "/", ".") }
	for _, p := range packages {
		for _, name := range names {
			rest, ok := strings.CutPrefix(dotted(name), dotted(p.path(verb))+".")
			if x := (inProgram{p.ImportPath, p.path(verb), rest}); ok && token.IsIdentifier(rest) && !slices.Contains(found, x) {
				found = append(found, x)
			}
		}
	}
	return found
}

// add adds the types of a package that implement an interface.
func (x implementors) add(path string, p *types.Package, name string, is *types.Interface) {
	for _, n := range p.Scope().Names() {
		t, ok := p.Scope().Lookup(n).(*types.TypeName)
		if !ok || t.IsAlias() || types.IsInterface(t.Type()) {
			continue
		}
		if named, _ := t.Type().(*types.Named); named != nil && named.TypeParams() != nil {
			continue // nothing is known without its arguments
		}
		class := path + "." + n
		if types.Implements(types.NewPointer(t.Type()), is) && !slices.Contains(x[class], name) {
			x[class] = append(x[class], name)
		}
	}
}

// checker type-checks packages.
type checker struct {
	files   *token.FileSet
	exports map[string]string // files of what the compiler knows of a package
	own     map[string]*types.Package
	others  types.Importer
}

// export opens what the compiler knows of a package.
func (c *checker) export(path string) (io.ReadCloser, error) { return os.Open(c.exports[path]) }

// importing resolves the imports of one package.
type importing struct {
	*checker
	names map[string]string // paths in its source to import paths, as of vendored packages
}

// Import implements types.Importer.
func (x importing) Import(path string) (*types.Package, error) {
	if other, ok := x.names[path]; ok {
		path = other
	}
	if p := x.own[path]; p != nil {
		return p, nil
	}
	return x.others.Import(path)
}

// check checks a package. What has errors has as many types as can be known.
func (c *checker) check(p *listed) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) { // else it is made by the go command
			if f, err := parser.ParseFile(c.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution); err == nil {
				files = append(files, f)
			}
		}
	}
	conf := types.Config{Importer: importing{c, p.ImportMap}, Error: func(error) {}, FakeImportC: true, IgnoreFuncBodies: true}
	c.own[p.ImportPath], _ = conf.Check(p.ImportPath, c.files, files, nil)
}

// find returns an interface; nil if the name is of another type.
func (c *checker) find(x inProgram) *types.Interface {
	p, err := importing{checker: c}.Import(x.importPath)
	if err != nil {
		return nil
	}
	t, ok := p.Scope().Lookup(x.name).(*types.TypeName)
	if !ok {
		return nil
	}
	is, _ := t.Type().Underlying().(*types.Interface)
	return is
}
