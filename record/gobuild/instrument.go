package gobuild

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"tiv/record/calls"
)

// A function is a function in a source file, with a body.
type function struct {
	name     string // as in stacks: main.(*List[...]).Push.func1
	receiver string // the name of its receiver, if that is a pointer
	// parameters are the names of its parameters; "" for one without.
	parameters []string
	// enter is the expression that records its begin, with a method Exit; "" for the usual one.
	enter string
	// above are the interfaces that its receiver's type implements, if they matter.
	above    []string
	body     int    // the offset after the body's brace
	variable string // that names it in the changed text, unique in its package
}

// A sourceFile is a parsed file.
type sourceFile struct {
	text      string
	clause    int // the offset after its package clause
	functions []function
}

// A namer names the functions of a package as the compiler does, its files in the order of
// the go command. Function literals have numbers inside the outer function.
type namer struct {
	pkg            string // path in stacks
	inits, globals int    // the number of functions init, and of literals outside of functions
}

// parse finds the functions of a file. It does not find those that must not be changed.
func (n *namer) parse(path, text string) (sourceFile, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return sourceFile{}, err
	}
	offset := func(p token.Pos) int { return fset.PositionFor(p, false).Offset }
	s := sourceFile{text: text, clause: offset(f.Name.End())}
	add := func(name, receiver string, body *ast.BlockStmt, parameters []string) {
		s.functions = append(s.functions, function{name: name, receiver: receiver, parameters: parameters,
			body:     offset(body.Lbrace) + 1,
			variable: fmt.Sprintf("tiv_record_%x_%d", filepath.Base(path), len(s.functions))})
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			literals(d, n.pkg+".init.func", &n.globals, add)
			continue
		}
		name := n.declared(fn)
		if fn.Body == nil || fn.Name.Name == "_" {
			continue
		}
		if !fixed(fn.Doc) {
			add(name, pointer(fn), fn.Body, parameters(fn))
		}
		literals(fn.Body, name+".func", new(int), add)
	}
	slices.SortFunc(s.functions, func(a, b function) int { return cmp.Compare(a.body, b.body) })
	return s, nil
}

// declared returns the name of a declared function in stacks.
func (n *namer) declared(fn *ast.FuncDecl) string {
	name := fn.Name.Name
	switch {
	case fn.Recv != nil && len(fn.Recv.List) == 1:
		of := fn.Recv.List[0].Type
		star, isPointer := ast.Unparen(of).(*ast.StarExpr)
		if isPointer {
			of = star.X
		}
		typ := typeName(of)
		if isPointer {
			typ = "(*" + typ + ")"
		}
		name = typ + "." + name
	case name == "init":
		name = fmt.Sprintf("init.%d", n.inits)
		n.inits++
	case fn.Type.TypeParams != nil:
		name += "[...]"
	}
	return n.pkg + "." + name
}

// typeName returns the name of a receiver's type.
func typeName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.IndexExpr:
		return typeName(e.X) + "[...]"
	case *ast.IndexListExpr:
		return typeName(e.X) + "[...]"
	}
	return "?"
}

// pointer returns the name of a method's receiver if that is a pointer with a name.
func pointer(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) != 1 || len(fn.Recv.List[0].Names) != 1 {
		return ""
	}
	if _, ok := ast.Unparen(fn.Recv.List[0].Type).(*ast.StarExpr); !ok || fn.Recv.List[0].Names[0].Name == "_" {
		return ""
	}
	return fn.Recv.List[0].Names[0].Name
}

// parameters returns the names of a function's parameters; "" for those without.
func parameters(fn *ast.FuncDecl) (names []string) {
	for _, field := range fn.Type.Params.List {
		if len(field.Names) == 0 {
			names = append(names, "")
		}
		for _, id := range field.Names {
			names = append(names, strings.TrimPrefix(id.Name, "_"))
		}
	}
	return names
}

// fixed reports whether directives forbid a function to call others.
func fixed(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	return slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return slices.Contains([]string{"//go:nosplit", "//go:systemstack", "//go:nowritebarrierrec", "//go:nowritebarrier"},
			strings.TrimSpace(c.Text))
	})
}

// literals calls add for the function literals in a node, whose names are a prefix and
// their number.
func literals(in ast.Node, prefix string, count *int, add func(string, string, *ast.BlockStmt, []string)) {
	ast.Inspect(in, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if !ok {
			return true
		}
		*count++
		name := fmt.Sprintf("%s%d", prefix, *count)
		add(name, "", lit.Body, nil)
		literals(lit.Body, name+".", new(int), add)
		return false
	})
}

// recordCalls returns the text of a file in which the chosen functions record their calls.
// The lines keep their numbers.
func (s sourceFile) recordCalls(path string, chosen []function) string {
	var b strings.Builder
	fmt.Fprintf(&b, "//line %s:1\n%s", path, s.text[:s.clause])
	b.WriteString("; import tiv_record \"runtime/trace\"")
	if slices.ContainsFunc(chosen, func(f function) bool { return f.receiver != "" && f.enter == "" }) {
		b.WriteString("; import tiv_unsafe \"unsafe\"")
	}
	at := s.clause
	for _, f := range chosen {
		enter := f.variable + ".Enter()"
		switch {
		case f.enter != "":
			enter = f.enter
		case f.receiver != "":
			enter = f.variable + ".EnterOn(tiv_unsafe.Pointer(" + f.receiver + "))"
		}
		b.WriteString(s.text[at:f.body])
		fmt.Fprintf(&b, " defer %s.Exit();", enter)
		at = f.body
	}
	b.WriteString(s.text[at:])
	b.WriteString("\n\n")
	for _, f := range chosen {
		above := ""
		if class := calls.Plain(f.name); len(f.above) > 0 {
			class = class[:strings.LastIndexByte(class, '.')]
			above = fmt.Sprintf(", Above: %q", class+" "+strings.Join(f.above, " "))
		}
		fmt.Fprintf(&b, "var %s = tiv_record.TivFunc{Name: %q%s}\n", f.variable, f.name, above)
	}
	return b.String()
}
