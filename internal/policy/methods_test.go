package policy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostMethods is the largest number of methods of a type, with those promoted
// from types of the project that it embeds.
const mostMethods = 40

// TestMethods counts the methods of all types of the project.
func TestMethods(t *testing.T) {
	all := declaredTypes(t)
	if len(all) < 100 {
		t.Fatalf("only %d types were found", len(all))
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if n := len(all.methods(name, map[string]bool{})); n > mostMethods {
			t.Errorf("%s has %d methods, more than %d", name, n, mostMethods)
		}
	}
}

// declared is what is declared of a type.
type declared struct {
	methods  []string
	embedded []string // types of the project, by package and name
}

// types are the types of the project, by package and name: "ui.app".
type types map[string]*declared

// methods returns the names of a type's methods, promoted ones among them.
func (all types) methods(name string, seen map[string]bool) map[string]bool {
	list := map[string]bool{}
	d := all[name]
	if d == nil || seen[name] {
		return list
	}
	seen[name] = true
	for _, m := range d.methods {
		list[m] = true
	}
	for _, e := range d.embedded {
		maps.Copy(list, all.methods(e, seen))
	}
	return list
}

// declaredTypes parses the project.
func declaredTypes(t *testing.T) types {
	all := types{}
	of := func(name string) *declared {
		if all[name] == nil {
			all[name] = &declared{}
		}
		return all[name]
	}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, filepath.Dir(path))
		folder := filepath.ToSlash(rel)
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Recv != nil {
					r := of(folder + "." + typeName(decl.Recv.List[0].Type))
					r.methods = append(r.methods, decl.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok {
						addType(of(folder+"."+s.Name.Name), s.Type, folder, imported(file))
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// addType adds the embedded types of a struct or interface, and the methods of
// an interface. Packages are folders by name.
func addType(d *declared, t ast.Expr, folder string, packages map[string]string) {
	var fields *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	default:
		return
	}
	for _, f := range fields.List {
		_, method := f.Type.(*ast.FuncType)
		switch name := typeName(f.Type); {
		case method:
			d.methods = append(d.methods, f.Names[0].Name)
		case len(f.Names) > 0:
		case strings.Contains(name, "."):
			pkg, typ, _ := strings.Cut(name, ".")
			d.embedded = append(d.embedded, packages[pkg]+"."+typ)
		default:
			d.embedded = append(d.embedded, folder+"."+name)
		}
	}
}

// imported returns the folders of the project's packages that a file imports, by
// name.
func imported(file *ast.File) map[string]string {
	folders := map[string]string{}
	for _, spec := range file.Imports {
		if folder, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "tiv/"); ok {
			name := folder[strings.LastIndex(folder, "/")+1:]
			if spec.Name != nil {
				name = spec.Name.Name
			}
			folders[name] = folder
		}
	}
	return folders
}

// typeName returns the name of a type, without pointers and type arguments: "t",
// "pkg.t".
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.IndexExpr:
		return typeName(t.X)
	case *ast.IndexListExpr:
		return typeName(t.X)
	case *ast.SelectorExpr:
		return typeName(t.X) + "." + t.Sel.Name
	}
	return ""
}
