package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each command tells in a sentence what it does, and not in the words of its
// name.
func TestCommandTips(t *testing.T) {
	for _, s := range shortcuts {
		if len(s.tip) < 20 || !strings.HasSuffix(s.tip, ".") || strings.EqualFold(strings.TrimSuffix(s.tip, "."), s.does) {
			t.Errorf("%q: %q does not say what it does", s.name, s.tip)
		}
	}
}

// widgets are what people press, drag or type into. What ends with a stop is
// the beginning of several names.
var widgets = []string{
	"imgui.Button.", "imgui.SmallButton", "imgui.InvisibleButton.", "imgui.Checkbox", "imgui.RadioButton.", "imgui.Selectable.",
	"imgui.MenuItem.", "imgui.Slider.", "imgui.Drag.", "imgui.Input.", "imgui.Color.", "imgui.TableHeader",
	"imgui.EndCombo", "a.switchButton",
}

// tellers are what explains the widget before them.
var tellers = []string{"tip", "a.keyTip", "a.commandTip", "a.itemTip", "a.scrub", "imgui.BeginItemTooltip"}

// bare are functions whose only widget its callers explain, or that says all
// that there is to say.
var bare = []string{"link", "switchButton"}

// After each widget, its tip comes before the next widget does.
func TestWidgetTips(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && !slices.Contains(bare, f.Name.Name) {
				for _, at := range untold(f.Body) {
					t.Errorf("%v: this has no tip", set.Position(at))
				}
			}
		}
	}
}

// untold returns the widgets that have no tip.
func untold(body ast.Node) (list []token.Pos) {
	last := token.NoPos
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch name := called(call); {
		case slices.Contains(tellers, name):
			last = token.NoPos
		case slices.ContainsFunc(widgets, func(w string) bool {
			start, more := strings.CutSuffix(w, ".")
			return name == w || more && strings.HasPrefix(name, start) && !strings.Contains(name, "Flags")
		}):
			if last.IsValid() {
				list = append(list, last)
			}
			last = call.Pos()
		}
		return true
	})
	if last.IsValid() {
		list = append(list, last)
	}
	return list
}

// called returns the name of what is called: "f", "x.f".
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	}
	return ""
}
