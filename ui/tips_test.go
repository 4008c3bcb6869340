package ui

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sourceFiles returns the files of the window: those of this package, and of the packages
// below it.
func sourceFiles(t *testing.T) []string {
	paths, err := filepath.Glob("*.go")
	below, err2 := filepath.Glob("*/*.go")
	if paths = append(paths, below...); errors.Join(err, err2) != nil || len(paths) < 50 {
		t.Fatalf("%d files, %v, %v", len(paths), err, err2)
	}
	return paths
}

// inputs are the functions that lay out widgets for input. An entry that ends
// with a dot is the prefix of several names.
var inputs = []string{
	"imgui.Button.", "imgui.SmallButton", "imgui.InvisibleButton.", "imgui.Checkbox", "imgui.RadioButton.", "imgui.Selectable.",
	"imgui.MenuItem.", "imgui.Slider.", "imgui.Drag.", "imgui.Input.", "imgui.ColorEdit.", "imgui.ColorPicker.",
	"imgui.ColorButton.", "imgui.TableHeader",
	"imgui.EndCombo", "SwitchButton", "TickBox", "Radio", "SliderInt", "SliderFloat",
}

// explaining are the functions that explain the widget before them.
var explaining = []string{"Tip", "KeyTip", "CommandTip", "itemTip", "callTip", "scrub", "BeginItemTip", "explainedBars", "tipLeft", "tip"}

// bare are functions with a single widget that their callers explain, or that
// needs no explanation.
var bare = []string{"inputText", "Link", "SwitchButton", "TickBox", "Radio", "selectable", "SliderInt", "SliderFloat"}

// After each widget, its tip comes before the next widget does.
func TestWidgetTips(t *testing.T) {
	paths := sourceFiles(t)
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
				for _, at := range withoutTip(f.Body) {
					t.Errorf("%v: this has no tip", set.Position(at))
				}
			}
		}
	}
}

// withoutTip returns the widgets that have no tip.
func withoutTip(body ast.Node) (list []token.Pos) {
	last := token.NoPos
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch name := called(call); {
		case slices.Contains(explaining, name):
			last = token.NoPos
		case slices.ContainsFunc(inputs, func(w string) bool {
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

// called returns the name of the called function, with the package if it is Dear
// ImGui's: "tip", "imgui.Button".
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok && x.Name == "imgui" {
			return "imgui." + f.Sel.Name
		}
		return f.Sel.Name
	}
	return ""
}
