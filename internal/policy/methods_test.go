package policy

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// mostMethods is the largest number of methods of a type, with those promoted from types of
// the project that it embeds, and of functions with it as their first parameter: another
// spelling of a method.
const mostMethods = 30

// TestMethods counts the methods of all types of the project, except those of programs that
// show a problem: there is one function for each.
func TestMethods(t *testing.T) {
	all := declaredTypes(t)
	if len(all) < 100 {
		t.Fatalf("only %d types were found", len(all))
	}
	for name := range large {
		if all[name] == nil {
			t.Errorf("%s is no type any more", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if strings.HasPrefix(name, "proof/corpus.") || strings.HasPrefix(name, "proof/programs.") {
			continue
		}
		n := len(all.methods(name, map[string]bool{})) + all[name].functions
		switch known, ok := large[name]; {
		case !ok && n > mostMethods:
			t.Errorf("%s has %d methods, more than %d", name, n, mostMethods)
		case ok && n > known:
			t.Errorf("%s has %d methods, more than the %d that it had", name, n, known)
		case ok && n < known:
			t.Errorf("%s has only %d methods now, instead of %d: change the list of large types", name, n, known)
		}
	}
}

// declared is what is declared of a type.
type declared struct {
	is      bool // it is a type of the project
	methods []string
	// functions is the number of functions with the type as their first parameter.
	functions int
	embedded  []string // types of the project, by package and name
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

// declaredTypes returns the types of the project.
func declaredTypes(t *testing.T) types {
	all := types{}
	of := func(name string) *declared {
		if all[name] == nil {
			all[name] = &declared{}
		}
		return all[name]
	}
	for _, f := range sources(t) {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Recv != nil {
					d := of(f.folder + "." + typeName(decl.Recv.List[0].Type))
					d.methods = append(d.methods, decl.Name.Name)
				} else if p := decl.Type.Params.List; len(p) > 0 {
					of(f.folder+"."+typeName(p[0].Type)).functions++
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok {
						d := of(f.folder + "." + s.Name.Name)
						d.is = true
						addType(d, s.Type, f.folder, imported(f.File))
					}
				}
			}
		}
	}
	maps.DeleteFunc(all, func(_ string, d *declared) bool { return !d.is })
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
