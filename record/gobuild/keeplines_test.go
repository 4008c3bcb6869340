package gobuild

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"
)

func TestKeepLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ original, patched, want string }{
		{"a\nb\nc\nd\n", "a\nb\nx\nc\nd\n", "a\nb\nx\n//line :3:1\nc\nd\n"},
		{"a\nb\nc\nd\ne\n", "a\nc\nd\ne\n", "a\n//line :3:1\nc\nd\ne\n"},
		{"a\nb\nc\nd\ne\n", "a\nx\nc\nd\ne\n", "a\nx\nc\nd\ne\n"},
		{"a\n", "b\n", "b\n"},
		{"a\nb\nc\n" + strings.Repeat("x\n", 100), "a\nb\nc\n" + strings.Repeat("y\n", 100), "a\nb\nc\n" + strings.Repeat("y\n", 100)},
	} {
		if got := keepLines(c.original, c.patched); got != c.want {
			t.Errorf("%q to %q: %q, want %q", c.original, c.patched, got, c.want)
		}
	}
}

// Every function of the library is called and begins at the same lines in the patched
// text as in the original.
func TestPatchedFilesKeepTheirLines(t *testing.T) {
	t.Parallel()
	src, shifted := goSource(t), 0
	for _, f := range allFeatures {
		for _, p := range f.patches {
			raw, err := fs.ReadFile(src, p.file)
			if err != nil {
				t.Fatal(err)
			}
			text, err := p.apply(src)
			if err != nil {
				t.Fatal(err)
			}
			if text == "" {
				continue
			}
			shifted += strings.Count(text, "\n//line ")
			patched := callLines(t, text)
			for name, want := range callLines(t, string(raw)) {
				if got := patched[name]; got != want && got != "" {
					t.Errorf("%s: %s is at %s, was at %s", p.file, name, got, want)
				}
			}
		}
	}
	if shifted == 0 {
		t.Error("no patch changes the number of lines")
	}
}

// callLines returns the position of each function that is declared once, and of each
// call that is made once in its function.
func callLines(t *testing.T, text string) map[string]string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	add := func(name string, at token.Pos) {
		if _, again := lines[name]; again {
			lines[name] = ""
			return
		}
		p := fset.Position(at)
		p.Column = 0
		lines[name] = p.String()
	}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name := fn.Name.Name
		if fn.Recv != nil {
			name = receiver(fn) + "." + name
		}
		add(name, fn.Pos())
		if fn.Body == nil {
			continue
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if called, ok := call.Fun.(*ast.Ident); ok {
					add(name+" calls "+called.Name, call.Pos())
				}
			}
			return true
		})
	}
	return lines
}

func receiver(fn *ast.FuncDecl) string {
	switch typ := fn.Recv.List[0].Type.(type) {
	case *ast.StarExpr:
		if id, ok := typ.X.(*ast.Ident); ok {
			return id.Name
		}
	case *ast.Ident:
		return typ.Name
	}
	return "?"
}
